// backends/openmp/push.hpp: the pushed adjoint: evaluates each source point once, then stores every value in the one
// cell to which it belongs.
//
// For loops that read each component at one point only. No cell gets two terms then, so there is no order to keep, and
// no two threads write the same cell. Uninitialised cells are neither cleared nor loaded, but written with streaming
// stores.
#pragma once

#include <algorithm>
#include <array>

#include "backends/common/address.hpp"
#include "backends/common/cells.hpp"
#include "backends/openmp/pieces.hpp"
#include "backends/openmp/rows.hpp"

namespace ops::openmp {

inline constexpr int pushed_cells = 256;  ///< source points evaluated at a time, from one multiple to the next
/// From one buffer to the next: no power of two, which would put all on the same cache sets, and room for part of a
/// line.
inline constexpr int pushed_pitch = pushed_cells + 16;

/// One reversed loop in pushed form. `count` buffers, each of another component.
/// `Evaluate`: (piece of one row of source points, T* buffers) fills buffer k at buffers + k * pushed_pitch.
template <class T, std::size_t count, class Evaluate>
class Push {
  static_assert(count * pushed_pitch * sizeof(T) <= std::size_t{1} << 20, "the buffers of a thread lie on its stack");

 public:
  /// @param components  of each target
  Push(const AdjointLaunch& launch, std::span<const Cells> targets, std::span<const int> components,
       const Buffered (&buffers)[count], const Evaluate& evaluate)
      : launch_(launch), targets_(targets), buffers_(buffers), evaluate_(evaluate) {
    for (std::size_t t = 0; t < targets.size(); ++t)
      for (int c = 0; targets[t].wanted && c < components[t]; ++c) clear(static_cast<int>(t), c);
  }

  void run() const {
    for_pieces(sources(), single_rows, [&](const Piece& row) {
      alignas(line_bytes) T values[line + count * pushed_pitch];  // before each buffer is room for what waits
      std::array<int, count> held{};
      for (int x = row.x, next; x < row.x + row.n; x = next) {
        next = backend::piece_end(x, pushed_cells, row.x + row.n);
        const Piece s{row.row, x, row.y, next - x, 1};
        evaluate_(s, values + line);
        for (std::size_t k = 0; k < count; ++k)
          if (target_of(buffers_[k]).wanted)
            held[k] = carry(buffers_[k], s, values + line + k * pushed_pitch, held[k], next < row.x + row.n);
      }
    });
  }

 private:
  static constexpr int line = static_cast<int>(line_bytes / sizeof(T));
  static_assert(pushed_pitch - pushed_cells >= line);

  const Cells& target_of(const Buffered& b) const { return targets_[static_cast<std::size_t>(b.target)]; }

  /// Where the values of a buffer go.
  Box cells_of(const Buffered& b) const { return launch_.range.shifted(b.offset); }

  /// The source points of the part's cells.
  Box sources() const {
    Box all = Box::none();
    for (const Buffered& b : buffers_) {
      Index back{};
      for (std::size_t axis = 0; axis < max_dim; ++axis) back[axis] = -b.offset[axis];
      const Box cells = intersection(cells_of(b), launch_.part);
      if (target_of(b).wanted && !cells.empty()) all = hull(all, cells.shifted(back));
    }
    return all;
  }

  /// Makes those cells of a component zero that hold nothing and get nothing.
  void clear(int target, int component) const {
    Box given = Box::none();
    int arg = -1;
    for (const Buffered& b : buffers_) {
      if (b.target != target) continue;
      arg = b.arg;
      if (b.component != component) continue;
      given = cells_of(b);
    }
    const Cells& cells = targets_[static_cast<std::size_t>(target)];
    const ArgView& view = launch_.args[arg].target;
    for (const Box& box : difference(intersection(cells.reach, cells.hole), given))
      for_pieces(box, single_rows, [&](const Piece& s) {
        T* to = backend::write_at<T, max_dim>(view, s) + component * view.component;
        for (int x = 0; x < s.n; ++x) to[x * view.step[0]] = T{};
      });
  }

  /// Adds the values of a piece to the cells that they belong to, or writes them where cells hold nothing.
  /// @param held  so many values before these wait for the rest of their line
  /// @param more  the piece is not the last one
  /// @returns how many values at its end shall wait; they have been moved to before `values`
  int carry(const Buffered& b, const Piece& s, T* values, int held, bool more) const {
    const Box &hole = target_of(b).hole, &part = launch_.part;
    const ArgView& view = launch_.args[b.arg].target;
    Index cell = s.row;
    cell[1] = s.y;
    bool empty = true;
    for (int axis = 1; axis < max_dim; ++axis) {
      cell[static_cast<std::size_t>(axis)] += b.offset[static_cast<std::size_t>(axis)];
      if (!backend::along(part, axis, cell[static_cast<std::size_t>(axis)])) return 0;
      empty = empty && backend::along(hole, axis, cell[static_cast<std::size_t>(axis)]);
    }
    const int first = s.x + b.offset[0], last = first + s.n;
    T* to = backend::write_at<T, max_dim>(view, {cell, first, cell[1], s.n, 1}) + b.component * view.component;
    const std::ptrdiff_t stride = view.step[0];
    int waiting = 0;
    backend::cut(first, last, std::array{hole.lo[0], hole.hi[0], part.lo[0], part.hi[0]}, [&](int x, int end) {
      const int from = x - first;
      T* const cells = to + from * stride;
      if (!backend::along(part, 0, x)) return;
      if (!empty || !backend::along(hole, 0, x)) return add(cells, stride, values + from, end - x);
      const int before = x == first ? held : 0;
      if (more && end == last && backend::along(hole, 0, end) && backend::along(part, 0, end) && stride == 1 &&
          launch_.stream)
        waiting = std::min(end - x + before,
                           static_cast<int>(reinterpret_cast<std::uintptr_t>(to + s.n) % line_bytes / sizeof(T)));
      write(cells - before * stride, stride, values + from - before, end - x + before - waiting);
    });
    std::copy(values + s.n - waiting, values + s.n, values - waiting);
    return waiting;
  }

  static void add(T* to, std::ptrdiff_t stride, const T* values, int n) {
    if (stride == 1) {
#pragma omp simd
      for (int x = 0; x < n; ++x) to[x] = to[x] + values[x];
    } else {
      for (int x = 0; x < n; ++x) to[x * stride] = to[x * stride] + values[x];
    }
  }

  void write(T* to, std::ptrdiff_t stride, const T* values, int n) const {
    if (stride == 1 && launch_.stream) return store_sums(to, values, static_cast<std::size_t>(n));
    for (int x = 0; x < n; ++x) to[x * stride] = T{} + values[x];
  }

  const AdjointLaunch& launch_;
  std::span<const Cells> targets_;
  const Buffered (&buffers_)[count];
  const Evaluate& evaluate_;
};

}  // namespace ops::openmp
