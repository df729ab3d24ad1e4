// backends/cuda/lanes.hpp: runs row functions down lanes of rows and up again: one thread per lane, or through shared
// memory if the rows of a lane are adjacent in memory.
//
// A walk is a value with
//   using Value; struct Lane;                        number type; addresses of the arrays of a lane
//   static constexpr int down_reads, kept;           numbers per row that the way down reads, and keeps for the way up
//   int rows;
//   Lane lane(const At&) const;
//   void read(const Lane&, int row, Value*) const;   way down: reads the input
//   void down(const Lane&, int row, const Value*, Value* state) const;
//                                                    `state`: in from the previous row, out for the next row
//   Value* kept_at(const Lane&, int number, int row) const;
//   void up(const Lane&, int row, const Value* kept, Value* state) const;
//                                                    `state`: in from the next row, out for put(), which gets state[0]
//   void put(const Lane&, int row, Value) const;
// No row reads what another row writes, except for kept numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backends/cuda/loop.hpp"

namespace ops::cuda {

/// The numbers of a lane, one along each axis. What lanes have lies at linear functions of these.
inline constexpr std::size_t lane_axes = 4;
using At = std::array<int, lane_axes>;
using Steps = std::array<std::ptrdiff_t, lane_axes>;

OPS_EVERYWHERE inline std::ptrdiff_t sum_of(const At& at, const Steps& step) noexcept {
  return at[0] * step[0] + at[1] * step[1] + at[2] * step[2] + at[3] * step[3];
}

/// An array as lanes see it.
template <class T>
struct Strand {
  T* first = nullptr;
  Steps lane{};
  std::ptrdiff_t row = 0;
  OPS_EVERYWHERE T* at(const At& of) const noexcept { return first == nullptr ? nullptr : first + sum_of(of, lane); }
};

/// One lane a thread. Some rows are read before the first of them is computed, as reading takes long.
template <class Walk>
struct ByThreads {
  using T = typename Walk::Value;
  using Lane = typename Walk::Lane;
  static constexpr int ahead = 8;
  Walk walk;

  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    const Lane lane = walk.lane({s.row[0], s.row[1], s.row[2], s.row[3]});
    T state[Walk::kept]{};
    int row = 0;
    for (; row + ahead <= walk.rows; row += ahead) down<ahead>(lane, row, state);
    for (; row < walk.rows; ++row) down<1>(lane, row, state);
    for (; row >= ahead; row -= ahead) up<ahead>(lane, row, state);
    for (; row > 0; --row) up<1>(lane, row, state);
  }

 private:
  template <int count>
  OPS_EVERYWHERE void down(const Lane& lane, int first, T* state) const {
    T rows[count][Walk::down_reads], kept[count][Walk::kept];
    for (int k = 0; k < count; ++k) walk.read(lane, first + k, rows[k]);
    for (int k = 0; k < count; ++k) {
      walk.down(lane, first + k, rows[k], state);
      for (int n = 0; n < Walk::kept; ++n) kept[k][n] = state[n];
    }
    for (int k = 0; k < count; ++k)
      for (int n = 0; n < Walk::kept; ++n) *walk.kept_at(lane, n, first + k) = kept[k][n];
  }
  /// Rows end - 1, end - 2, ..
  template <int count>
  OPS_EVERYWHERE void up(const Lane& lane, int end, T* state) const {
    T kept[count][Walk::kept], results[count];
    for (int k = 0; k < count; ++k)
      for (int n = 0; n < Walk::kept; ++n) kept[k][n] = *walk.kept_at(lane, n, end - 1 - k);
    for (int k = 0; k < count; ++k) {
      walk.up(lane, end - 1 - k, kept[k], state);
      results[k] = state[0];
    }
    for (int k = 0; k < count; ++k) walk.put(lane, end - 1 - k, results[k]);
  }
};

/// Some lanes a block, along their first axis; pieces of their rows go through shared memory. A thread reads and writes
/// always the same places of a piece, neighbouring threads those of neighbouring rows; some threads compute a lane
/// each.
template <class Walk>
struct ByPieces {
  using T = typename Walk::Value;
  static constexpr int lanes = 32, depth = 32, each = lanes * depth / threads;
  static constexpr int numbers = Walk::down_reads > Walk::kept ? Walk::down_reads : Walk::kept;
  static constexpr std::size_t shared = sizeof(T) * lanes * (numbers * (depth + 1) + Walk::kept);
  static_assert(threads % depth == 0);

  Walk walk;
  At extents;  ///< of the lanes
  At first;    ///< of these lanes, as a launch has so many blocks only
  int phases;  ///< for each piece, down and up: it comes, is computed, and goes when the next one comes

  OPS_EVERYWHERE static int pieces(int rows) noexcept { return (rows + depth - 1) / depth; }
  OPS_EVERYWHERE void run(int phase, Thread thread, std::byte* memory) const {
    const Part here{at_of(thread.block), reinterpret_cast<T*>(memory)};
    const int step = phase / 2;
    if (phase % 2 == 1) {
      if (thread.number < lanes) compute(here, step, thread.number);
      return;
    }
    if (step > 0) exchange<false>(here, step - 1, thread.number);
    if (phase + 1 < phases) exchange<true>(here, step, thread.number);
  }

