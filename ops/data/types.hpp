// ops/data/types.hpp: element types, their names in the API, and access modes.
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

/// The element type that an API string names ("double", "long long", "float:soa", ..); Type::user for any other word.
/// @throws OPSException  `name` is null or empty
Type type_from_name(const char* name);
/// Canonical spelling ("double", "int", ...); "user" for Type::user.
const char* type_name(Type type) noexcept;
/// [bytes]; 0 for Type::user.
std::size_t type_size(Type type) noexcept;
/// float or double: the types that can carry derivatives.
constexpr bool is_real(Type type) noexcept { return type == Type::f64 || type == Type::f32; }
/// "OPS_READ" and so on; "access 17" for an unknown value.
std::string access_name(ops_access access);

/// The element type of the C++ type T; Type::user for types that are not in the API. Arrays of unsigned short are
/// treated as arrays of halves, except in kernels, where they are integers.
template <class T>
constexpr Type type_of() {
  if constexpr (std::is_same_v<T, double>) return Type::f64;
  else if constexpr (std::is_same_v<T, float>) return Type::f32;
  else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, std::uint16_t>) return Type::f16;
  else if constexpr (std::is_same_v<T, bool>) return Type::boolean;
  else if constexpr (std::is_same_v<T, complexd>) return Type::c64;
  else if constexpr (std::is_same_v<T, complexf>) return Type::c32;
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return sizeof(T) == 1 ? Type::i8 : sizeof(T) == 2 ? Type::i16 : sizeof(T) == 4 ? Type::i32 : Type::i64;
  else if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) return sizeof(T) == 4 ? Type::u32 : Type::u64;
  else return Type::user;
}

}  // namespace ops
