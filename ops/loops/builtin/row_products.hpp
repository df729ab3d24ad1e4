// ops/loops/builtin/row_products.hpp: products of neighbouring rows from which the derivatives of tridiagonal systems
// are computed.
#pragma once

#include <vector>

#include "ops/loops/builtin/neighbour_rows.hpp"

namespace ops::tridiagonal {

template <class T>
void subtract(const Cells& cells, const std::vector<Product<T>>& products) {
  worker<T>().subtract(cells.shape, products);
}
template <class T>
void copy(const Cells& cells, const tridsolver::Array<T>& to, const tridsolver::Array<const T>& from) {
  worker<T>().copy(cells.shape, to, from);
}
template <class T>
void add(const Cells& cells, const tridsolver::Array<T>& to, const tridsolver::Array<const T>& from) {
  worker<T>().add(cells.shape, to, from);
}

/// to -= left_i x_{i-1}, left_i x_i, left_i x_{i+1}: what a solution's neighbours contribute to three matrices.
template <class T>
void add_outer(std::vector<Product<T>>& products, const std::array<tridsolver::Array<T>, 3>& to,
               const tridsolver::Array<const T>& left, const WithNeighbours<T>& x) {
  for (int neighbour = -1; neighbour <= 1; ++neighbour)
    products.push_back({to[static_cast<std::size_t>(neighbour + 1)], {left}, x.shifted(neighbour)});
}
/// to -= M x
template <class T>
void add_matrix_times(std::vector<Product<T>>& products, const tridsolver::Array<T>& to, const MatrixArrays<T>& m,
                      const WithNeighbours<T>& x) {
  products.push_back({to, {m.a}, x.shifted(-1)});
  products.push_back({to, {m.b}, x.shifted(0)});
  products.push_back({to, {m.c}, x.shifted(1)});
}
/// to -= M^T x
template <class T>
void add_transposed_times(std::vector<Product<T>>& products, const tridsolver::Array<T>& to, const WithNeighbours<T>& a,
                          const tridsolver::Array<const T>& b, const WithNeighbours<T>& c, const WithNeighbours<T>& x) {
  products.push_back({to, a.shifted(1), x.shifted(1)});
  products.push_back({to, {b}, x.shifted(0)});
  products.push_back({to, c.shifted(-1), x.shifted(-1)});
}

}  // namespace ops::tridiagonal
