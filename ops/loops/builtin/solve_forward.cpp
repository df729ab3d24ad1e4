// ops/loops/builtin/solve_forward.cpp: the solve itself.
#include "ops/loops/builtin/row_products.hpp"
#include "ops/loops/builtin/solve_loop.hpp"
#include "ops/loops/launch/registry.hpp"
#include "tridsolver/tridsolver.hpp"

namespace ops::tridiagonal {
namespace {

/// Target `checked`: what cannot be solved is named, by the indices that the program uses.
template <class T>
void solve_or_say(const Cells& cells, const tridsolver::Batch<T>& batch) {
  if (!registry().backend.compare) return solve(cells, batch);
  std::optional<tridsolver::Fault> fault = tridsolver::solve_checked(batch, threads(cells.shape));
  if (!fault) return;
  for (std::size_t d = 0; d < static_cast<std::size_t>(cells.shape.dims); ++d) fault->system[d] += cells.range.lo[d];
  throw Unsolvable(OPS_RUNTIME_ERROR, fault->text());
}

}  // namespace

template <class T>
template <bool adds>
void Functions<T>::forward(const Launch& launch) {
  const Cells cells(launch);
  const ArgView& result = launch.args[solution(adds)];
  const tridsolver::Array<T> x = places<T>(result, cells);
  if (adds && result.in != result.out) copy(cells, x, values<T>(result, cells));
  solve_or_say(cells, tridsolver::Batch<T>{cells.shape, values<T>(launch.args[lower], cells),
                                           values<T>(launch.args[middle], cells), values<T>(launch.args[upper], cells),
                                           values<T>(launch.args[right], cells), x, adds, false});
}
template void Functions<float>::forward<false>(const Launch&);
template void Functions<float>::forward<true>(const Launch&);
template void Functions<double>::forward<false>(const Launch&);
template void Functions<double>::forward<true>(const Launch&);

}  // namespace ops::tridiagonal
