// Texts of the formats that this library uses: ours, and those of std::format where there is one.
#include "ops/support/formatted.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <limits>
#include <version>
#ifdef __cpp_lib_format
#include <format>
#define ALSO_STANDARD(expected, ...) EXPECT_EQ(std::format(__VA_ARGS__), expected)
#else
#define ALSO_STANDARD(expected, ...) static_cast<void>(0)
#endif
#define EXPECT_TEXT(expected, ...)                          \
  EXPECT_EQ(ops::formatted::format(__VA_ARGS__), expected); \
  ALSO_STANDARD(expected, __VA_ARGS__)

namespace {

TEST(FormattedTest, TextsAndBraces) {
  EXPECT_TEXT("", "");
  EXPECT_TEXT("dataset 'u' of {3}", "dataset '{}' of {{{}}}", "u", 3);
  EXPECT_TEXT("a  |  b|c |ü  |", "{:<3}|{:>3}|{:2}|{:<3}|", std::string("a"), std::string_view("b"), 'c', "ü");
  EXPECT_TEXT("ab   |", "{:<{}}|", "ab", 5);
  EXPECT_TEXT("longer", "{:>3}", "longer");
  EXPECT_TEXT("ab", "{:.2}", "abcd");
  EXPECT_TEXT("true false", "{} {}", true, false);
}

TEST(FormattedTest, WholeNumbers) {
  EXPECT_TEXT("-7 18446744073709551615 -9223372036854775808", "{} {} {}", -7, std::numeric_limits<std::uint64_t>::max(),
              std::numeric_limits<std::int64_t>::min());
  EXPECT_TEXT("   7|7   |07|-007|001f|0a", "{:>4}|{:<4}|{:02}|{:04}|{:04x}|{:02x}", 7, 7U, 7L, -7, 31U, 10);
  EXPECT_TEXT("-3", "{}", static_cast<signed char>(-3));
}

TEST(FormattedTest, RealNumbers) {
  EXPECT_TEXT("1 0.1 1e+20 0.1 -0", "{} {} {} {} {}", 1.0, 0.1, 1e20, 0.1F, -0.0);
  EXPECT_TEXT("0.3333 3e-01 2.500000|  2.50|     5%", "{:.4g} {:.0e} {:.6f}|{:6.2f}|{:>6.0f}%", 1.0 / 3.0, 1.0 / 3.0,
              2.5, 2.5, 5.0);
  EXPECT_TEXT("     0.10000000000000001| 1.000000e-03", "{:24.17g}|{:13.6e}", 0.1, 1e-3);
  EXPECT_TEXT("nan  inf -inf", "{} {:>4.1f} {:.2g}", std::numeric_limits<double>::quiet_NaN(),
              std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(ops::formatted::format("{:.10f}", std::numeric_limits<double>::max()).size(), 309U + 11U);
}

TEST(FormattedTest, IntoATextThatIsThere) {
  std::string text = "is: ";
  ops::formatted::format_to(std::back_inserter(text), "{:>3}", 1);
  EXPECT_EQ(text, "is:   1");
}

}  // namespace
