// backends/cuda/tridiagonal.cpp: what ops/loops/builtin asks for, in passes over the device's memory.
#include <type_traits>

#include "backends/cuda/device_code.hpp"
#include "backends/cuda/passes.hpp"
#include "backends/cuda/point.hpp"
#include "backends/cuda/solve.hpp"
#include "backends/cuda/totals.hpp"
#include "ops/loops/builtin/solve_loop.hpp"

namespace ops::cuda {
namespace {

using tridsolver::Array;

template <class T>
Shape shape_of(const Array<T>& array) {
  Shape shape{reinterpret_cast<std::byte*>(const_cast<std::remove_const_t<T>*>(array.first)), {}, 0};
  for (std::size_t d = 0; d < tridsolver::max_dims; ++d)
    shape.pitch[d] = array.step[d] * static_cast<std::ptrdiff_t>(sizeof(T));
  return shape;
}

Box box_of(const tridsolver::Shape& shape) {
  Box box;
  for (std::size_t d = 0; d < tridsolver::max_dims; ++d) box.hi[d] = static_cast<int>(shape.cells[d]);
  return box;
}

template <class T>
class OnDevice final : public tridiagonal::Worker<T> {
 public:
  T* place(const void* address) const override { return static_cast<T*>(on_device(address)); }
  std::shared_ptr<T> memory(std::int64_t count) const override {
    const auto scratch = std::make_shared<Scratch>(static_cast<std::size_t>(count) * sizeof(T));
    return {scratch, reinterpret_cast<T*>(scratch->data())};
  }
  void solve(const tridsolver::Batch<T>& batch) const override { cuda::solve(batch); }
  void subtract(const tridsolver::Shape& shape, std::span<const tridiagonal::Product<T>> products) const override {
    cuda::subtract(shape, products);
  }
  void copy(const tridsolver::Shape& shape, const Array<T>& to, const Array<const T>& from) const override {
    cuda::copy(shape_of(to), shape_of(from), 1, sizeof(T), box_of(shape));
  }
  void add(const tridsolver::Shape& shape, const Array<T>& to, const Array<const T>& from) const override {
    constexpr bool wide = std::is_same_v<T, double>;
    cuda::add(shape_of(to), wide, shape_of(from), wide, 1, box_of(shape));
  }
};

template <class T, bool adds, bool matrix>
void know() {
  using Functions = tridiagonal::Functions<T>;
  DeviceCode{&Functions::template forward<adds>};
  DeviceCode{&Functions::template adjoint<adds, matrix>};
  DeviceCode{&Functions::template tangent<adds, matrix>};
  DeviceCode{&Functions::template second<adds, matrix>};
}
template <class T>
void know_all() {
  know<T, false, false>();
  know<T, false, true>();
  know<T, true, false>();
  know<T, true, true>();
}

}  // namespace

void solve_on_device() {
  static const OnDevice<float> of_float;
  static const OnDevice<double> of_double;
  static const bool once = [] {
    know_all<float>();
    know_all<double>();
    tridiagonal::compute_by(of_float, of_double);
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace ops::cuda
