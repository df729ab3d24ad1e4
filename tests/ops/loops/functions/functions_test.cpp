// Functions against GNU MPFR on a sample of arguments (search.cpp takes many more), and their values at the ends, which
// are those of the C library.
#include "ops/loops/functions/functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "tests/ops/loops/functions/accuracy.hpp"

namespace {

constexpr int sample = 5000;

class EveryFunction : public testing::TestWithParam<accuracy::Function> {};

INSTANTIATE_TEST_SUITE_P(Functions, EveryFunction, testing::ValuesIn(accuracy::functions()),
                         [](const auto& test) { return test.param.name; });

bool is_same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

TEST_P(EveryFunction, IsWithinItsUnitsInTheLastPlace) {
  std::mt19937_64 random(GetParam().name.size());
  for (int k = 0; k < sample; ++k) {
    const accuracy::Args at = accuracy::some_arguments(GetParam(), random);
    ASSERT_LE(accuracy::error_in_double(GetParam(), at), GetParam().allowed) << std::hexfloat << at.x << " " << at.y;
    const accuracy::Args in_float = {accuracy::as_float(at.x), accuracy::as_float(at.y)};
    ASSERT_LE(accuracy::error_in_float(GetParam(), in_float), GetParam().allowed)
        << std::hexfloat << in_float.x << " " << in_float.y;
  }
}

TEST_P(EveryFunction, HasTheValuesOfTheCLibraryAtTheEnds) {
  const double infinite = HUGE_VAL, none = std::nan("");
  const double ends[] = {0.0, 1.0, 2.0, 3.0, 0.5, infinite, none, 5e-324, 1e300, 1.5, 0x1p53};
  for (const double x : ends)
    for (const double y : ends)
      for (const accuracy::Args at : {accuracy::Args{x, y}, {-x, y}, {x, -y}, {-x, -y}}) {
        const double expected = static_cast<double>(GetParam().nearly(at.x, at.y)),
                     found = GetParam().in_double(at.x, at.y);
        const bool exact = std::isnan(expected) || std::isinf(expected) || expected == 0.0;
        EXPECT_TRUE(exact ? is_same(found, expected)
                          : std::abs(found - expected) <= 4e-16 * std::abs(expected) + 5e-324)
            << at.x << " " << at.y << ": " << found << ", not " << expected;
      }
}

}  // namespace
