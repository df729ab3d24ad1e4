// ops/loops/builtin/solve_worker.cpp: divides rows of cells among threads of the host.
#include "ops/loops/builtin/solve_worker.hpp"

#include <algorithm>

#include "ops/loops/builtin/launch_rows.hpp"
#include "ops/loops/launch/registry.hpp"
#include "tridsolver/tridsolver.hpp"

namespace ops::tridiagonal {
namespace {

using tridsolver::Array;
using tridsolver::Index;

/// Calls act(index of the first cell) for every row along axis 0.
template <class Act>
void for_rows(const tridsolver::Shape& shape, const Act& act) {
  const Index& n = shape.cells;
  const std::int64_t rows = n[0] > 0 ? n[1] * n[2] * n[3] : 0;
  const auto some = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) act(Index{0, row % n[1], row / n[1] % n[2], row / n[1] / n[2]});
  };
  if (const tridsolver::Parallel parallel = threads(shape)) return parallel(rows, some);
  some(0, rows);
}

/// Values of cells along axis 0. Null: these cells do not exist.
template <class T>
struct Row {
  const T* first = nullptr;
  std::ptrdiff_t step = 1;
};

template <class T>
Row<T> row_of(const tridsolver::Shape& shape, const Factor<T>& factor, Index at) {
  const auto axis = static_cast<std::size_t>(shape.axis);
  at[axis] += factor.shift;
  if (at[axis] >= 0 && at[axis] < shape.cells[axis])
    return {factor.cells.first + offset(at, factor.cells.step), factor.cells.step[0]};
  const T* const beyond = at[axis] < 0 ? factor.before : factor.after;
  return {beyond == nullptr ? nullptr : beyond + system_of(shape, at)};
}

/// So many cells along axis 0; of each factor all lie here, or all beyond.
template <class T>
void subtract_some(const tridsolver::Shape& shape, const Product<T>& p, const Index& at, std::int64_t count) {
  if (count <= 0) return;
  const Row<T> left = row_of(shape, p.left, at), right = row_of(shape, p.right, at);
  if (left.first == nullptr || right.first == nullptr) return;
  T* const to = p.to.first + offset(at, p.to.step);
  if (p.to.step[0] == 1 && left.step == 1 && right.step == 1) {
    for (std::int64_t i = 0; i < count; ++i) to[i] -= left.first[i] * right.first[i];
    return;
  }
  for (std::int64_t i = 0; i < count; ++i)
    to[i * p.to.step[0]] -= left.first[i * left.step] * right.first[i * right.step];
}

/// Systems along axis 0 have cells at their ends whose factors lie beyond.
template <class T>
void subtract_row(const tridsolver::Shape& shape, const Product<T>& p, Index at) {
  if (p.to.first == nullptr || p.left.cells.first == nullptr || p.right.cells.first == nullptr) return;
  const std::int64_t count = shape.cells[0];
  if (shape.axis != 0) return subtract_some(shape, p, at, count);
  const int least = std::min({p.left.shift, p.right.shift, 0}), most = std::max({p.left.shift, p.right.shift, 0});
  subtract_some(shape, p, at, -least);
  at[0] = -least;
  subtract_some(shape, p, at, count - most + least);
  at[0] = count - most;
  subtract_some(shape, p, at, most);
}

/// Addresses of the machine are those of the host.
template <class T>
class Threads final : public Worker<T> {
 public:
  T* place(const void* address) const override { return static_cast<T*>(const_cast<void*>(address)); }
  std::shared_ptr<T> memory(std::int64_t count) const override {
    return {new T[static_cast<std::size_t>(count)], std::default_delete<T[]>()};
  }
  void solve(const tridsolver::Batch<T>& batch) const override { tridsolver::solve(batch, threads(batch.shape)); }
  void subtract(const tridsolver::Shape& shape, std::span<const Product<T>> products) const override {
    for_rows(shape, [&](const Index& at) {
      for (const Product<T>& product : products) subtract_row(shape, product, at);
    });
  }
  void copy(const tridsolver::Shape& shape, const Array<T>& to, const Array<const T>& from) const override {
    for_rows(shape, [&](const Index& at) {
      T* const t = to.first + offset(at, to.step);
      const T* const f = from.first + offset(at, from.step);
      for (std::int64_t i = 0; i < shape.cells[0]; ++i) t[i * to.step[0]] = f[i * from.step[0]];
    });
  }
  void add(const tridsolver::Shape& shape, const Array<T>& to, const Array<const T>& from) const override {
    for_rows(shape, [&](const Index& at) {
      T* const t = to.first + offset(at, to.step);
      const T* const f = from.first + offset(at, from.step);
      for (std::int64_t i = 0; i < shape.cells[0]; ++i) t[i * to.step[0]] += f[i * from.step[0]];
    });
  }
};

template <class T>
const Worker<T>& host() {
  static const Threads<T> threads;
  return threads;
}
/// Of the process, as the backend is.
template <class T>
const Worker<T>*& chosen() {
  static const Worker<T>* worker = &host<T>();
  return worker;
}
thread_local int by_host = 0;

}  // namespace

template <class T>
const Worker<T>& worker() {
  return by_host > 0 ? host<T>() : *chosen<T>();
}
template const Worker<float>& worker();
template const Worker<double>& worker();

ByHost::ByHost() { ++by_host; }
ByHost::~ByHost() { --by_host; }

void compute_by(const Worker<float>& of_float, const Worker<double>& of_double) {
  chosen<float>() = &of_float;
  chosen<double>() = &of_double;
}

tridsolver::Parallel threads(const tridsolver::Shape& shape) {
  constexpr std::int64_t few = 4096;
  std::int64_t volume = 1;
  for (const std::int64_t cells : shape.cells) volume *= cells;
  return volume > few ? tridsolver::Parallel(on_all_cores) : tridsolver::Parallel();
}

}  // namespace ops::tridiagonal
