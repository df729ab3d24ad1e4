// ops/tridiagonal/products.cpp: rows of cells, spread over threads.
#include "ops/tridiagonal/products.hpp"

#include <algorithm>

namespace ops::tridiagonal {
namespace {

using tridsolver::Array;
using tridsolver::Index;

std::ptrdiff_t offset(const Index& at, const Index& step) {
  std::ptrdiff_t sum = 0;
  for (std::size_t d = 0; d < tridsolver::max_dims; ++d) sum += at[d] * step[d];
  return sum;
}

/// Calls act(index of the first cell) for every row along axis 0.
template <class Act>
void for_rows(const Cells& cells, const Act& act) {
  const Index& n = cells.shape.cells;
  if (n[0] == 0) return;
  const std::int64_t rows = cells.volume() / n[0];
  const auto some = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) act(Index{0, row % n[1], row / n[1] % n[2], row / n[1] / n[2]});
  };
  if (const tridsolver::Parallel parallel = threads(cells)) return parallel(rows, some);
  some(0, rows);
}

/// Indices along the axis for which both factors exist.
template <class T>
std::pair<std::int64_t, std::int64_t> existing(const Product<T>& p, std::int64_t count) {
  const int least = std::min({p.left_shift, p.right_shift, 0}), most = std::max({p.left_shift, p.right_shift, 0});
  return {-least, count - most};
}

template <class T>
void subtract_row(const Cells& cells, const Product<T>& p, Index at) {
  if (p.to.first == nullptr || p.left.first == nullptr || p.right.first == nullptr) return;
  const auto axis = static_cast<std::size_t>(cells.shape.axis);
  const auto [begin, end] = existing(p, cells.shape.cells[axis]);
  std::int64_t count = cells.shape.cells[0];
  if (axis == 0) {
    at[0] = begin;
    count = end - begin;
  } else if (at[axis] < begin || at[axis] >= end) {
    return;
  }
  T* const to = p.to.first + offset(at, p.to.step);
  const T* const left = p.left.first + offset(at, p.left.step) + p.left_shift * p.left.step[axis];
  const T* const right = p.right.first + offset(at, p.right.step) + p.right_shift * p.right.step[axis];
  if (p.to.step[0] == 1 && p.left.step[0] == 1 && p.right.step[0] == 1) {
    for (std::int64_t i = 0; i < count; ++i) to[i] -= left[i] * right[i];
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) to[i * p.to.step[0]] -= left[i * p.left.step[0]] * right[i * p.right.step[0]];
}

}  // namespace

template <class T>
void subtract(const Cells& cells, const std::vector<Product<T>>& products) {
  for_rows(cells, [&](const Index& at) {
    for (const Product<T>& product : products) subtract_row(cells, product, at);
  });
}
template void subtract(const Cells&, const std::vector<Product<float>>&);
template void subtract(const Cells&, const std::vector<Product<double>>&);

template <class T>
void copy(const Cells& cells, const Array<T>& to, const Array<const T>& from) {
  for_rows(cells, [&](const Index& at) {
    T* const t = to.first + offset(at, to.step);
    const T* const f = from.first + offset(at, from.step);
    for (std::int64_t i = 0; i < cells.shape.cells[0]; ++i) t[i * to.step[0]] = f[i * from.step[0]];
  });
}
template void copy(const Cells&, const Array<float>&, const Array<const float>&);
template void copy(const Cells&, const Array<double>&, const Array<const double>&);

template <class T>
void add(const Cells& cells, const Array<T>& to, const Array<const T>& from) {
  for_rows(cells, [&](const Index& at) {
    T* const t = to.first + offset(at, to.step);
    const T* const f = from.first + offset(at, from.step);
    for (std::int64_t i = 0; i < cells.shape.cells[0]; ++i) t[i * to.step[0]] += f[i * from.step[0]];
  });
}
template void add(const Cells&, const Array<float>&, const Array<const float>&);
template void add(const Cells&, const Array<double>&, const Array<const double>&);

}  // namespace ops::tridiagonal
