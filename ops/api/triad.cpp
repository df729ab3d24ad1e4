// ops/api/triad.cpp: measures the STREAM triad on the threads of the loops.
#include "ops/api/triad.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

namespace ops {

double triad_bandwidth(const ParallelFor& parallel) {
  constexpr std::int64_t n = std::int64_t{4} << 20;
  const auto make = [] { return std::make_unique_for_overwrite<double[]>(n); };
  const auto a = make(), b = make(), c = make();
  double *to = a.get(), *first = b.get(), *second = c.get();
  parallel(n, [=](std::int64_t lo, std::int64_t hi) {
    for (std::int64_t i = lo; i < hi; ++i) to[i] = first[i] = second[i] = 1.0;
  });
  double least = 1e30;
  for (int pass = 0; pass < 5; ++pass) {
    const auto start = std::chrono::steady_clock::now();
    parallel(n, [=](std::int64_t lo, std::int64_t hi) {
      for (std::int64_t i = lo; i < hi; ++i) to[i] = first[i] + 0.5 * second[i];
    });
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return 3.0 * sizeof(double) * n / least;
}

}  // namespace ops
