// tridsolver/tile.hpp: rows of up to block_lanes systems, gathered side by side.
#pragma once

#include <algorithm>
#include <array>

#include "tridsolver/scratch.hpp"
#include "tridsolver/systems.hpp"

namespace tridsolver {

/// Offsets of the first rows of the lanes in each array of a batch.
template <class T>
struct LaneOffsets {
  static constexpr auto most = static_cast<std::size_t>(block_lanes<T>);
  std::array<std::ptrdiff_t, most> lower, middle, upper, right, x;
  std::array<bool, most> begins;  ///< no neighbour before the first row
  std::int64_t lanes = 0;

  /// @param row  where the lane begins
  void add(const Batch<T>& batch, const Matrix<T>& matrix, Index system, std::int64_t row) {
    const auto l = static_cast<std::size_t>(lanes++);
    system[static_cast<std::size_t>(batch.shape.axis)] = row;
    begins[l] = row == 0;
    lower[l] = offset(system, matrix.lower.step);
    middle[l] = offset(system, matrix.middle.step);
    upper[l] = offset(system, matrix.upper.step);
    right[l] = offset(system, batch.d.step);
    x[l] = offset(system, batch.x.step);
  }
  /// One more that begins so many rows after the one before, in the same system.
  void add_later(const Batch<T>& batch, const Matrix<T>& matrix, std::int64_t rows) {
    const auto l = static_cast<std::size_t>(lanes++), axis = static_cast<std::size_t>(batch.shape.axis);
    begins[l] = false;
    lower[l] = lower[l - 1] + rows * matrix.lower.step[axis];
    middle[l] = middle[l - 1] + rows * matrix.middle.step[axis];
    upper[l] = upper[l - 1] + rows * matrix.upper.step[axis];
    right[l] = right[l - 1] + rows * batch.d.step[axis];
    x[l] = x[l - 1] + rows * batch.x.step[axis];
  }
};

/// Whether rows are neighbours in all arrays, so many that kernels read them as they lie.
template <class T>
bool along_memory(const Batch<T>& batch, std::int64_t rows) {
  const auto axis = static_cast<std::size_t>(batch.shape.axis);
  const bool dense = batch.a.step[axis] == 1 && batch.b.step[axis] == 1 && batch.c.step[axis] == 1 &&
                     batch.d.step[axis] == 1 && batch.x.step[axis] == 1;
  return dense && rows >= Lines<T>::fewest_rows;
}

/// Lanes that lie so. Number by number, as wide copies of what has just been stored wait for all stores before.
/// @param ends  their last rows have no neighbour after
template <class T>
void set_lines(Lines<T>& lines, const Batch<T>& batch, const Matrix<T>& matrix, const LaneOffsets<T>& at,
               std::int64_t rows, bool ends) {
  const auto set = [](auto& part, const auto& array, const auto& offsets) {
    part.first = array.first;
    part.offset = offsets.data();
    part.row = 1;
    part.lanes = line_lanes<T>;
  };
  lines.rows = rows;
  set(lines.array[0], matrix.lower, at.lower);
  set(lines.array[1], matrix.middle, at.middle);
  set(lines.array[2], matrix.upper, at.upper);
  set(lines.array[3], batch.d, at.right);
  lines.ends = ends;
  set(lines.x, batch.x, at.x);
  lines.put = put_of(batch);
}

/// Lanes that are not used hold the system 1 x = 0.
template <class T>
class Tile {
 public:
  explicit Tile(std::int64_t most_rows)
      : lower(scratch<T>(most_rows * block_lanes<T>)),
        middle(scratch<T>(most_rows * block_lanes<T>)),
        upper(scratch<T>(most_rows * block_lanes<T>)),
        right(scratch<T>(most_rows * block_lanes<T>)) {}

  /// @param ends  the lanes' last rows have no neighbour after
  void fetch(const Batch<T>& batch, const Matrix<T>& matrix, const LaneOffsets<T>& at, std::int64_t rows, bool ends) {
    if (at.lanes < block_lanes<T>) blank(rows);
    const auto axis = static_cast<std::size_t>(batch.shape.axis);
    const auto part = [&](T* to, const Array<const T>& from, const auto& offsets, std::int64_t first,
                          std::int64_t count) {
      kernels<T>().gather(to + first * block_lanes<T>, {from.first, offsets.data(), from.step[axis], at.lanes}, first,
                          count);
    };
    part(lower.get(), matrix.lower, at.lower, 1, rows - 1);
    part(middle.get(), matrix.middle, at.middle, 0, rows);
    part(upper.get(), matrix.upper, at.upper, 0, rows - (ends ? 1 : 0));
    part(right.get(), batch.d, at.right, 0, rows);
    for (std::size_t l = 0; l < static_cast<std::size_t>(at.lanes); ++l)
      lower[l] = at.begins[l] ? T{} : matrix.lower.first[at.lower[l]];
    if (ends) std::fill_n(upper.get() + (rows - 1) * block_lanes<T>, block_lanes<T>, T{});
  }

  /// Solves rows [first, first + rows) in place: the solution is in `right`.
  void solve(std::int64_t first, std::int64_t rows) {
    constexpr std::int64_t lanes = block_lanes<T>;
    const std::int64_t skipped = first * lanes;
    kernels<T>().thomas({rows,
                         lanes,
                         {lower.get() + skipped, lanes},
                         {middle.get() + skipped, lanes},
                         {upper.get() + skipped, lanes},
                         {right.get() + skipped, lanes},
                         {right.get() + skipped, lanes},
                         Put::replace,
                         upper.get() + skipped,
                         right.get() + skipped});
  }

  void bring_back(const Batch<T>& batch, const LaneOffsets<T>& at, std::int64_t rows) const {
    const auto axis = static_cast<std::size_t>(batch.shape.axis);
    kernels<T>().scatter({batch.x.first, at.x.data(), batch.x.step[axis], at.lanes}, right.get(), rows, put_of(batch));
  }

  Scratch<T> lower, middle, upper, right;  ///< row after row, block_lanes of them each

 private:
  void blank(std::int64_t rows) {
    for (T* part : {lower.get(), upper.get(), right.get()}) std::fill_n(part, rows * block_lanes<T>, T{});
    std::fill_n(middle.get(), rows * block_lanes<T>, T{1});
  }
};

}  // namespace tridsolver
