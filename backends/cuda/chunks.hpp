// backends/cuda/chunks.hpp: solves few long systems: reduces chunks to their ends, solves these by cyclic reduction,
// and then solves the rest of the chunks.
#pragma once

#include <utility>

#include "backends/cuda/passes.hpp"
#include "backends/cuda/thomas.hpp"
#include "tridsolver/chunks.hpp"
#include "tridsolver/cyclic.hpp"

namespace ops::cuda {

/// Chunks are reduced to their first and their last row.
template <class T>
struct Reduction {
  using Value = T;
  static constexpr int down_reads = 4, kept = 3;
  struct Lane {
    typename Equations<T>::Lane rows;
    T* kept[3];
    T* ends[3];
  };

  Equations<T> equations;
  Strand<T> before, after, right;              ///< of every row
  Strand<T> end_before, end_after, end_right;  ///< of the first and the last one, one after the other
  int rows;

  OPS_EVERYWHERE Lane lane(const At& at) const noexcept {
    return {equations.lane(at),
            {before.at(at), after.at(at), right.at(at)},
            {end_before.at(at), end_after.at(at), end_right.at(at)}};
  }
  OPS_EVERYWHERE void read(const Lane& lane, int row, T* values) const noexcept {
    equations.read(lane.rows, row, values);
  }
  OPS_EVERYWHERE void down(const Lane&, int row, const T* values, T* state) const noexcept {
    const tridsolver::Linked<T> now =
        tridsolver::link_down<T>(row <= 1, values[0], values[1], values[2], values[3], {state[0], state[1], state[2]});
    state[0] = now.before;
    state[1] = now.after;
    state[2] = now.right;
  }
  OPS_EVERYWHERE T* kept_at(const Lane& lane, int number, int row) const noexcept {
    return number == 0   ? lane.kept[0] + row * before.row
           : number == 1 ? lane.kept[1] + row * after.row
                         : lane.kept[2] + row * right.row;
  }
  OPS_EVERYWHERE void up(const Lane& lane, int row, const T* values, T* state) const noexcept {
    tridsolver::Linked<T> now{values[0], values[1], values[2]};
    if (row + 1 == rows) return set(lane, 1, now);
    const tridsolver::Linked<T> below{state[0], state[1], state[2]};
    if (row + 2 < rows) now = row == 0 ? tridsolver::link_first(now, below) : tridsolver::link_up(now, below);
    if (row == 0) set(lane, 0, now);
    state[0] = now.before;
    state[1] = now.after;
    state[2] = now.right;
  }
  OPS_EVERYWHERE void put(const Lane&, int, T) const noexcept {}

 private:
  OPS_EVERYWHERE static void set(const Lane& lane, int end, const tridsolver::Linked<T>& row) noexcept {
    lane.ends[0][end] = row.before;
    lane.ends[1][end] = row.after;
    lane.ends[2][end] = row.right;
  }
};

/// What parallel cyclic reduction does to a row; rows of a system are neighbours along axis 0.
template <class T>
struct Remainder {
  tridsolver::Coupled<T> given, to;
  T* x;
  int rows;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    put_remainder(given, x, to, std::int64_t{s.y} * rows + s.x, s.x, rows);
  }
};
template <class T>
struct Step {
  tridsolver::Coupled<T> now, next;
  int rows, distance;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    put_step(now, next, std::int64_t{s.y} * rows + s.x, s.x, rows, distance);
  }
};
template <class T>
struct Sum {
  T* x;
  const T* term;
  int rows;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    x[std::int64_t{s.y} * rows + s.x] += term[std::int64_t{s.y} * rows + s.x];
  }
};
/// The unknowns at both ends of chunks.
template <class T>
struct Ends {
  Strand<T> first, last;
  Strand<const T> known;
  bool add;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    const At at{s.row[0], s.row[1], s.row[2], s.row[3]};
    const T* const values = known.at(at);
    *first.at(at) = add ? *first.at(at) + values[0] : values[0];
    *last.at(at) = add ? *last.at(at) + values[1] : values[1];
  }
};

