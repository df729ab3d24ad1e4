// tests/ops/loops/functions/accuracy.cpp: every function beside that of GNU MPFR and that of the C library in long
// double.
#include "tests/ops/loops/functions/accuracy.hpp"

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ops/loops/functions/functions.hpp"

namespace accuracy {

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

using Real = __mpfr_struct;

/// Of many arguments at once, so that loops are vector code, as generated ones are.
#define OPS_MANY(call)                                                            \
  [](const float* x, [[maybe_unused]] const float* y, float* values, int count) { \
    for (int k = 0; k < count; ++k) values[k] = call;                             \
  }

#define OPS_ONE(name, allowed, least, most)                                                                     \
  Function {                                                                                                    \
    #name, allowed, 1, [](double x, double) { return ops::functions::name(x); },                                \
        [](float x, float) { return ops::functions::name(x); }, OPS_MANY(ops::functions::name(x[k])),           \
        [](long double x, long double) { return std::name(x); }, [](double x, double) { return std::name(x); }, \
        [](void* result, const void* x, const void*) {                                                          \
          return mpfr_##name(static_cast<Real*>(result), static_cast<const Real*>(x), MPFR_RNDN);               \
        },                                                                                                      \
        least, most                                                                                             \
  }
#define OPS_TWO(name, allowed, least, most)                                                                        \
  Function {                                                                                                       \
    #name, allowed, 2, [](double x, double y) { return ops::functions::name(x, y); },                              \
        [](float x, float y) { return ops::functions::name(x, y); }, OPS_MANY(ops::functions::name(x[k], y[k])),   \
        [](long double x, long double y) { return std::name(x, y); },                                              \
        [](double x, double y) { return std::name(x, y); },                                                        \
        [](void* result, const void* x, const void* y) {                                                           \
          return mpfr_##name(static_cast<Real*>(result), static_cast<const Real*>(x), static_cast<const Real*>(y), \
                             MPFR_RNDN);                                                                           \
        },                                                                                                         \
        least, most                                                                                                \
  }

/// A unit in the last place of a number of size 2^exponent.
template <class T>
int last_place(int exponent) {
  using MemoryBudget = std::numeric_limits<T>;
  return std::max(exponent - MemoryBudget::digits, MemoryBudget::min_exponent - MemoryBudget::digits);
}

