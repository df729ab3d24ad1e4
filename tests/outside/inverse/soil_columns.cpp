// Snow and soil in columns over a landscape, three-dimensional: in every cell an implicit temperature by Newton's method that stops when it
// is good enough, a search by bisection, freezing with a switch over soil classes, tables that are interpolated at an index found from
// data. Profiles and maps are lower-dimensional inputs; sums over depth and over the landscape go into lower-dimensional datasets by
// OPS_INC (each sum starts at zero once the one before has been read), which later loops read. Oracle: a plain program with the complex
// step for smooth parts, branches by the real part.
#define OPS_3D
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "ops.hpp"

constexpr int nx = 5, ny = 4, nz = 6, steps = 5;
constexpr double heat_of[4] = {1.0, 1.6, 2.3, 0.7};
constexpr double retention[6] = {0.02, 0.05, 0.13, 0.28, 0.41, 0.46};  // at 0, 0.2 .. 1
struct Rates {
  double melt, sun, leak;
};
Rates rates = {0.35, 0.8, 0.05};

inline double table(const double* values, int count, double x) {
  const double place = std::fmin(std::fmax(x, 0.0), 0.999999) * (count - 1);
  const int cell = static_cast<int>(place);
  const double part = place - cell;
  return (1.0 - part) * values[cell] + part * values[cell + 1];
}

void start(const ACC<double>& profile, const ACC<double>& map, ACC<double>& t, ACC<float>& wet) {
  t(0, 0, 0) = profile(0, 0, 0) + map(0, 0, 0);
  wet(0, 0, 0) = static_cast<float>(0.4 + 0.05 * profile(0, 0, 0));
}
// solves x + a x^3 + b e^(x / 4) = right-hand side
void diffuse(const ACC<double>& t, const ACC<int>& kind, const ACC<double>& absorbed, const ACC<double>& profile, ACC<double>& next,
             const double* rate) {
  double capacity = heat_of[kind(0, 0, 0)];
  switch (kind(0, 0, 0)) {
    case 0:
      capacity += 0.1 * t(0, 0, 0);
      break;
    case 2:
      capacity *= 1.2;  // falls through
    case 1:
      capacity += 0.05;
      break;
    default:
      capacity = capacity + 0.3 * std::fabs(t(0, 0, 0));
  }
  double old = t(0, 0, 0) + *rate / capacity * (t(0, 0, 1) - 2.0 * t(0, 0, 0) + t(0, 0, -1)) +
               0.1 * absorbed(0, 0, 0) * std::exp(-0.5 * profile(0, 0, 0));
  const double a = 0.2 / capacity, b = 0.1;
  double x = old;
  for (int n = 0; n < 40; ++n) {
    const double e = b * std::exp(0.25 * x), residual = x + a * x * x * x + e - old;
    if (std::fabs(residual) < 1e-14) break;
    x -= residual / (1.0 + 3.0 * a * x * x + 0.25 * e);
  }
  // one more step, so that the derivative is that of the solution
  const double e = b * std::exp(0.25 * x);
  x -= (x + a * x * x * x + e - old) / (1.0 + 3.0 * a * x * x + 0.25 * e);
  next(0, 0, 0) = x;
}
void drain(const ACC<double>& t, ACC<float>& wet, ACC<double>& today) {
  const double share = table(retention, 6, wet(0, 0, 0));
  double water = wet(0, 0, 0);
  if (t(0, 0, 0) > 0.0) {
    double low = 0.0, high = 1.0;
    int halvings = 0;
    do {
      const double middle = 0.5 * (low + high);
      if (middle + middle * middle > share)
        high = middle;
      else
        low = middle;
      ++halvings;
    } while (high - low > 1e-3 && halvings < 30);
    const double lost = rates.leak * t(0, 0, 0) * (water - share) + 0.01 * low;
    today(0, 0, 0) += lost;
    water -= lost;
  }
  wet(0, 0, 0) = static_cast<float>(water);
}
void shine(const ACC<double>& map, const ACC<double>& runoff, ACC<double>& absorbed, const int* idx) {
  const double angle = 0.2 * (idx[0] + 2 * idx[1]);
  absorbed(0, 0, 0) = rates.sun * std::cos(angle) * (1.0 + 0.5 * map(0, 0, 0)) / (1.0 + rates.melt * runoff(0, 0, 0));
}
void mean_profile(const ACC<double>& t, ACC<double>& profile) { profile(0, 0, 0) += t(0, 0, 0) / (nx * ny); }
void pour(const ACC<double>& today, ACC<double>& runoff) { runoff(0, 0, 0) += today(0, 0, 0); }
void clear(ACC<double>& x) { x(0, 0, 0) = 0.0; }
void side(ACC<double>& t, const int* way) { t(0, 0, 0) = *way > 0 ? t(0, 0, 1) : t(0, 0, -1); }
void weigh(const ACC<double>& profile, double* sum, const int* idx) { *sum += (1.0 + idx[2]) * profile(0, 0, 0) * profile(0, 0, 0); }
void weigh_water(const ACC<float>& wet, const ACC<double>& map, double* sum) { *sum += wet(0, 0, 0) * (2.0 + map(0, 0, 0)); }

