// ops/loops/builtin/solve_second.cpp: the adjoint of value and tangent together: A x = d and A x' = d' - A' x.
//
//   A^T mu = x'_bar                       d'_bar = mu,      a'_bar_i -= mu_i x_{i-1},  ..
//   A^T lambda = x_bar - A'^T mu          d_bar = lambda,   a_bar_i  -= mu_i x'_{i-1} + lambda_i x_{i-1},  ..
#include <optional>

#include "ops/loops/builtin/row_products.hpp"
#include "ops/loops/builtin/solve_loop.hpp"

namespace ops::tridiagonal {
namespace {

/// Values, or directions: half of the arguments.
template <class T>
struct Half {
  MatrixArrays<T> matrix;
  tridsolver::Array<const T> right;  ///< d, or x where it was (see Solution)
  tridsolver::Array<const T> seed;
  std::array<tridsolver::Array<T>, 3> targets;
  tridsolver::Array<T> to;

  Half(const AdjointArg* args, const Cells& cells, bool adds)
      : matrix{values<T>(args[lower].primal, cells), values<T>(args[middle].primal, cells),
               values<T>(args[upper].primal, cells)},
        right(values<T>(args[Argument::right].primal, cells)),
        seed(values<T>(args[solution(adds)].seed, cells)),
        targets{places<T>(args[lower].target, cells), places<T>(args[middle].target, cells),
                places<T>(args[upper].target, cells)},
        to(places<T>(args[Argument::right].target, cells)) {}

  /// Where the derivative of d is taken up: a solve in place has its seed there.
  void give(const Cells& cells, const tridsolver::Array<T>& lambda, bool adds) const {
    if (to.first == nullptr) return;
    if (adds) return add(cells, to, constant(lambda));
    copy(cells, to, constant(lambda));
  }
};

/// slope = A^-1 (d' - A' x)
template <class T>
void solve_along(const Cells& cells, const MatrixArrays<T>& matrix, const Half<T>& along, const WithNeighbours<T>& x,
                 const tridsolver::Array<T>& slope) {
  copy(cells, slope, along.right);
  std::vector<Product<T>> products;
  add_matrix_times(products, slope, along.matrix, x);
  subtract(cells, products);
  solve(cells, matrix, constant(slope), slope, false);
}

}  // namespace

template <class T>
template <bool adds, bool matrix>
void Functions<T>::second(const AdjointLaunch& launch) {
  const std::size_t n = arguments(adds);
  const Cells cells(launch);
  const Half<T> value(launch.args, cells, adds), along(launch.args + n, cells, adds);
  const Temporary<T> mu(cells), lambda(cells);
  solve(cells, value.matrix, along.seed, mu.array(), true);
  copy(cells, lambda.array(), value.seed);
  if (matrix) {
    std::vector<Product<T>> products;
    const WithNeighbours<T> a(cells, along.matrix.a), c(cells, along.matrix.c), all_mu(cells, constant(mu.array()));
    add_transposed_times(products, lambda.array(), a, along.matrix.b, c, all_mu);
    subtract(cells, products);
  }
  solve(cells, value.matrix, constant(lambda.array()), lambda.array(), true);
  if (matrix) {
    const Solution<T> x(cells, value.matrix, value.right, adds);
    const WithNeighbours<T> all_x(cells, x.array());
    std::optional<Temporary<T>> own;
    if (adds) solve_along(cells, value.matrix, along, all_x, own.emplace(cells).array());
    const WithNeighbours<T> all_slope(cells, adds ? constant(own->array()) : along.right);
    std::vector<Product<T>> products;
    add_outer(products, along.targets, constant(mu.array()), all_x);
    add_outer(products, value.targets, constant(mu.array()), all_slope);
    add_outer(products, value.targets, constant(lambda.array()), all_x);
    subtract(cells, products);
  }
  along.give(cells, mu.array(), adds);
  value.give(cells, lambda.array(), adds);
}
template void Functions<float>::second<false, false>(const AdjointLaunch&);
template void Functions<float>::second<false, true>(const AdjointLaunch&);
template void Functions<float>::second<true, false>(const AdjointLaunch&);
template void Functions<float>::second<true, true>(const AdjointLaunch&);
template void Functions<double>::second<false, false>(const AdjointLaunch&);
template void Functions<double>::second<false, true>(const AdjointLaunch&);
template void Functions<double>::second<true, false>(const AdjointLaunch&);
template void Functions<double>::second<true, true>(const AdjointLaunch&);

}  // namespace ops::tridiagonal
