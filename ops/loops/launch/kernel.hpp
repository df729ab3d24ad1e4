// ops/loops/launch/kernel.hpp: defines type-erased references to kernels.
#pragma once

#include <span>
#include <tuple>
#include <utility>

#include "ops/data/types.hpp"
#include "ops/loops/launch/accessor.hpp"

namespace ops {

struct LoopImplementation;  // ops/loops/launch/registry.hpp

/// The data of one kernel argument at one point of a loop.
struct PointView {
  void* data = nullptr;  ///< dat: the cell; gbl, scalar: the values; reduce: the point's elements; idx: the index
  const std::ptrdiff_t* pitch = nullptr;  ///< dat: one per axis [elements]
  std::ptrdiff_t component = 1;           ///< dat [elements]
  const AccessGuard* guard = nullptr;
};

struct KernelParam {
  int rank = 0;           ///< number of axes of an accessor; 0: a pointer
  bool constant = false;  ///< const ACC<T>& or const T*
  Type type = Type::user;
  std::size_t bytes = 0;  ///< sizeof(T)
};

/// A reference to a kernel of any C++ type. The members `call` and `params` depend on the kernel's parameter types.
struct KernelRef {
  using Plain = void (*)();
  Plain kernel = nullptr;
  void (*call)(Plain kernel, const PointView* at) = nullptr;
  std::span<const KernelParam> params;
  /// implementation of a loop of the library, which runs as a whole; null: a user's kernel
  const LoopImplementation* library = nullptr;
};

namespace detail {

/// Returns the element type T of a kernel parameter (ACC<T> or T*). The type unsigned short represents a 16-bit
/// floating-point number in a dataset, but an integer in a kernel.
template <class T>
constexpr Type computed_type() {
  return std::is_same_v<T, std::uint16_t> ? Type::user : type_of<T>();
}

template <class Param>
struct Binding {
  static_assert(sizeof(Param) == 0, "ops_par_loop: a kernel parameter must be ACC<T>&, const ACC<T>&, T* or const T*");
};
template <class T, int Rank, bool Const>
struct AccessorBinding {
  static constexpr KernelParam param{Rank, Const, computed_type<T>(), sizeof(T)};
  static Accessor<T, Rank> bind(const PointView& at) {
    return {static_cast<T*>(at.data), at.pitch, at.component, at.guard};
  }
};
template <class T, int Rank>
struct Binding<Accessor<T, Rank>&> : AccessorBinding<T, Rank, false> {};
template <class T, int Rank>
struct Binding<const Accessor<T, Rank>&> : AccessorBinding<T, Rank, true> {};
template <class T, int Rank>
struct Binding<Accessor<T, Rank>> : AccessorBinding<T, Rank, false> {};
template <class T>
struct Binding<T*> {
  static constexpr KernelParam param{0, std::is_const_v<T>, computed_type<std::remove_cv_t<T>>(), sizeof(T)};
  static T* bind(const PointView& at) { return static_cast<T*>(at.data); }
};

template <class... Params>
inline constexpr std::array<KernelParam, sizeof...(Params)> kernel_params{Binding<Params>::param...};

template <class... Params>
void call_kernel(KernelRef::Plain kernel, [[maybe_unused]] const PointView* at) {
  [&]<std::size_t... position>(std::index_sequence<position...>) {
    auto bound = std::make_tuple(Binding<Params>::bind(at[position])...);
    reinterpret_cast<void (*)(Params...)>(kernel)(std::get<position>(bound)...);
  }(std::index_sequence_for<Params...>{});
}

}  // namespace detail

template <class... Params>
KernelRef kernel_ref(void (*kernel)(Params...)) {
  return {reinterpret_cast<KernelRef::Plain>(kernel), &detail::call_kernel<Params...>, detail::kernel_params<Params...>,
          nullptr};
}

}  // namespace ops
