// ops/loops/builtin/solve_adjoint.cpp: the adjoint: one solve with the transposed matrices, then one pass.
#include <optional>

#include "ops/loops/builtin/row_products.hpp"
#include "ops/loops/builtin/solve_loop.hpp"

namespace ops::tridiagonal {

/// A solve in place consumes its seed where it lies: the target of d is the same memory.
template <class T>
template <bool adds, bool matrix>
void Functions<T>::adjoint(const AdjointLaunch& launch) {
  const AdjointArg* const args = launch.args;
  const Cells cells(launch);
  const MatrixArrays<T> a{values<T>(args[lower].primal, cells), values<T>(args[middle].primal, cells),
                          values<T>(args[upper].primal, cells)};
  const std::array<tridsolver::Array<T>, 3> targets{places<T>(args[lower].target, cells),
                                                    places<T>(args[middle].target, cells),
                                                    places<T>(args[upper].target, cells)};
  const bool wanted = matrix && (targets[0].first || targets[1].first || targets[2].first);
  const tridsolver::Array<const T> seed = values<T>(args[solution(adds)].seed, cells);
  const tridsolver::Array<T> to = places<T>(args[right].target, cells);
  if (!wanted) return solve(cells, a, seed, to, true, adds);

  std::optional<Temporary<T>> own;
  if (adds) own.emplace(cells);
  const tridsolver::Array<T> lambda = adds ? own->array() : to;
  solve(cells, a, seed, lambda, true);
  const Solution<T> x(cells, a, values<T>(args[right].primal, cells), adds);
  const WithNeighbours<T> all_x(cells, x.array());
  std::vector<Product<T>> products;
  add_outer(products, targets, constant(lambda), all_x);
  subtract(cells, products);
  if (adds && to.first) add(cells, to, constant(lambda));
}
template void Functions<float>::adjoint<false, false>(const AdjointLaunch&);
template void Functions<float>::adjoint<false, true>(const AdjointLaunch&);
template void Functions<float>::adjoint<true, false>(const AdjointLaunch&);
template void Functions<float>::adjoint<true, true>(const AdjointLaunch&);
template void Functions<double>::adjoint<false, false>(const AdjointLaunch&);
template void Functions<double>::adjoint<false, true>(const AdjointLaunch&);
template void Functions<double>::adjoint<true, false>(const AdjointLaunch&);
template void Functions<double>::adjoint<true, true>(const AdjointLaunch&);

}  // namespace ops::tridiagonal
