// perf/micro/triad.cpp: STREAM triad a = b + s c, the best bandwidth of regular and of streaming stores.
// Usage: triad <elements per array> <repetitions>; prints one line of JSON. Bytes count a, b and c once.
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "triad.hpp"

namespace {

using Array = std::unique_ptr<double, decltype(&std::free)>;

Array make(std::ptrdiff_t n, double value) {
  Array array(static_cast<double*>(std::aligned_alloc(64, static_cast<std::size_t>(n) * sizeof(double))), &std::free);
  double* first = array.get();
  if (first == nullptr) std::abort();
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) first[i] = value;
  return array;
}

template <class Triad>
double best_rate(Triad once, double* a, const double* b, const double* c, std::ptrdiff_t n, int repetitions) {
  double best = 1e300;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    const double begin = omp_get_wtime();
    once(a, b, c, n);
    if (repetition > 0) best = std::min(best, omp_get_wtime() - begin);
  }
  return 3.0 * sizeof(double) * static_cast<double>(n) / best;
}

}  // namespace

int main(int argc, char** argv) {
  const std::ptrdiff_t asked = argc > 1 ? std::atoll(argv[1]) : 1 << 24;
  const std::ptrdiff_t n = std::max(asked / triad::group, std::ptrdiff_t{1}) * triad::group;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 10;
  const Array a = make(n, 0.0), b = make(n, 1.0), c = make(n, 2.0);
  const double plain = best_rate(triad::regular, a.get(), b.get(), c.get(), n, repetitions);
  const double stream = best_rate(triad::streamed, a.get(), b.get(), c.get(), n, repetitions);
  std::printf("{\"threads\": %d, \"elements\": %td, \"regular\": %.6e, \"streaming\": %.6e, \"check\": %g}\n",
              omp_get_max_threads(), n, plain, stream, a.get()[n / 2]);
}
