// perf/micro/tridiagonal.cpp: batches of tridiagonal systems along each axis of a cube, and the triad in turns with
// them. Usage: tridiagonal <cells along an axis> <repetitions> [double|float] [apart] [few]; prints one line of JSON.
// few: eight systems of so many unknowns instead, along x. Bytes count a, b, c, d and the solution once. The solution
// replaces d, or lies apart. "of_triad" is the median over repetitions of rates as parts of the better triad's right
// before, "squares" the sum of squares of the last solution, which other solvers can be compared with.
#include <omp.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "triad.hpp"
#include "tridsolver/openmp.hpp"
#include "tridsolver/tridsolver.hpp"

namespace {

template <class T>
using Values = std::unique_ptr<T, decltype(&std::free)>;

template <class T>
Values<T> make(std::int64_t n, T value) {
  const std::size_t huge_page = std::size_t{2} << 20,
                    bytes = (static_cast<std::size_t>(n) * sizeof(T) + huge_page - 1) / huge_page * huge_page;
  Values<T> values(static_cast<T*>(std::aligned_alloc(huge_page, bytes)), &std::free);
  T* const first = values.get();
  if (first == nullptr) std::abort();
  madvise(first, bytes, MADV_HUGEPAGE);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) first[i] = value;
  return values;
}

template <class Act>
double seconds(const Act& act) {
  const double begin = omp_get_wtime();
  act();
  return omp_get_wtime() - begin;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Bytes per second of the triad, the better of its two kinds.
class Triad {
 public:
  double rate() {
    const double regular = seconds([this] { triad::regular(a_.get(), b_.get(), c_.get(), elements); });
    const double streamed = seconds([this] { triad::streamed(a_.get(), b_.get(), c_.get(), elements); });
    return 3.0 * sizeof(double) * elements / std::min(regular, streamed);
  }

 private:
  static constexpr std::int64_t elements = 1 << 24;
  Values<double> a_ = make(elements, 0.0), b_ = make(elements, 1.0), c_ = make(elements, 2.0);
};

struct Rates {
  std::vector<double> triad, parts[3];
  double best[3]{};
  double squares = 0.0;  ///< of the last solution, summed
};

template <class T>
double squares(const T* x, const tridsolver::Index& size, const tridsolver::Index& step) {
  double sum = 0.0;
  for (std::int64_t k = 0; k < size[2]; ++k)
    for (std::int64_t j = 0; j < size[1]; ++j) {
      double line = 0.0;  // a sum of few values has small rounding errors
      for (std::int64_t i = 0; i < size[0]; ++i) {
        const double value = x[i * step[0] + j * step[1] + k * step[2]];
        line += value * value;
      }
      sum += line;
    }
  return sum;
}

/// With a diagonal of 3 solutions neither grow nor vanish, though each is the next right-hand side.
template <class T>
Rates measure(const tridsolver::Index& size, int axes, int repetitions, bool apart) {
  // as OPS pads: rows begin on cache lines
  const std::int64_t pitch = size[0] + 64 / static_cast<std::int64_t>(sizeof(T)) * 2;
  const std::int64_t cells = pitch * size[1] * size[2];
  const Values<T> a = make(cells, T(-1)), b = make(cells, T(3)), c = make(cells, T(-1)), d = make(cells, T(1)),
                  x = make(apart ? cells : 1, T(0));
  const tridsolver::Index step{1, pitch, pitch * size[1], 0};
  tridsolver::Batch<T> batch{{3, size, 0},    {a.get(), step}, {b.get(), step},
                             {c.get(), step}, {d.get(), step}, {(apart ? x : d).get(), step}};
  Triad triad;
  Rates rates;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    const double of_triad = triad.rate();
    if (repetition > 0) rates.triad.push_back(of_triad);
    for (int axis = 0; axis < axes; ++axis) {
      batch.shape.axis = axis;
      const double rate = 5.0 * sizeof(T) * static_cast<double>(size[0] * size[1] * size[2]) /
                          seconds([&] { tridsolver::solve(batch, tridsolver::openmp); });
      if (repetition == 0) continue;
      rates.parts[axis].push_back(rate / of_triad);
      rates.best[axis] = std::max(rates.best[axis], rate);
    }
  }
  rates.squares = squares((apart ? x : d).get(), size, step);
  return rates;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 256;
  const int repetitions = std::max(argc > 2 ? std::atoi(argv[2]) : 10, 1);
  bool single = false, apart = false, few = false;
  for (int i = 3; i < argc; ++i) {
    single = single || std::string_view(argv[i]) == "float";
    apart = apart || std::string_view(argv[i]) == "apart";
    few = few || std::string_view(argv[i]) == "few";
  }
  const tridsolver::Index size = few ? tridsolver::Index{n, 8, 1, 1} : tridsolver::Index{n, n, n, 1};
  const int axes = few ? 1 : 3;
  const Rates rates =
      single ? measure<float>(size, axes, repetitions, apart) : measure<double>(size, axes, repetitions, apart);
  std::printf("{\"threads\": %d, \"cells\": %lld, \"real\": \"%s\", \"apart\": %s, \"few\": %s", omp_get_max_threads(),
              static_cast<long long>(n), single ? "float" : "double", apart ? "true" : "false", few ? "true" : "false");
  for (int axis = 0; axis < axes; ++axis) std::printf(", \"%c\": %.6e", "xyz"[axis], rates.best[axis]);
  std::printf(", \"triad\": %.6e, \"of_triad\": {", median(rates.triad));
  for (int axis = 0; axis < axes; ++axis)
    std::printf("%s\"%c\": %.3f", axis > 0 ? ", " : "", "xyz"[axis], median(rates.parts[axis]));
  std::printf("}, \"squares\": %.17g}\n", rates.squares);
}
