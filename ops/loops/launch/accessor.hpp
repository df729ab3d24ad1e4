// ops/loops/launch/accessor.hpp: defines ACC<T>, which kernels use to access the cells of a dataset. ACC<T> works for
// arrays of structures and for structures of arrays.
//
// Within a translation unit, every `ACC` has the same number of dimensions. To set the number of dimensions, define one
// of the macros OPS_1D to OPS_5D before you include this header (default: OPS_1D).
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ops/data/box.hpp"
#include "ops/data/soa.hpp"

namespace ops {

/// Checks each access that a kernel makes through one argument of a loop.
class AccessGuard {
 public:
  virtual ~AccessGuard() = default;
  /// @throws OPSException  the cell does not exist: names the loop, the dataset, the offset and the halo
  virtual void check(const int* offset, int rank, int component) const = 0;
};

/// Gives a kernel access to the cells around the current point of a loop. For an accessor `a`, the cell at offset (o0,
/// o1, ..) is a(o0, o1, ..), and its component c is a(c, o0, o1, ..).
template <class T, int Rank>
class Accessor {
 public:
  Accessor(T* at, const std::ptrdiff_t* pitch, std::ptrdiff_t component, const AccessGuard* guard = nullptr)
      : at_(at), pitch_(pitch), component_(component), guard_(guard) {}

  template <class... Offsets>
  const T& operator()(Offsets... offset) const {
    return at_[element(offset...)];
  }
  template <class... Offsets>
  T& operator()(Offsets... offset) {
    return at_[element(offset...)];
  }

  // The function combine_inc adds its last argument to a cell. The functions combine_min and combine_max set a cell to
  // the minimum or maximum of the cell's value and the last argument.
  template <class... Offsets>
  void combine_inc(Offsets... offset_value) {
    combine([](T& cell, const T& value) { cell += value; }, offset_value...);
  }
  template <class... Offsets>
  void combine_min(Offsets... offset_value) {
    combine([](T& cell, const T& value) { cell = value < cell ? value : cell; }, offset_value...);
  }
  template <class... Offsets>
  void combine_max(Offsets... offset_value) {
    combine([](T& cell, const T& value) { cell = cell < value ? value : cell; }, offset_value...);
  }

 private:
  template <class... Offsets>
  std::ptrdiff_t element(Offsets... offset) const {
    static_assert(
        sizeof...(Offsets) == Rank || sizeof...(Offsets) == Rank + 1,
        "ACC: give one offset per dimension (OPS_1D .. OPS_5D), with the component first for multi-component datasets");
    const std::array<int, sizeof...(Offsets)> o{static_cast<int>(offset)...};
    constexpr std::size_t skip = sizeof...(Offsets) - Rank;
    if (guard_ != nullptr) [[unlikely]]
      guard_->check(o.data() + skip, Rank, skip == 1 ? o[0] : 0);
    std::ptrdiff_t index = skip == 1 ? o[0] * component_ : 0;
    for (std::size_t axis = 0; axis < Rank; ++axis) index += o[skip + axis] * pitch_[axis];
    return index;
  }

  template <class Combine, class... Offsets>
  void combine(Combine into, Offsets... offset_value) {
    const auto all = std::make_tuple(offset_value...);
    [&]<std::size_t... position>(std::index_sequence<position...>) {
      into(at_[element(std::get<position>(all)...)], static_cast<T>(std::get<sizeof...(position)>(all)));
    }(std::make_index_sequence<sizeof...(Offsets) - 1>{});
  }

  T* at_;
  const std::ptrdiff_t* pitch_;
  std::ptrdiff_t component_;
  const AccessGuard* guard_;
};

#if defined(OPS_5D)
constexpr int accessor_rank = 5;
#elif defined(OPS_4D)
constexpr int accessor_rank = 4;
#elif defined(OPS_3D)
constexpr int accessor_rank = 3;
#elif defined(OPS_2D)
constexpr int accessor_rank = 2;
#else
constexpr int accessor_rank = 1;
#endif

/// True if the program defined OPS_SOA before including this header. The translator uses it; at run time each dataset
/// has its own layout, and that of OPS_SOA unless the program chooses another.
#if defined(OPS_SOA)
constexpr bool soa_requested = true;
[[maybe_unused]] static const bool soa_is_default = make_soa_default();
#else
constexpr bool soa_requested = false;
#endif

}  // namespace ops

template <class T>
using ACC = ops::Accessor<T, ops::accessor_rank>;
/// The type through which a hand-written adjoint kernel accesses the derivative of a dataset.
template <class T>
using ACC_A1S = ACC<T>;
