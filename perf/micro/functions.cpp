// perf/micro/functions.cpp: what functions of ops/loops/functions cost in a vectorised loop, and those of the C library
// in the same loop. Usage: functions [repetitions]; prints one line of JSON: for each function and type, nanoseconds a
// call of both, the least of several rounds.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "ops/loops/functions/functions.hpp"

namespace {

constexpr int count = 2000, calls = 20;  // numbers that stay in the first-level cache

template <class T>
using Loop = void (*)(const T*, T*);

#define OPS_LOOP(type, name, call)                               \
  [[gnu::noinline]] void name(const type* given, type* result) { \
    _Pragma("omp simd") for (int k = 0; k < count; ++k) {        \
      const type x = given[k];                                   \
      result[k] = call;                                          \
    }                                                            \
  }
#define OPS_LOOPS(name, ...)                                      \
  OPS_LOOP(double, library_##name, std::name(__VA_ARGS__))        \
  OPS_LOOP(double, own_##name, ops::functions::name(__VA_ARGS__)) \
  OPS_LOOP(float, library_float_##name, std::name(__VA_ARGS__))   \
  OPS_LOOP(float, own_float_##name, ops::functions::name(__VA_ARGS__))
OPS_LOOPS(exp, x)
OPS_LOOPS(expm1, x)
OPS_LOOPS(log, x)
OPS_LOOPS(log1p, x)
OPS_LOOPS(sin, x)
OPS_LOOPS(cos, x)
OPS_LOOPS(tan, x)
OPS_LOOPS(asin, x)
OPS_LOOPS(acos, x)
OPS_LOOPS(atan, x)
OPS_LOOPS(sinh, x)
OPS_LOOPS(cosh, x)
OPS_LOOPS(tanh, x)
OPS_LOOPS(erf, x)
OPS_LOOPS(cbrt, x)
OPS_LOOPS(pow, x, x + 1)
OPS_LOOPS(atan2, x, 1 - x)
OPS_LOOPS(hypot, x, 1 - x)

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class T>
double nanoseconds(Loop<T> loop, T most, int repetitions) {
  std::vector<T> given(count), result(count);
  for (int k = 0; k < count; ++k)
    given[static_cast<std::size_t>(k)] = most * static_cast<T>(k + 1) / static_cast<T>(count);
  double best = std::numeric_limits<double>::max();
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const double start = now();
    for (int call = 0; call < calls; ++call) loop(given.data(), result.data());
    best = std::min(best, now() - start);
  }
  return 1e9 * best / (calls * count);
}

template <class T>
void report(const char* what, Loop<T> library, Loop<T> own, T most, int repetitions) {
  const double before = nanoseconds(library, most, repetitions), after = nanoseconds(own, most, repetitions);
  std::printf(", \"%s\": {\"library\": %.2f, \"own\": %.2f, \"ratio\": %.2f}", what, before, after, before / after);
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 200;
  std::printf("{\"calls\": %d", calls * count);
#define OPS_REPORT(name, most)                                                    \
  report<double>(#name " double", library_##name, own_##name, most, repetitions); \
  report<float>(#name " float", library_float_##name, own_float_##name, most, repetitions);
  OPS_REPORT(exp, 10)
  OPS_REPORT(expm1, 10)
  OPS_REPORT(log, 10)
  OPS_REPORT(log1p, 10)
  OPS_REPORT(sin, 20)
  OPS_REPORT(cos, 20)
  OPS_REPORT(tan, 20)
  OPS_REPORT(asin, 1)
  OPS_REPORT(acos, 1)
  OPS_REPORT(atan, 10)
  OPS_REPORT(sinh, 10)
  OPS_REPORT(cosh, 10)
  OPS_REPORT(tanh, 10)
  OPS_REPORT(erf, 4)
  OPS_REPORT(cbrt, 10)
  OPS_REPORT(pow, 4)
  OPS_REPORT(atan2, 2)
  OPS_REPORT(hypot, 2)
  std::printf("}\n");
}
