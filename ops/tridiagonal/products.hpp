// ops/tridiagonal/products.hpp: one pass over cells that subtracts products of neighbours.
// Knows arrays; knows nothing of systems.
#pragma once

#include <vector>

#include "ops/tridiagonal/beyond.hpp"

namespace ops::tridiagonal {

/// to_i -= left_{i + left.shift} * right_{i + right.shift} along the axis of the systems, where both exist.
template <class T>
struct Product {
  tridsolver::Array<T> to;  ///< null: not wanted
  Factor<T> left, right;
};

/// All of them in one pass, term by term in each row of cells along axis 0. No `to` may be another's left or right.
template <class T>
void subtract(const Cells& cells, const std::vector<Product<T>>& products);

/// to = from
template <class T>
void copy(const Cells& cells, const tridsolver::Array<T>& to, const tridsolver::Array<const T>& from);
/// to += from
template <class T>
void add(const Cells& cells, const tridsolver::Array<T>& to, const tridsolver::Array<const T>& from);

/// to -= left_i x_{i-1}, left_i x_i, left_i x_{i+1}: what a solution's neighbours contribute to three matrices.
template <class T>
void add_outer(std::vector<Product<T>>& products, const std::array<tridsolver::Array<T>, 3>& to, const tridsolver::Array<const T>& left,
               const WithNeighbours<T>& x) {
  for (int neighbour = -1; neighbour <= 1; ++neighbour) products.push_back({to[static_cast<std::size_t>(neighbour + 1)], {left}, x.shifted(neighbour)});
}
/// to -= M x
template <class T>
void add_matrix_times(std::vector<Product<T>>& products, const tridsolver::Array<T>& to, const MatrixArrays<T>& m, const WithNeighbours<T>& x) {
  products.push_back({to, {m.a}, x.shifted(-1)});
  products.push_back({to, {m.b}, x.shifted(0)});
  products.push_back({to, {m.c}, x.shifted(1)});
}
/// to -= M^T x
template <class T>
void add_transposed_times(std::vector<Product<T>>& products, const tridsolver::Array<T>& to, const WithNeighbours<T>& a, const tridsolver::Array<const T>& b,
                          const WithNeighbours<T>& c, const WithNeighbours<T>& x) {
  products.push_back({to, a.shifted(1), x.shifted(1)});
  products.push_back({to, {b}, x.shifted(0)});
  products.push_back({to, c.shifted(-1), x.shifted(-1)});
}

}  // namespace ops::tridiagonal
