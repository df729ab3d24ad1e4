// perf/micro/tridiagonal.cpp: batches of tridiagonal systems along each axis of a cube of doubles.
// Usage: tridiagonal <cells along an axis> <repetitions>; prints one line of JSON. Bytes count a, b, c, d and the solution once.
#include <omp.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "tridsolver/openmp.hpp"
#include "tridsolver/tridsolver.hpp"

namespace {

using Values = std::unique_ptr<double, decltype(&std::free)>;

Values make(std::int64_t n, double value) {
  const std::size_t huge_page = std::size_t{2} << 20, bytes = (static_cast<std::size_t>(n) * sizeof(double) + huge_page - 1) / huge_page * huge_page;
  Values values(static_cast<double*>(std::aligned_alloc(huge_page, bytes)), &std::free);
  double* const first = values.get();
  if (first == nullptr) std::abort();
  madvise(first, bytes, MADV_HUGEPAGE);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) first[i] = value;
  return values;
}

/// Bytes per second. With a diagonal of 3 solutions neither grow nor vanish, though each is the next right-hand side.
double rate(tridsolver::Batch<double> batch, int axis, int repetitions) {
  batch.shape.axis = axis;
  double best = 1e300;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    const double begin = omp_get_wtime();
    tridsolver::solve(batch, tridsolver::openmp);
    if (repetition > 0) best = std::min(best, omp_get_wtime() - begin);
  }
  const auto& n = batch.shape.cells;
  return 5.0 * sizeof(double) * static_cast<double>(n[0] * n[1] * n[2]) / best;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 256, pitch = n + 16;  // as OPS pads: rows begin on cache lines
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 10;
  const Values a = make(pitch * n * n, -1.0), b = make(pitch * n * n, 3.0), c = make(pitch * n * n, -1.0), d = make(pitch * n * n, 1.0);
  const tridsolver::Index step{1, pitch, pitch * n, 0};
  const tridsolver::Batch<double> batch{{3, {n, n, n, 1}, 0}, {a.get(), step}, {b.get(), step}, {c.get(), step}, {d.get(), step}, {d.get(), step}};
  double rates[3];
  for (int axis = 0; axis < 3; ++axis) rates[axis] = rate(batch, axis, repetitions);
  std::printf("{\"threads\": %d, \"cells\": %lld, \"x\": %.6e, \"y\": %.6e, \"z\": %.6e, \"check\": %g}\n", omp_get_max_threads(),
              static_cast<long long>(n), rates[0], rates[1], rates[2], d.get()[n / 2]);
}
