// tests/ops/functions/search.cpp: looks for the largest errors of functions. By hand: it takes minutes.
// Usage: functions_search <arguments> [function..]; a line for each function and type: the largest error and where.
// All arguments are compared with the C library's long double; the exact value is asked where that leaves an error among the largest.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/ops/functions/accuracy.hpp"

namespace {

struct Worst {
  double error = 0;
  accuracy::Args at{};
};

void look(Worst& worst, const accuracy::Function& f, accuracy::Args args, bool in_float) {
  const double rough = in_float ? accuracy::rough_error_in_float(f, args) : accuracy::rough_error_in_double(f, args);
  if (rough < worst.error) return;
  const double error = in_float ? accuracy::error_in_float(f, args) : accuracy::error_in_double(f, args);
  if (error > worst.error) worst = {error, args};
}

void search(const accuracy::Function& f, long count, bool in_float) {
  std::mt19937_64 random(f.name.size() + static_cast<std::size_t>(f.name[0]));
  Worst worst;
  for (long k = 0; k < count; ++k) {
    accuracy::Args args = accuracy::some_arguments(f, random);
    if (in_float) args = {accuracy::as_float(args.x), accuracy::as_float(args.y)};
    look(worst, f, args, in_float);
  }
  std::printf("%-6s %-6s %.4f at %a %a\n", f.name.c_str(), in_float ? "float" : "double", worst.error, worst.at.x, worst.at.y);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 1000000;
  for (const accuracy::Function& f : accuracy::functions()) {
    const bool asked = argc <= 2 || std::any_of(argv + 2, argv + argc, [&](const char* name) { return f.name == name; });
    if (!asked) continue;
    search(f, count, false);
    search(f, count, true);
  }
}
