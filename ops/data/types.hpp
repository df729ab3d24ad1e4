// ops/data/types.hpp: defines element types, their names in the API, and access modes.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "ops/data/half.hpp"

using uint = unsigned int;
using ll = long long;
using ull = unsigned long long;
using ul = unsigned long;
using complexd = std::complex<double>;
using complexf = std::complex<float>;

using ops_access = int;
#define OPS_READ 0
#define OPS_WRITE 1
#define OPS_RW 2
#define OPS_INC 3
#define OPS_MIN 4
#define OPS_MAX 5

namespace ops {

enum class Type : std::uint8_t {
  f64,
  f32,
  f16,
  i8,
  i16,
  i32,
  i64,
  u32,
  u64,
  boolean,
  c64,
  c32,
  user  // user: a struct the application names
};

/// Returns the element type for a type string such as "double" or "float:soa", or Type::user for an unknown string.
/// @throws OPSException  `name` is null or empty
Type type_from_name(const char* name);
/// Returns the canonical name of a type, such as "double", or "user" for Type::user.
const char* type_name(Type type) noexcept;
/// Returns the size of a type [bytes], or 0 for Type::user.
std::size_t type_size(Type type) noexcept;
/// Returns whether a type can have derivatives, which is true only for float and double.
constexpr bool is_real(Type type) noexcept { return type == Type::f64 || type == Type::f32; }
/// Returns the name of an access mode, such as "OPS_READ". For an unknown value such as 17, the name is "access 17".
std::string access_name(ops_access access);

/// Returns the element type of the C++ type T, or Type::user for types that the library does not know. For unsigned
/// short, the function returns Type::f16 (half precision), although unsigned short is an integer type in kernels.
template <class T>
constexpr Type type_of() {
  if constexpr (std::is_same_v<T, double>) return Type::f64;
  else if constexpr (std::is_same_v<T, float>) return Type::f32;
  else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, std::uint16_t>) return Type::f16;
  else if constexpr (std::is_same_v<T, bool>) return Type::boolean;
  else if constexpr (std::is_same_v<T, complexd>) return Type::c64;
  else if constexpr (std::is_same_v<T, complexf>) return Type::c32;
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return sizeof(T) == 1 ? Type::i8 : sizeof(T) == 2 ? Type::i16 : sizeof(T) == 4 ? Type::i32 : Type::i64;
  else if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) return sizeof(T) == 4 ? Type::u32 : Type::u64;
  else return Type::user;
}

}  // namespace ops
