// perf/micro/stencil_adjoints.cpp: the adjoint of one linear stencil sweep written by hand in five ways.
// Usage: stencil_adjoints <cells> <sweeps>; prints one line of JSON: seconds per sweep of the primal and of each form.
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Row = std::vector<double>;
using Size = std::ptrdiff_t;

/// Cells [0, n) with R more on both sides; w[R + k] is the weight of the point at distance k.
template <int R>
struct Sweep {
  Size n;
  double w[2 * R + 1];

  explicit Sweep(Size cells) : n(cells) {
    for (int k = -R; k <= R; ++k) w[R + k] = 1.0 / (1 + std::abs(k)) / (2 * R + 1);
  }

  void primal(const double* u, double* next) const {
#pragma omp parallel for simd schedule(static)
    for (Size i = 0; i < n; ++i) {
      double sum = 0.0;
      for (int k = -R; k <= R; ++k) sum += w[R + k] * u[i + k];
      next[i] = sum;
    }
  }

  void scatter(const double* seed, double* target, Size i) const {
    for (int k = -R; k <= R; ++k) target[i + k] += w[R + k] * seed[i];
  }

  void atomics(const double* seed, double* target) const {
#pragma omp parallel for schedule(static)
    for (Size i = 0; i < n; ++i)
      for (int k = -R; k <= R; ++k) {
#pragma omp atomic
        target[i + k] += w[R + k] * seed[i];
      }
  }

  /// Every thread scatters into an array of its own; the arrays are added up afterwards.
  void array_reduction(const double* seed, double* target, std::vector<Row>& own) const {
#pragma omp parallel
    {
      Row& mine = own[static_cast<std::size_t>(omp_get_thread_num())];
      std::fill(mine.begin(), mine.end(), 0.0);
#pragma omp for schedule(static)
      for (Size i = 0; i < n; ++i) scatter(seed, mine.data() + R, i);
#pragma omp for schedule(static)
      for (Size i = -R; i < n + R; ++i)
        for (const Row& other : own) target[i] += other[static_cast<std::size_t>(i + R)];
    }
  }

  /// Stripes as wide as a few caches; even ones first, then odd ones, so that no two threads meet.
  void two_colours(const double* seed, double* target) const {
    constexpr Size stripe = 4096;
    const Size stripes = (n + stripe - 1) / stripe;
#pragma omp parallel
    for (Size colour = 0; colour < 2; ++colour) {
#pragma omp for schedule(static)
      for (Size s = colour; s < stripes; s += 2)
        for (Size i = s * stripe; i < std::min((s + 1) * stripe, n); ++i) scatter(seed, target, i);
    }
  }

  /// One pass that reads only; `seed` must be zero for R cells beyond both ends.
  template <bool add>
  void gather(const double* seed, double* target) const {
#pragma omp parallel for simd schedule(static)
    for (Size i = -R; i < n + R; ++i) {
      double sum = add ? target[i] : 0.0;
      for (int k = R; k >= -R; --k) sum += w[R + k] * seed[i - k];
      target[i] = sum;
    }
  }
};

template <class Body>
double seconds_per_sweep(int sweeps, Body body) {
  std::vector<double> times;
  for (int sweep = 0; sweep <= sweeps; ++sweep) {
    const double begin = omp_get_wtime();
    body();
    if (sweep > 0) times.push_back(omp_get_wtime() - begin);
  }
  std::nth_element(times.begin(), times.begin() + sweeps / 2, times.end());
  return times[static_cast<std::size_t>(sweeps / 2)];
}

void zero(double* field, Size n) {
#pragma omp parallel for simd schedule(static)
  for (Size i = 0; i < n; ++i) field[i] = 0.0;
}

/// One field with room for R cells (and R more that stay zero) on both sides.
Row make_field(Size n, int reach) { return Row(static_cast<std::size_t>(n + 4 * reach), 0.0); }

template <int R>
std::string measure(Size n, int sweeps) {
  const Sweep<R> sweep(n);
  Row u = make_field(n, R), seed = make_field(n, R), target = make_field(n, R);
  std::fill(u.begin(), u.end(), 1.0);
  std::fill(seed.begin() + 2 * R, seed.end() - 2 * R, 1.0);
  double *from = u.data() + 2 * R, *in = seed.data() + 2 * R, *out = target.data() + 2 * R;
  std::vector<Row> own(static_cast<std::size_t>(omp_get_max_threads()), Row(static_cast<std::size_t>(n + 2 * R)));
  const Size all = n + 2 * R;
  char text[400];
  const double primal = seconds_per_sweep(sweeps, [&] { sweep.primal(from, out); });
  const double atomics = seconds_per_sweep(sweeps, [&] { zero(out - R, all), sweep.atomics(in, out); });
  const double arrays = seconds_per_sweep(sweeps, [&] { zero(out - R, all), sweep.array_reduction(in, out, own); });
  const double colours = seconds_per_sweep(sweeps, [&] { zero(out - R, all), sweep.two_colours(in, out); });
  const double adding = seconds_per_sweep(sweeps, [&] { zero(out - R, all), sweep.template gather<true>(in, out); });
  const double writing = seconds_per_sweep(sweeps, [&] { sweep.template gather<false>(in, out); });
  std::snprintf(text, sizeof text,
                "\"%d\": {\"primal\": %.6e, \"atomics\": %.6e, \"array reduction\": %.6e, \"two colours\": %.6e, "
                "\"gather, adding\": %.6e, \"gather, writing\": %.6e}",
                2 * R + 1, primal, atomics, arrays, colours, adding, writing);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const Size n = argc > 1 ? std::atoll(argv[1]) : 10000000;
  const int sweeps = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 5;
  std::printf("{%s, %s}\n", measure<1>(n, sweeps).c_str(), measure<8>(n, sweeps).c_str());
}