using C = std::complex<double>;
int kind_at(int i, int j, int k) { return (i + 2 * j + 3 * k * k) % 4; }
double rounded(double x) { return static_cast<float>(x); }
C rounded(C x) { return {rounded(x.real()), x.imag()}; }
C plain(const std::vector<C>& profile, const std::vector<C>& map, C rate) {
  std::vector<C> t(nx * ny * (nz + 2)), wet(nx * ny * nz), runoff(nx * ny);
  auto at = [&](std::vector<C>& f, int q, int k) -> C& { return f[k * nx * ny + q]; };
  C sum = 0;
  for (int k = 0; k < nz; ++k)
    for (int q = 0; q < nx * ny; ++q) at(t, q, k + 1) = profile[k] + map[q], at(wet, q, k) = rounded(0.4 + 0.05 * profile[k]);
  for (int s = 0; s < steps; ++s) {
    std::vector<C> next = t;
    for (int q = 0; q < nx * ny; ++q) {
      at(t, q, 0) = at(t, q, 1), at(t, q, nz + 1) = at(t, q, nz);
      const C absorbed = rates.sun * std::cos(0.2 * (q % nx + 2 * (q / nx))) * (1.0 + 0.5 * map[q]) / (1.0 + rates.melt * runoff[q]);
      for (int k = 0; k < nz; ++k) {
        const int kind = kind_at(q % nx, q / nx, k);
        const C here = at(t, q, k + 1);
        const C capacity = kind == 0   ? 1.0 + 0.1 * here
                           : kind == 2 ? C(2.3 * 1.2 + 0.05)
                           : kind == 1 ? C(1.65)
                                       : 0.7 + 0.3 * (here.real() < 0 ? -here : here);
        const C old = here + rate / capacity * (at(t, q, k + 2) - 2.0 * here + at(t, q, k)) + 0.1 * absorbed * std::exp(-0.5 * profile[k]);
        C x = old;
        for (int n = 0; n < 60; ++n)
          x -= (x + 0.2 / capacity * x * x * x + 0.1 * std::exp(0.25 * x) - old) /
               (1.0 + 0.6 / capacity * x * x + 0.025 * std::exp(0.25 * x));
        at(next, q, k + 1) = x;
      }
    }
    t = next;
    for (int k = 0; k < nz; ++k)
      for (int q = 0; q < nx * ny; ++q) {
        C& water = at(wet, q, k);
        const C here = at(t, q, k + 1);
        if (here.real() <= 0) continue;
        const double w = std::min(std::max(water.real(), 0.0), 0.999999) * 5;
        const int cell = static_cast<int>(w);
        const C share = water.real() > 0 && water.real() < 0.999999
                            ? retention[cell] + (5.0 * water - double(cell)) * (retention[cell + 1] - retention[cell])
                            : C(retention[cell] + (w - cell) * (retention[cell + 1] - retention[cell]));
        double low = 0, high = 1;
        while (high - low > 1e-3) {
          const double middle = 0.5 * (low + high);
          (middle + middle * middle > share.real() ? high : low) = middle;
        }
        const C lost = rates.leak * here * (water - share) + 0.01 * low;
        runoff[q] += lost;
        water = rounded(water - lost);
      }
    for (int k = 0; k < nz; ++k) {
      C mean = 0;
      for (int q = 0; q < nx * ny; ++q) mean += at(t, q, k + 1) / double(nx * ny);
      sum += (1.0 + k) * mean * mean;
    }
  }
  for (int k = 0; k < nz; ++k)
    for (int q = 0; q < nx * ny; ++q) sum += 0.5 * at(wet, q, k) * (2.0 + map[q]);
  return sum;
}

