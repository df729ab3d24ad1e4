// backends/cuda/cut.hpp: divides batches of tridiagonal systems into lanes of rows: whole systems, or pieces of them.
#pragma once

#include <algorithm>

#include "backends/cuda/lanes.hpp"
#include "tridsolver/systems.hpp"

namespace ops::cuda {

/// Rows of systems as lanes: as many of each system as there are pieces of it.
struct Cut {
  const tridsolver::Shape& shape;
  /// the first row of a system's first piece; from a piece to the next; of each piece
  std::int64_t pieces, first, apart, rows;

  std::size_t axis() const noexcept { return static_cast<std::size_t>(shape.axis); }
  /// Along axis 0 of the arrays blocks of threads have lanes along one axis: the longest one is to come first.
  bool along() const noexcept { return shape.axis == 0; }
  std::size_t longest() const noexcept {
    std::array<std::int64_t, lane_axes> extents = shape.cells;
    extents[axis()] = pieces;
    return along() ? static_cast<std::size_t>(std::ranges::max_element(extents) - extents.begin()) : 0;
  }
  At extents() const noexcept {
    At all;
    for (std::size_t d = 0; d < lane_axes; ++d) all[d] = static_cast<int>(d == axis() ? pieces : shape.cells[d]);
    std::swap(all[0], all[longest()]);
    return all;
  }
  /// @param row, step  of the array along the systems' axis: between rows, and between pieces
  template <class T>
  Strand<T> strand(T* start, const tridsolver::Index& steps, std::ptrdiff_t row, std::ptrdiff_t piece) const noexcept {
    Strand<T> all{start, {}, row};
    for (std::size_t d = 0; d < lane_axes; ++d) all.lane[d] = d == axis() ? piece : steps[d];
    std::swap(all.lane[0], all.lane[longest()]);
    return all;
  }
  template <class T>
  Strand<T> of(const tridsolver::Array<T>& array) const noexcept {
    const std::ptrdiff_t row = array.step[axis()];
    return strand(array.first + first * row, array.step, row, apart * row);
  }
};

/// A number for every row of a batch, while a launch needs it.
template <class T>
class Dense {
 public:
  explicit Dense(const tridsolver::Shape& shape) : memory_(bytes_of(shape)) {
    array_.first = reinterpret_cast<T*>(memory_.data());
    std::int64_t step = 1;
    for (std::size_t d = 0; d < lane_axes; step *= shape.cells[d++]) array_.step[d] = step;
  }
  const tridsolver::Array<T>& array() const noexcept { return array_; }

 private:
  static std::size_t bytes_of(const tridsolver::Shape& shape) {
    auto bytes = static_cast<std::int64_t>(sizeof(T));
    for (const std::int64_t cells : shape.cells) bytes *= cells;
    return static_cast<std::size_t>(bytes);
  }
  Scratch memory_;
  tridsolver::Array<T> array_;
};

/// Rows of systems, of lanes. The first row of a system has no `lower`, its last one no `upper`.
template <class T>
struct Equations {
  Strand<const T> lower, middle, upper, right;
  Steps number;  ///< of a lane's first row within its system
  std::ptrdiff_t first, all;

  struct Lane {
    const T *lower, *middle, *upper, *right;
    std::ptrdiff_t number;
  };

  Equations(const tridsolver::Batch<T>& batch, const Cut& cut)
      : right(cut.of(batch.d)),
        number(cut.strand<T>(nullptr, {}, 0, cut.apart).lane),
        first(cut.first),
        all(batch.shape.cells[cut.axis()]) {
    const tridsolver::Matrix<T> matrix(batch);
    lower = cut.of(matrix.lower);
    middle = cut.of(matrix.middle);
    upper = cut.of(matrix.upper);
  }
  OPS_EVERYWHERE Lane lane(const At& at) const noexcept {
    return {lower.at(at), middle.at(at), upper.at(at), right.at(at), first + sum_of(at, number)};
  }
  OPS_EVERYWHERE void read(const Lane& lane, int row, T* values) const noexcept {
    values[0] = lane.number + row == 0 ? T{} : lane.lower[row * lower.row];
    values[1] = lane.middle[row * middle.row];
    values[2] = lane.number + row + 1 == all ? T{} : lane.upper[row * upper.row];
    values[3] = lane.right[row * right.row];
  }
};

}  // namespace ops::cuda