/// The systems of the chunks' ends, one after another.
template <class T>
class Reduced {
 public:
  /// @param rows  of each
  Reduced(const tridsolver::Shape& shape, std::int64_t rows)
      : shape_(shape),
        rows_(static_cast<int>(rows)),
        count_(tridsolver::Others(shape, -1).number * rows),
        memory_(static_cast<std::size_t>(10 * count_) * sizeof(T)) {
    box_.hi[0] = rows_;
    box_.hi[1] = static_cast<int>(count_ / rows);
    fill({reinterpret_cast<std::byte*>(x()), {sizeof(T), static_cast<std::ptrdiff_t>(sizeof(T)) * rows_}, 0}, 1,
         sizeof(T), box_, nullptr);
  }
  tridsolver::Coupled<T> given() const noexcept { return rows(0); }
  T* x() const noexcept { return piece(9); }
  /// Of the numbers that begin at `start`, those of the ends of lanes.
  template <class Number>
  Strand<Number> ends(const Cut& cut, Number* start) const noexcept {
    tridsolver::Index step{};
    std::int64_t next = rows_;
    for (std::size_t d = 0; d < lane_axes; ++d)
      if (d != cut.axis()) {
        step[d] = next;
        next *= shape_.cells[d];
      }
    return cut.strand(start + cut.first / tridsolver::chunk_rows * 2, step, 1, 2);
  }

  void solve(const char* what) const {
    tridsolver::Coupled<T> now = rows(1), next = rows(2);
    for (int pass = 0; pass < tridsolver::cyclic_passes; ++pass) {
      for_points(what, box_, Remainder<T>{given(), now, x(), rows_});
      for (int distance = 1; distance < rows_; distance *= 2) {
        for_points(what, box_, Step<T>{now, next, rows_, distance});
        std::swap(now, next);
      }
      for_points(what, box_, Sum<T>{x(), now.right, rows_});
    }
  }

 private:
  T* piece(int number) const noexcept { return reinterpret_cast<T*>(memory_.data()) + number * count_; }
  tridsolver::Coupled<T> rows(int which) const noexcept {
    return {piece(3 * which), piece(3 * which + 1), piece(3 * which + 2)};
  }

  const tridsolver::Shape& shape_;
  int rows_;
  std::int64_t count_;
  Scratch memory_;
  Box box_;
};

/// A chunk begins every chunk_rows; the last one may be shorter, or longer by one, but has two rows at least.
inline std::int64_t chunks_of(std::int64_t rows) noexcept {
  return std::max<std::int64_t>(1, rows / tridsolver::chunk_rows + (rows % tridsolver::chunk_rows >= 2 ? 1 : 0));
}

template <class T>
void reduce(const char* what, const tridsolver::Batch<T>& batch, const Cut& cut, const Reduced<T>& reduced) {
  const Dense<T> before(batch.shape), after(batch.shape), right(batch.shape);
  const tridsolver::Coupled<T> given = reduced.given();
  const Reduction<T> walk{Equations<T>(batch, cut),        cut.of(before.array()),
                          cut.of(after.array()),           cut.of(right.array()),
                          reduced.ends(cut, given.before), reduced.ends(cut, given.after),
                          reduced.ends(cut, given.right),  static_cast<int>(cut.rows)};
  for_lanes(what, cut.extents(), cut.along(), walk);
}

template <class T>
void complete(const char* what, const tridsolver::Batch<T>& batch, const Cut& cut, const Reduced<T>& reduced) {
  const Strand<const T> known = reduced.ends(cut, static_cast<const T*>(reduced.x()));
  thomas(what, batch, {cut.shape, cut.pieces, cut.first + 1, cut.apart, cut.rows - 2}, known);
  Box box;
  const At extents = cut.extents();
  for (std::size_t axis = 0; axis < lane_axes; ++axis) box.hi[axis] = extents[axis];
  const Strand<T> first = cut.of(batch.x);
  Strand<T> last = first;
  last.first += (cut.rows - 1) * last.row;
  for_points(what, box, Ends<T>{first, last, known, batch.add});
}

template <class T>
void solve_in_chunks(const char* what, const tridsolver::Batch<T>& batch) {
  constexpr std::int64_t full = tridsolver::chunk_rows;
  const std::int64_t rows = batch.shape.cells[static_cast<std::size_t>(batch.shape.axis)], each = chunks_of(rows),
                     begin = (each - 1) * full;
  const Cut whole{batch.shape, each - 1, 0, full, full}, last{batch.shape, 1, begin, 0, rows - begin};
  const Reduced<T> reduced(batch.shape, 2 * each);
  for (const Cut& cut : {whole, last}) reduce(what, batch, cut, reduced);
  reduced.solve(what);
  for (const Cut& cut : {whole, last}) complete(what, batch, cut, reduced);
}

}  // namespace ops::cuda