 private:
  struct Part {
    At at;  ///< its first lane
    T* memory;
  };
  OPS_EVERYWHERE At at_of(unsigned block) const noexcept {
    const auto across = static_cast<unsigned>((extents[0] + lanes - 1) / lanes);
    At at = first;
    at[0] += static_cast<int>(block % across) * lanes;
    block /= across;
    at[1] += static_cast<int>(block % static_cast<unsigned>(extents[1]));
    block /= static_cast<unsigned>(extents[1]);
    at[2] += static_cast<int>(block % static_cast<unsigned>(extents[2]));
    at[3] += static_cast<int>(block / static_cast<unsigned>(extents[2]));
    return at;
  }
  OPS_EVERYWHERE bool has(const Part& part, int lane) const noexcept {
    return part.at[0] + lane < first[0] + extents[0];
  }
  OPS_EVERYWHERE auto lane_of(const Part& part, int lane) const noexcept {
    return walk.lane({part.at[0] + lane, part.at[1], part.at[2], part.at[3]});
  }
  OPS_EVERYWHERE bool goes_down(int step) const noexcept { return step < pieces(walk.rows); }
  OPS_EVERYWHERE int begin_of(int step) const noexcept {
    return (goes_down(step) ? step : 2 * pieces(walk.rows) - 1 - step) * depth;
  }
  OPS_EVERYWHERE static T& place(const Part& part, int lane, int row, int number) noexcept {
    return part.memory[(number * lanes + lane) * (depth + 1) + row];
  }
  OPS_EVERYWHERE static T* state_of(const Part& part, int lane) noexcept {
    return part.memory + numbers * lanes * (depth + 1) + lane * Walk::kept;
  }

  /// A piece comes into shared memory, or leaves it.
  template <bool comes>
  OPS_EVERYWHERE void exchange(const Part& part, int step, int thread) const {
    const int row = thread % depth, at = begin_of(step) + row;
    if (at >= walk.rows) return;
    for (int k = 0; k < each; ++k) {
      const int number = thread / depth + k * (threads / depth);
      if (!has(part, number)) continue;
      const auto lane = lane_of(part, number);
      if (comes && goes_down(step)) {
        T values[Walk::down_reads];
        walk.read(lane, at, values);
        for (int n = 0; n < Walk::down_reads; ++n) place(part, number, row, n) = values[n];
      } else if (!comes && !goes_down(step)) {
        walk.put(lane, at, place(part, number, row, 0));
      } else {
        for (int n = 0; n < Walk::kept; ++n) {
          if (comes) place(part, number, row, n) = *walk.kept_at(lane, n, at);
          else *walk.kept_at(lane, n, at) = place(part, number, row, n);
        }
      }
    }
  }
  OPS_EVERYWHERE void compute(const Part& part, int step, int number) const {
    if (!has(part, number)) return;
    const auto lane = lane_of(part, number);
    const int begin = begin_of(step), count = walk.rows - begin < depth ? walk.rows - begin : depth;
    T state[Walk::kept];
    for (int n = 0; n < Walk::kept; ++n) state[n] = step == 0 ? T{} : state_of(part, number)[n];
    for (int k = 0; k < count; ++k)
      goes_down(step) ? down(part, lane, begin, number, k, state) : up(part, lane, begin, number, count - 1 - k, state);
    for (int n = 0; n < Walk::kept; ++n) state_of(part, number)[n] = state[n];
  }
  OPS_EVERYWHERE void down(const Part& part, const auto& lane, int begin, int number, int row, T* state) const {
    T values[Walk::down_reads];
    for (int n = 0; n < Walk::down_reads; ++n) values[n] = place(part, number, row, n);
    walk.down(lane, begin + row, values, state);
    for (int n = 0; n < Walk::kept; ++n) place(part, number, row, n) = state[n];
  }
  OPS_EVERYWHERE void up(const Part& part, const auto& lane, int begin, int number, int row, T* state) const {
    T values[Walk::kept];
    for (int n = 0; n < Walk::kept; ++n) values[n] = place(part, number, row, n);
    walk.up(lane, begin + row, values, state);
    place(part, number, row, 0) = state[0];
  }
};

/// Of that many lanes along each axis. @param along  rows of a lane are neighbours in memory
template <class Walk>
void for_lanes(const char* what, const At& extents, bool along, const Walk& walk) {
  if (walk.rows <= 0) return;
  Box box;
  for (std::size_t axis = 0; axis < lane_axes; ++axis) box.hi[axis] = extents[axis];
  if (!along) return for_points(what, box, ByThreads<Walk>{walk});
  using Kernel = ByPieces<Walk>;
  const auto blocks = [](const Box& part) {
    std::int64_t count = (std::int64_t{part.extent(0)} + Kernel::lanes - 1) / Kernel::lanes;
    for (int axis = 1; axis < static_cast<int>(lane_axes); ++axis) count *= part.extent(axis);
    return count;
  };
  for_parts(box, blocks, [&](const Box& part) {
    Kernel kernel{walk, {}, {}, 4 * Kernel::pieces(walk.rows) + 1};
    for (std::size_t axis = 0; axis < lane_axes; ++axis) {
      kernel.extents[axis] = part.extent(static_cast<int>(axis));
      kernel.first[axis] = part.lo[axis];
    }
    launch(what, static_cast<unsigned>(blocks(part)), kernel);
  });
}

}  // namespace ops::cuda