bool run() {
  int column[] = {0, nx, 0, ny, 0, nz}, surface[] = {0, nx, 0, ny, 0, 1}, line[] = {0, 1, 0, 1, 0, nz}, top[] = {0, nx, 0, ny, -1, 0},
      bottom[] = {0, nx, 0, ny, nz, nz + 1};
  int here[] = {0, 0, 0}, up[] = {0, 0, 0, 0, 0, 1}, down[] = {0, 0, 0, 0, 0, -1}, three[] = {0, 0, 0, 0, 0, 1, 0, 0, -1},
      along_z[] = {0, 0, 1}, along_xy[] = {1, 1, 0};
  ops_block land = ops_decl_block(3, "land");
  ops_dat profile = ops_decl_dat<double>(land, "profile", {1, 1, nz}), map = ops_decl_dat<double>(land, "map", {nx, ny, 1}),
          runoff = ops_decl_dat<double>(land, "runoff", {nx, ny, 1}), absorbed = ops_decl_dat<double>(land, "absorbed", {nx, ny, 1}),
          mean = ops_decl_dat<double>(land, "mean", {1, 1, nz}), today = ops_decl_dat<double>(land, "today", {nx, ny, 1});
  ops_dat t = ops_decl_dat<double>(land, "t", {nx, ny, nz}, {.halo = 1}),
          next = ops_decl_dat<double>(land, "next", {nx, ny, nz}, {.halo = 1}), wet = ops_decl_dat<float>(land, "wet", {nx, ny, nz}),
          kind = ops_decl_dat<int>(land, "kind", {nx, ny, nz});
  ops_stencil S0 = ops_decl_stencil(3, 1, here, "S0"), SU = ops_decl_stencil(3, 2, up, "SU"), SD = ops_decl_stencil(3, 2, down, "SD"),
              S3 = ops_decl_stencil(3, 3, three, "S3"), SZ = ops_decl_strided_stencil(3, 1, here, along_z, "SZ"),
              SM = ops_decl_strided_stencil(3, 1, here, along_xy, "SM");
  double speed = 0.15;
  ops_scalar rate = ops_decl_scalar("rate", &speed, 1);
  ops_decl_const("rates", 1, "Rates", &rates);
  ops_reduction warmth = ops_decl_reduction_handle(sizeof(double), "double", "warmth"),
                water = ops_decl_reduction_handle(sizeof(double), "double", "water");
  ops_partition("");

  std::vector<double> p(nz), m(nx * ny);
  std::vector<int> kinds;
  for (int k = 0; k < nz; ++k) p[k] = 0.9 * std::cos(0.8 * k) + 0.1;
  for (int q = 0; q < nx * ny; ++q) m[q] = 0.5 * std::sin(1.3 * q);
  for (int k = 0; k < nz; ++k)
    for (int q = 0; q < nx * ny; ++q) kinds.push_back(kind_at(q % nx, q / nx, k));
  ops_dat_set_data(profile, p);
  ops_dat_set_data(map, m);
  ops_dat_set_data(kind, kinds);

  ops_par_loop(start, "start", land, 3, column, ops_arg_dat(profile, 1, SZ, "double", OPS_READ),
               ops_arg_dat(map, 1, SM, "double", OPS_READ), ops_arg_dat(t, 1, S0, "double", OPS_WRITE),
               ops_arg_dat(wet, 1, S0, "float", OPS_WRITE));
  ops_par_loop(clear, "clear_runoff", land, 3, surface, ops_arg_dat(runoff, 1, SM, "double", OPS_WRITE));
  for (int s = 0; s < steps; ++s, std::swap(t, next)) {
    ops_ad_step();
    const int outside = 1, inside = -1;
    ops_par_loop(side, "top", land, 3, top, ops_arg_dat(t, 1, SU, "double", OPS_RW), ops_arg_gbl(&outside, 1, "int", OPS_READ));
    ops_par_loop(side, "bottom", land, 3, bottom, ops_arg_dat(t, 1, SD, "double", OPS_RW), ops_arg_gbl(&inside, 1, "int", OPS_READ));
    ops_par_loop(shine, "shine", land, 3, surface, ops_arg_dat(map, 1, SM, "double", OPS_READ),
                 ops_arg_dat(runoff, 1, SM, "double", OPS_READ), ops_arg_dat(absorbed, 1, SM, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(diffuse, "diffuse", land, 3, column, ops_arg_dat(t, 1, S3, "double", OPS_READ), ops_arg_dat(kind, 1, S0, "int", OPS_READ),
                 ops_arg_dat(absorbed, 1, SM, "double", OPS_READ), ops_arg_dat(profile, 1, SZ, "double", OPS_READ),
                 ops_arg_dat(next, 1, S0, "double", OPS_WRITE), ops_arg_scalar(rate, 1, "double", OPS_READ));
    ops_par_loop(drain, "drain", land, 3, column, ops_arg_dat(next, 1, S0, "double", OPS_READ), ops_arg_dat(wet, 1, S0, "float", OPS_RW),
                 ops_arg_dat(today, 1, SM, "double", OPS_INC));
    ops_par_loop(pour, "pour", land, 3, surface, ops_arg_dat(today, 1, SM, "double", OPS_READ),
                 ops_arg_dat(runoff, 1, SM, "double", OPS_RW));
    ops_par_loop(mean_profile, "mean_profile", land, 3, column, ops_arg_dat(next, 1, S0, "double", OPS_READ),
                 ops_arg_dat(mean, 1, SZ, "double", OPS_INC));
    ops_par_loop(weigh, "weigh", land, 3, line, ops_arg_dat(mean, 1, SZ, "double", OPS_READ), ops_arg_reduce(warmth, 1, "double", OPS_INC),
                 ops_arg_idx());
  }
  ops_par_loop(weigh_water, "weigh_water", land, 3, column, ops_arg_dat(wet, 1, S0, "float", OPS_READ),
               ops_arg_dat(map, 1, SM, "double", OPS_READ), ops_arg_reduce(water, 1, "double", OPS_INC));
  const double value = ops_ad_objective(warmth) + 0.5 * ops_ad_objective(water, 0.5);
  ops_interpret_adjoints();
  std::vector<double> found = ops_dat_fetch_derivative<double>(profile), by_map = ops_dat_fetch_derivative<double>(map);
  found.insert(found.end(), by_map.begin(), by_map.end());
  found.push_back(ops_scalar_fetch_derivative<double>(rate)[0]);

  std::vector<C> pz(p.begin(), p.end()), mz(m.begin(), m.end());
  const double reference = plain(pz, mz, speed).real();
  double off = 0, largest = 0;
  for (int q = 0; q < nz + nx * ny + 1; ++q) {
    C r = speed;
    C& x = q < nz ? pz[q] : q < nz + nx * ny ? mz[q - nz] : r;
    const double keep = x.real();
    x = {keep, 1e-40};
    const double slope = plain(pz, mz, r).imag() / 1e-40;
    x = keep;
    off = std::fmax(off, std::fabs(slope - found[q])), largest = std::fmax(largest, std::fabs(slope));
  }
  ops_printf("value %.12g (plain %.12g), gradient off by %.1e of %.3e, first %a, rate %a\n", value, reference, off, largest, found[0],
             found.back());
  return std::fabs(value - reference) < 1e-6 * std::fabs(value) && off < 2e-6 * largest;
}

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
