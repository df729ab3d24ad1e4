// tridsolver/systems.hpp: the systems of a batch, by number; and matrices seen transposed.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "tridsolver/batch.hpp"
#include "tridsolver/kernels.hpp"

namespace tridsolver {

/// @throws std::invalid_argument  no shape of systems
inline void check(const Shape& shape) {
  if (shape.dims < 1 || shape.dims > max_dims)
    throw std::invalid_argument("tridsolver: " + std::to_string(shape.dims) + " dimensions: 1 to 4 are possible");
  if (shape.axis < 0 || shape.axis >= shape.dims)
    throw std::invalid_argument("tridsolver: axis " + std::to_string(shape.axis) + " of an array of " +
                                std::to_string(shape.dims) + " dimensions");
  for (int d = 0; d < shape.dims; ++d)
    if (shape.cells[static_cast<std::size_t>(d)] < 0)
      throw std::invalid_argument("tridsolver: a negative number of cells along axis " + std::to_string(d));
}

/// The axes other than `axis`, and one more that is left out (-1: none); counts their cells with the first one fastest.
struct Others {
  int count = 0;
  std::array<int, max_dims> axes{};
  std::int64_t number = 1;

  Others(const Shape& shape, int left_out) {
    for (int d = 0; d < shape.dims; ++d)
      if (d != shape.axis && d != left_out) {
        axes[static_cast<std::size_t>(count++)] = d;
        number *= shape.cells[static_cast<std::size_t>(d)];
      }
  }

  /// Indices of the `at`-th one; those of the axes left out are 0.
  Index index(const Shape& shape, std::int64_t at) const {
    Index result{};
    for (int i = 0; i < count; ++i) {
      const auto d = static_cast<std::size_t>(axes[static_cast<std::size_t>(i)]);
      result[d] = at % shape.cells[d];
      at /= shape.cells[d];
    }
    return result;
  }
};

inline std::ptrdiff_t offset(const Index& at, const Index& step) {
  std::ptrdiff_t sum = 0;
  for (std::size_t d = 0; d < max_dims; ++d) sum += at[d] * step[d];
  return sum;
}

/// Solutions of large batches are out of the caches before anybody reads them: writing them past the caches saves
/// reading their lines first. Solutions that replace d are on lines that have just been read.
template <class T>
Put put_of(const Batch<T>& batch) {
  constexpr std::int64_t large = 8 << 20;  ///< bytes of one of the five arrays
  std::int64_t bytes = sizeof(T);
  for (int d = 0; d < batch.shape.dims; ++d) bytes *= batch.shape.cells[static_cast<std::size_t>(d)];
  if (batch.add) return Put::add;
  return bytes >= large && batch.x.first != batch.d.first ? Put::past_caches : Put::replace;
}

/// A batch whose matrix is not transposed: `lower` belongs to the neighbour before, `upper` to the one after. Row 0 of
/// `lower` and the last row of `upper` need not exist.
template <class T>
struct Matrix {
  Array<const T> lower, middle, upper;

  explicit Matrix(const Batch<T>& batch) : lower(batch.a), middle(batch.b), upper(batch.c) {
    if (!batch.transposed) return;
    const auto axis = static_cast<std::size_t>(batch.shape.axis);
    lower = batch.c;
    lower.first -= lower.step[axis];
    upper = batch.a;
    upper.first += upper.step[axis];
  }
};

}  // namespace tridsolver
