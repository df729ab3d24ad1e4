// ops/loops/builtin/sample_loop.cpp: computes the sums and their adjoint.
#include "ops/loops/builtin/sample_loop.hpp"

#include <array>

#include "ops/loops/launch/reduce.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/support/error.hpp"

namespace ops::sample {
namespace {

constexpr const char* name = "ops_sample";

/// The points of one launch.
class Points {
 public:
  Points(const ArgView& view, const Box& range, int dims)
      : plan_(static_cast<const int*>(view.in)), range_(range), dims_(dims) {}

  /// Calls act(number of the point, its index, component of the sums) for every point in the range.
  template <class Act>
  void each(const Act& act) const {
    for (int k = 0; k < plan_[count]; ++k) {
      Index at{};
      for (int d = 0; d < dims_; ++d) at[static_cast<std::size_t>(d)] = plan_[static_cast<int>(points) + k * dims_ + d];
      if (range_.contains(at)) act(k, at, plan_[together] != 0 ? 0 : k);
    }
  }

  std::ptrdiff_t place(const ArgView& view, const Index& at) const {
    std::ptrdiff_t sum = plan_[component] * view.component;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dims_); ++d) sum += at[d] * view.step[d];
    return sum;
  }

 private:
  const int* plan_;
  Box range_;
  int dims_;
};

/// totals += weights * values, of a field and the sums that go with it.
template <class T, class R>
void add(const Launch& launch, const ArgView& values, const ArgView& into) {
  const Points points(launch.args[plan], launch.range, launch.dims);
  const R* const weight = static_cast<const R*>(launch.args[weights].in);
  auto* const totals = static_cast<reduce::Total<reduce::Op::sum, R>*>(into.out);
  points.each([&](int k, const Index& at, int sum) {
    const R term = weight[k] * static_cast<R>(static_cast<const T*>(values.in)[points.place(values, at)]);
    totals[sum].add(&term, 1);
  });
}

/// target += weights * seeds
template <class T, class R>
void spread(const AdjointLaunch& launch, const AdjointArg& to, const AdjointArg& from) {
  if (to.target.out == nullptr) return;
  const Points points(launch.args[plan].primal, launch.range, launch.dims);
  const R* const weight = static_cast<const R*>(launch.args[weights].primal.in);
  const R* const seed = static_cast<const R*>(from.seed.in);
  points.each([&](int k, const Index& at, int sum) {
    static_cast<T*>(to.target.out)[points.place(to.target, at)] += static_cast<T>(weight[k] * seed[sum]);
  });
}

template <class T, class R>
void forward(const Launch& launch) {
  add<T, R>(launch, launch.args[field], launch.args[sums]);
}
template <class T, class R>
void adjoint(const AdjointLaunch& launch) {
  spread<T, R>(launch, launch.args[field], launch.args[sums]);
}
template <class T, class R>
void tangent(const Launch& launch) {
  add<T, R>(launch, launch.args[arguments + field], launch.args[arguments + sums]);
}
template <class T, class R>
void second(const AdjointLaunch& launch) {
  adjoint<T, R>(launch);
  spread<T, R>(launch, launch.args[arguments + field], launch.args[arguments + sums]);
}

constexpr Index here[1] = {{}};
constexpr ArgFacts read{.reads_old = true, .target = true, .offsets = here, .reads = here};
constexpr ArgFacts summed{.written = true, .seed = true};
constexpr ArgFacts once[arguments] = {read, {}, {}, summed};
constexpr ArgFacts twice[2 * arguments] = {read, {}, {}, summed, read, {}, {}, summed};

template <class T, class R>
const LoopImplementation& implementation() {
  static const LoopImplementation derivative{.name = name, .kernel = name, .adjoint = &second<T, R>, .args = twice};
  static const LoopImplementation loop{.name = name,
                                       .kernel = name,
                                       .primal = &forward<T, R>,
                                       .adjoint = &adjoint<T, R>,
                                       .tangent = &tangent<T, R>,
                                       .second = &derivative,
                                       .args = once};
  return loop;
}

template <class T, class R, int dims>
void by_point(const Accessor<T, dims>&, const int*, const R*, R*) {
  throw OPSException(OPS_INTERNAL_ERROR)
      << "the kernel of ops_sample was called for a single point, but ops_sample is implemented only for whole ranges";
}

template <class T, class R>
KernelRef kernel_of(int dims) {
  KernelRef ref = dims == 1   ? kernel_ref(&by_point<T, R, 1>)
                  : dims == 2 ? kernel_ref(&by_point<T, R, 2>)
                  : dims == 3 ? kernel_ref(&by_point<T, R, 3>)
                  : dims == 4 ? kernel_ref(&by_point<T, R, 4>)
                              : kernel_ref(&by_point<T, R, 5>);
  ref.library = &implementation<T, R>();
  return ref;
}

}  // namespace

KernelRef kernel(Type value, Type sum, int dims) {
  if (value == Type::f64) return kernel_of<double, double>(dims);
  return sum == Type::f64 ? kernel_of<float, double>(dims) : kernel_of<float, float>(dims);
}

}  // namespace ops::sample
