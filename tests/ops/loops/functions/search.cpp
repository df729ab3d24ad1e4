// tests/ops/loops/functions/search.cpp: looks for the largest errors of functions. By hand: it takes hours.
// Usage: functions_search [arguments, default 10^8] [function..]; a line for each function and type: the largest error,
// and where. The status is 1 if one is larger than is allowed. With `all` in place of a number: all floats there are,
// for functions of one argument.
//
// Half of the arguments of doubles are of all signs and exponents in turn, the others of all kinds. Floats of functions
// of one argument are any, each once. All are compared with the C library's long double, floats with its double, which
// sorts out what is surely within what is allowed; GNU MPFR is asked where that leaves an error near to it, or among
// the largest.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/ops/loops/functions/accuracy.hpp"

namespace {

constexpr double rough = 0.05;  // more than the error of what is compared with first
constexpr int block = 4096;

class Search {
 public:
  explicit Search(const accuracy::Function& f) : f_(f), random_(f.name.size() + static_cast<std::size_t>(f.name[0])) {}
  void doubles(std::int64_t count);
  void floats(std::int64_t count);
  void pairs_of_floats(std::int64_t count);
  /// @return  whether all are within what is allowed
  bool report(const char* type) const;

 private:
  accuracy::Args next();
  void look(accuracy::Args at, double about, bool in_float);
  /// Of `x_`, `y_`.
  void some_floats();

  const accuracy::Function& f_;
  std::mt19937_64 random_;
  std::int64_t count_ = 0, asked_ = 0, beyond_ = 0;
  double worst_ = 0.25;  // smaller ones are of no interest
  accuracy::Args at_{};
  float x_[block] = {}, y_[block] = {}, values_[block] = {};
};

accuracy::Args Search::next() {
  const auto k = static_cast<std::uint64_t>(count_++);
  return k % 2 == 0 ? accuracy::of_exponent(k / 2 % 4096, random_) : accuracy::some_arguments(f_, random_);
}

void Search::look(accuracy::Args at, double about, bool in_float) {
  if (about < std::min(worst_, f_.allowed - rough)) return;
  ++asked_;
  const double error = in_float ? accuracy::error_in_float(f_, at) : accuracy::error_in_double(f_, at);
  if (!(error <= f_.allowed)) ++beyond_;
  if (error > worst_) worst_ = error, at_ = at;
}

void Search::doubles(std::int64_t count) {
  while (count_ < count) {
    const accuracy::Args at = next();
    look(at, accuracy::rough_error_in_double(f_, at), false);
  }
}

void Search::some_floats() {
  f_.in_floats(x_, y_, values_, block);
  for (int k = 0; k < block; ++k) {
    const accuracy::Args at{x_[k], y_[k]};
    look(at, accuracy::rough_error_in_float(f_, at, values_[k]), true);
  }
}

/// In an order in which neighbours are far from each other, as errors grow slowly along some.
void Search::floats(std::int64_t count) {
  while (count_ < count) {
    for (float& x : x_) x = std::bit_cast<float>(static_cast<std::uint32_t>(count_++) * 2654435761U);
    some_floats();
  }
}

void Search::pairs_of_floats(std::int64_t count) {
  while (count_ < count) {
    for (int k = 0; k < block; ++k) {
      const accuracy::Args at = next();
      const bool any = count_ % 2 != 0;  // its signs and exponents are those of doubles: few floats have them
      x_[k] = any ? std::bit_cast<float>(static_cast<std::uint32_t>(random_())) : static_cast<float>(at.x);
      y_[k] = any ? std::bit_cast<float>(static_cast<std::uint32_t>(random_())) : static_cast<float>(at.y);
    }
    some_floats();
  }
}

bool Search::report(const char* type) const {
  std::printf("%-6s %-6s %11lld arguments, %8lld asked of MPFR, at most %.4f of %g allowed, at %a", f_.name.c_str(),
              type, static_cast<long long>(count_), static_cast<long long>(asked_), worst_, f_.allowed, at_.x);
  if (f_.arguments > 1) std::printf(" %a", at_.y);
  if (beyond_ > 0) std::printf(": %lld BEYOND", static_cast<long long>(beyond_));
  std::printf("\n");
  std::fflush(stdout);
  return beyond_ == 0;
}

bool search(const accuracy::Function& f, std::int64_t count) {
  Search doubles(f), floats(f);
  doubles.doubles(count);
  const bool right = doubles.report("double");
  if (f.arguments == 1) floats.floats(count);
  else floats.pairs_of_floats(count);
  return floats.report("float") && right;
}

bool search_all_floats(const accuracy::Function& f) {
  if (f.arguments > 1) return true;
  Search floats(f);
  floats.floats(std::int64_t{1} << 32);
  return floats.report("float");
}

}  // namespace

int main(int argc, char** argv) {
  const bool all = argc > 1 && std::strcmp(argv[1], "all") == 0;
  const std::int64_t count = argc > 1 ? std::atoll(argv[1]) : 100000000;
  bool right = true;
  for (const accuracy::Function& f : accuracy::functions()) {
    const bool asked =
        argc <= 2 || std::any_of(argv + 2, argv + argc, [&](const char* name) { return f.name == name; });
    if (asked) right = (all ? search_all_floats(f) : search(f, count)) && right;
  }
  return right ? 0 : 1;
}
