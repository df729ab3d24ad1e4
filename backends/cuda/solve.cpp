// backends/cuda/solve.cpp: which way a batch is solved; and products of arrays.
#include "backends/cuda/solve.hpp"

#include "backends/cuda/chunks.hpp"
#include "tridsolver/tridsolver.hpp"

namespace ops::cuda {
namespace {

constexpr const char* what = "a tridiagonal solve";
constexpr int most_products = 9;  ///< of one launch

/// The cells of a shape.
Box box_of(const tridsolver::Shape& shape) noexcept {
  Box box;
  for (std::size_t d = 0; d < lane_axes; ++d) box.hi[d] = static_cast<int>(shape.cells[d]);
  return box;
}

/// A factor at the cells whose neighbours they are. Null: zero.
template <class T>
struct Shifted {
  const T* first;
  Steps step;
  int shift, axis, rows;

  OPS_EVERYWHERE bool find(const backend::Piece& s, T& value) const noexcept {
    const int row = (axis == 0 ? s.row[0] : axis == 1 ? s.row[1] : axis == 2 ? s.row[2] : s.row[3]) + shift;
    if (row < 0 || row >= rows) return false;
    value = first[sum_of({s.row[0], s.row[1], s.row[2], s.row[3]}, step)];
    return true;
  }
};

template <class T>
struct Subtract {
  struct Term {
    T* to;
    Steps step;
    Shifted<T> left, right;
  };
  Term terms[most_products];
  int count;

  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    for (int k = 0; k < count; ++k) {
      const Term& term = terms[k];
      T left{}, right{};
      if (term.left.find(s, left) && term.right.find(s, right))
        term.to[sum_of({s.row[0], s.row[1], s.row[2], s.row[3]}, term.step)] -= left * right;
    }
  }
};

template <class T>
Shifted<T> shifted(const tridsolver::Shape& shape, const tridiagonal::Factor<T>& factor) noexcept {
  const auto axis = static_cast<std::size_t>(shape.axis);
  return {factor.cells.first + factor.shift * factor.cells.step[axis], factor.cells.step, factor.shift, shape.axis,
          static_cast<int>(shape.cells[axis])};
}

}  // namespace

template <class T>
void solve(const tridsolver::Batch<T>& batch) {
  const std::int64_t rows = batch.shape.cells[static_cast<std::size_t>(batch.shape.axis)];
  if (box_of(batch.shape).empty()) return;
  if (tridsolver::in_chunks(batch.shape)) return solve_in_chunks(what, batch);
  thomas(what, batch, Cut{batch.shape, 1, 0, 0, rows});
}
template void solve(const tridsolver::Batch<float>&);
template void solve(const tridsolver::Batch<double>&);

template <class T>
void subtract(const tridsolver::Shape& shape, std::span<const tridiagonal::Product<T>> products) {
  Subtract<T> pass{{}, 0};
  const auto run = [&] {
    if (pass.count > 0) for_points("products of rows", box_of(shape), pass);
    pass.count = 0;
  };
  for (const tridiagonal::Product<T>& p : products) {
    if (p.to.first == nullptr || p.left.cells.first == nullptr || p.right.cells.first == nullptr) continue;
    pass.terms[pass.count++] = {p.to.first, p.to.step, shifted(shape, p.left), shifted(shape, p.right)};
    if (pass.count == most_products) run();
  }
  run();
}
template void subtract(const tridsolver::Shape&, std::span<const tridiagonal::Product<float>>);
template void subtract(const tridsolver::Shape&, std::span<const tridiagonal::Product<double>>);

}  // namespace ops::cuda