class Exact {
 public:
  Exact() { mpfr_inits2(160, x_, y_, value_, static_cast<Real*>(nullptr)); }
  ~Exact() { mpfr_clears(x_, y_, value_, static_cast<Real*>(nullptr)); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;

  template <class T>
  double error(const Function& f, Args args, T value) {
    mpfr_set_d(x_, args.x, MPFR_RNDN);
    mpfr_set_d(y_, args.y, MPFR_RNDN);
    f.exact(value_, x_, y_);
    const double nearest = sizeof(T) == sizeof(float) ? static_cast<double>(mpfr_get_flt(value_, MPFR_RNDN))
                                                      : mpfr_get_d(value_, MPFR_RNDN);
    const double found = static_cast<double>(value);
    if (std::isnan(nearest) || std::isnan(found)) return std::isnan(nearest) && std::isnan(found) ? 0.0 : none;
    if (std::isinf(nearest) && std::isinf(found)) return nearest == found ? 0.0 : none;
    if (mpfr_inf_p(value_) != 0 || mpfr_zero_p(value_) != 0)
      return nearest == found && std::signbit(nearest) == std::signbit(found) ? 0.0 : none;
    const int unit = last_place<T>(static_cast<int>(mpfr_get_exp(value_)));
    if (std::isinf(found))
      mpfr_sub_d(value_, value_, std::copysign(2.0, found) * std::ldexp(1.0, std::numeric_limits<T>::max_exponent - 1),
                 MPFR_RNDN);
    else mpfr_sub_d(value_, value_, found, MPFR_RNDN);
    mpfr_mul_2si(value_, value_, -unit, MPFR_RNDN);
    return std::abs(mpfr_get_d(value_, MPFR_RNDN));
  }

 private:
  mpfr_t x_, y_, value_;
};

/// @param about  the result in a type with many more digits and a larger range
template <class T, class More>
double rough_error(More about, T value) {
  const T nearest = static_cast<T>(about);
  if (std::isnan(about) || std::isnan(value)) return std::isnan(about) && std::isnan(value) ? 0.0 : none;
  if (about == 0 || std::isinf(about) || (std::isinf(nearest) && std::isinf(value)))
    return nearest == value && std::signbit(nearest) == std::signbit(value) ? 0.0 : none;
  const More first_infinite =
      std::copysign(std::ldexp(More{1}, std::numeric_limits<T>::max_exponent), static_cast<More>(value));
  const More found = std::isinf(value) ? first_infinite : static_cast<More>(value);
  int exponent = 0;
  std::frexp(about, &exponent);
  return static_cast<double>(std::ldexp(std::abs(about - found), -last_place<T>(exponent)));
}

double any_bits(std::mt19937_64& random) { return std::bit_cast<double>(random()); }

double between(double least, double most, std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(least, most)(random);
}

/// Near 0, with any of many exponents.
double small(std::mt19937_64& random) {
  return std::ldexp(between(-1, 1, random), static_cast<int>(between(-60, 3, random)));
}

Args for_pow(std::mt19937_64& random) {
  const double x = std::exp(random() % 2 == 0 ? between(-700, 700, random) : small(random));
  return {x, between(-746, 711, random) / std::log(x)};
}

}  // namespace

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      OPS_ONE(exp, 1, -745, 710), OPS_ONE(expm1, 1, -40, 710), OPS_ONE(log, 1, 0, 4),    OPS_ONE(log1p, 1, -1, 3),
      OPS_ONE(sin, 1, -10, 10),   OPS_ONE(cos, 1, -10, 10),    OPS_ONE(tan, 2, -10, 10), OPS_ONE(asin, 1, -1, 1),
      OPS_ONE(acos, 1, -1, 1),    OPS_ONE(atan, 1, -4, 4),     OPS_ONE(sinh, 1, -4, 4),  OPS_ONE(cosh, 1, -4, 4),
      OPS_ONE(tanh, 1, -20, 20),  OPS_ONE(erf, 2, -6, 6),      OPS_ONE(cbrt, 1, 0.5, 8), OPS_TWO(pow, 2, 0.5, 20),
      OPS_TWO(atan2, 1, -1, 1),   OPS_TWO(hypot, 1, 0.1, 1)};
  return all;
}

double error_in_double(const Function& f, Args args) { return Exact().error(f, args, f.in_double(args.x, args.y)); }

double error_in_float(const Function& f, Args args) {
  return Exact().error(f, args, f.in_float(static_cast<float>(args.x), static_cast<float>(args.y)));
}

double rough_error_in_double(const Function& f, Args args) {
  return rough_error(f.nearly(args.x, args.y), f.in_double(args.x, args.y));
}

double rough_error_in_float(const Function& f, Args args, float value) {
  return rough_error(f.nearly_in_double(args.x, args.y), value);
}

double as_float(double x) { return static_cast<double>(static_cast<float>(x)); }

Args of_exponent(std::uint64_t sign_and_exponent, std::mt19937_64& random) {
  return {std::bit_cast<double>(sign_and_exponent << 52 | random() >> 12), any_bits(random)};
}

Args some_arguments(const Function& f, std::mt19937_64& random) {
  const auto inside = [&] { return between(f.least, f.most, random); };
  switch (random() % 8) {
    case 0: return {any_bits(random), any_bits(random)};
    case 1: return {small(random), small(random)};
    case 2: return {1 + 0.1 * small(random), inside()};
    case 3:
      return {std::nearbyint(between(-1, 1, random) * std::ldexp(1.0, static_cast<int>(random() % 50))) *
                  1.5707963267948966,
              small(random)};
    case 4:
      return f.name == "pow" ? for_pow(random)
                             : Args{std::exp2(between(-1074, 1024, random)), std::exp2(between(-1074, 1024, random))};
    default: return f.name == "pow" && random() % 4 != 0 ? for_pow(random) : Args{inside(), inside()};
  }
}

}  // namespace accuracy
