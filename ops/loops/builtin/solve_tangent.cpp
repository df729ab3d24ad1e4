// ops/loops/builtin/solve_tangent.cpp: the tangent: A x' = d' - A' x.
#include <optional>

#include "ops/loops/builtin/row_products.hpp"
#include "ops/loops/builtin/solve_loop.hpp"

namespace ops::tridiagonal {
namespace {

/// The direction lies where the result's will: it is as it was, perhaps in another place.
template <class T>
tridsolver::Array<T> direction(const ArgView& view, const Cells& cells) {
  const tridsolver::Array<T> place = places<T>(view, cells);
  if (view.in != view.out) copy(cells, place, values<T>(view, cells));
  return place;
}

}  // namespace

template <class T>
template <bool adds, bool matrix>
void Functions<T>::tangent(const Launch& launch) {
  const std::size_t n = arguments(adds);
  const ArgView* const args = launch.args;
  const ArgView* const directions = launch.args + n;
  const Cells cells(launch);
  const MatrixArrays<T> a{values<T>(args[lower], cells), values<T>(args[middle], cells), values<T>(args[upper], cells)};
  const tridsolver::Array<T> result = direction<T>(directions[solution(adds)], cells);
  std::optional<Temporary<T>> own;
  tridsolver::Array<T> sum = result;
  if (adds) {
    sum = own.emplace(cells).array();
    copy(cells, sum, values<T>(directions[right], cells));
  }
  if (matrix) {
    const Solution<T> x(cells, a, values<T>(args[right], cells), adds);
    const MatrixArrays<T> along{values<T>(directions[lower], cells), values<T>(directions[middle], cells),
                                values<T>(directions[upper], cells)};
    const WithNeighbours<T> all_x(cells, x.array());
    std::vector<Product<T>> products;
    add_matrix_times(products, sum, along, all_x);
    subtract(cells, products);
  }
  solve(cells, a, constant(sum), result, false, adds);
}
template void Functions<float>::tangent<false, false>(const Launch&);
template void Functions<float>::tangent<false, true>(const Launch&);
template void Functions<float>::tangent<true, false>(const Launch&);
template void Functions<float>::tangent<true, true>(const Launch&);
template void Functions<double>::tangent<false, false>(const Launch&);
template void Functions<double>::tangent<false, true>(const Launch&);
template void Functions<double>::tangent<true, false>(const Launch&);
template void Functions<double>::tangent<true, true>(const Launch&);

}  // namespace ops::tridiagonal
