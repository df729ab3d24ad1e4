// backends/cuda/point.hpp: helpers of point functions: addresses of cells, arrays passed by value, cells of
// derivatives. Compiled for the device and for the host, with the same meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "backends/common/address.hpp"
#include "backends/common/cells.hpp"
#include "backends/common/everywhere.hpp"
#include "ops/loops/launch/launch.hpp"

/// Stands before functions of one point, and what they call.
#define OPS_POINT OPS_EVERYWHERE inline

namespace ops::cuda {

/// Where the device has what stands at a buffer's address; null stays null.
/// @throws OPSException  the memory is not the machine's
void* on_device(const void* address);

/// In 32 bits, which device code multiplies in one instruction. Datasets of any size have such distances along axes 0
/// and 1.
/// @throws OPSException  it is too large
int narrow(std::ptrdiff_t distance);

}  // namespace ops::cuda

namespace ops::points {

using backend::Piece;

/// From one cell to the next along axis 0 or 1 [elements].
inline int pitch(std::ptrdiff_t elements) { return cuda::narrow(elements); }

/// a * b + c in one instruction: compilers that move a conversion to 64 bits out of a loop multiply in three.
OPS_POINT std::int64_t wide(int a, int b, std::int64_t c) noexcept {
#ifdef __CUDA_ARCH__
  std::int64_t result;
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(result) : "r"(a), "r"(b), "l"(c));
  return result;
#else
  return std::int64_t{a} * b + c;
#endif
}

/// A dataset at the points of a loop over `dims` axes.
template <class T, int dims>
class Cells {
 public:
  Cells(const void* origin, const ArgView& view) : origin_(static_cast<T*>(cuda::on_device(origin))) {
    constexpr auto element = static_cast<std::ptrdiff_t>(sizeof(T));
    if (origin == nullptr) return;
    for (int axis = 0; axis < flat; ++axis)
      step_[axis] = cuda::narrow(view.step[static_cast<std::size_t>(axis)] * element);
    for (int axis = flat; axis < dims; ++axis) deep_[axis - flat] = view.step[static_cast<std::size_t>(axis)] * element;
  }
  /// The point's cell; null if the argument is switched off.
  OPS_POINT T* at(const Piece& s) const noexcept {
    if (origin_ == nullptr) return nullptr;
    std::int64_t sum = wide(s.x, step_[0], 0);
    if constexpr (dims > 1) sum = wide(s.y, step_[1], sum);
    for (int axis = flat; axis < dims; ++axis) sum += s.row[static_cast<std::size_t>(axis)] * deep_[axis - flat];
    return reinterpret_cast<T*>(reinterpret_cast<Byte*>(origin_) + sum);
  }

 private:
  using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
  static constexpr int flat = dims > 1 ? 2 : 1;  ///< axes with steps of 32 bits
  T* origin_;
  int step_[flat]{};  ///< [bytes]
  std::ptrdiff_t deep_[dims > flat ? dims - flat : 1]{};
};

/// Prolongation: a coarse dataset at the points of a fine loop, without what axis 0 adds.
template <class T, int dims>
class CoarseRows {
 public:
  CoarseRows(const void* origin, const ArgView& view) : origin_(static_cast<T*>(cuda::on_device(origin))) {
    for (int axis = 0; axis < dims; ++axis) {
      step_[axis] = view.step[static_cast<std::size_t>(axis)];
      divisor_[axis] = view.divisor[static_cast<std::size_t>(axis)];
    }
  }
  OPS_POINT T* at(const Piece& s) const noexcept {
    if (origin_ == nullptr) return nullptr;
    T* cell = origin_;
    for (int axis = 1; axis < dims; ++axis) {
      const int index = axis == 1 ? s.y : s.row[static_cast<std::size_t>(axis)];
      cell += floor_div(index, divisor_[axis]) * step_[axis];
    }
    return cell;
  }

 private:
  T* origin_;
  std::ptrdiff_t step_[dims];
  int divisor_[dims];
};

/// An array that a launch passes by value.
template <class T, int count>
class Values {
 public:
  Values(const void* from) {
    if (from != nullptr) std::memcpy(&values_, from, sizeof values_);
  }
  OPS_POINT const T* data() const noexcept { return values_; }

 private:
  alignas(16) T values_[count]{};
};

/// The cells of one derivative in a reversed loop.
struct Reach {
  bool wanted;
  Box range;  ///< of source points
  Box part;   ///< cells to complete
  Box hole;   ///< cells that hold nothing yet

  explicit Reach(const AdjointLaunch& launch, const AdjointArg& arg)
      : wanted(arg.target.out != nullptr), range(launch.range), part(launch.part), hole(arg.hole) {}

  /// Whether `box` has the cell `off` away from the point.
  template <int dims>
  OPS_POINT static bool in(const Box& box, const Piece& s, const Index& off, int sign) noexcept {
    for (int axis = 0; axis < dims; ++axis) {
      const std::size_t a = static_cast<std::size_t>(axis);
      const int at = (axis == 0 ? s.x : axis == 1 ? s.y : s.row[a]) + sign * off[a];
      if (at < box.lo[a] || at >= box.hi[a]) return false;
    }
    return true;
  }
  /// Whether the cell is to be written instead of added to.
  template <int dims>
  OPS_POINT bool writes(const Piece& cell) const noexcept {
    return in<dims>(hole, cell, Index{}, 1);
  }
  /// Whether the source point that reads the cell through `point` is one of the loop.
  template <int dims>
  OPS_POINT bool has(const Piece& cell, const Index& point) const noexcept {
    return in<dims>(range, cell, point, -1);
  }
  /// Whether nothing of the cell is to be kept: it holds nothing yet, or nobody wants it.
  template <int dims>
  OPS_POINT bool empty(const Piece& cell) const noexcept {
    return !wanted || writes<dims>(cell);
  }
  /// The cell that source point `s` reads through `point`: 0 if it is not to be changed, -1 to be written, 1 to be
  /// added to.
  template <int dims>
  OPS_POINT int at(const Piece& s, const Index& point) const noexcept {
    if (!wanted || !in<dims>(part, s, point, 1)) return 0;
    return in<dims>(hole, s, point, 1) ? -1 : 1;
  }
};

/// What a Reach says of cells that are all alike: part of the launch, with source points for all of their terms.
struct Alike {
  bool wanted;
  bool write;  ///< they hold nothing yet
  template <int dims>
  OPS_POINT bool writes(const Piece&) const noexcept {
    return write;
  }
  template <int dims>
  OPS_POINT bool has(const Piece&, const Index&) const noexcept {
    return true;
  }
  template <int dims>
  OPS_POINT bool empty(const Piece&) const noexcept {
    return !wanted || write;
  }
  template <int dims>
  OPS_POINT int at(const Piece&, const Index&) const noexcept {
    return !wanted ? 0 : write ? -1 : 1;
  }
};

#ifdef __CUDACC__
/// Memory that stands for an argument that is switched off: it is read, and what was read is not used.
template <class T>
static __device__ T nothing[2 * backend::piece_cells];
#endif

/// The argument itself, or memory that stands for it, with `cell` elements from one point to the next.
template <int cell, class T>
OPS_POINT T* given_or_nothing(T* argument) noexcept {
#ifdef __CUDA_ARCH__
  return argument != nullptr ? argument : nothing<std::remove_const_t<T>> + backend::piece_cells;
#else
  return backend::given_or_nothing<cell>(argument);
#endif
}

}  // namespace ops::points
