// apps/common/real.hpp: the numbers of an application's fields: doubles, or as the build says (-DREAL=float). What is
// summed over all points is a double in either.
#pragma once

#include <type_traits>

#ifndef REAL
#define REAL double
#endif

namespace apps {

using Real = REAL;
static_assert(std::is_same_v<Real, double> || std::is_same_v<Real, float>, "REAL is double or float");

/// The same for the API.
inline constexpr const char* real_type = std::is_same_v<Real, float> ? "float" : "double";

}  // namespace apps
