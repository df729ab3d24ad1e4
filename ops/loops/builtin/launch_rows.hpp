// ops/loops/builtin/launch_rows.hpp: addresses of cells in a launch.
#pragma once

#include <cstddef>

#include "tridsolver/batch.hpp"

namespace ops::tridiagonal {

inline std::ptrdiff_t offset(const tridsolver::Index& at, const tridsolver::Index& step) {
  std::ptrdiff_t sum = 0;
  for (std::size_t d = 0; d < tridsolver::max_dims; ++d) sum += at[d] * step[d];
  return sum;
}

/// The number of a cell's system, the first axis other than theirs fastest.
inline std::int64_t system_of(const tridsolver::Shape& shape, const tridsolver::Index& at) {
  std::int64_t number = 0;
  for (int d = tridsolver::max_dims; d-- > 0;)
    if (d != shape.axis) number = number * shape.cells[static_cast<std::size_t>(d)] + at[static_cast<std::size_t>(d)];
  return number;
}

}  // namespace ops::tridiagonal
