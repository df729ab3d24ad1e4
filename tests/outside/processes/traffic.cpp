// Traffic on a ring road, one dimension: a third-order scheme with halos of three cells, a time step from the fastest wave through a loop over scalars,
// sensors, and a misfit that adds up over steps. Rings of 41, 5 and 3 cells, each with its gradient; run with -OPS_AD_MEMORY=.. the bits are the same.
#define OPS_1D
#include <algorithm>
#include <utility>
#include "ops.hpp"
#include "check.h"

constexpr int steps = 30, sensors = 3;
void fastest_wave(const ACC<double>& q, double* fastest) { *fastest = MAX(*fastest, 1.0 + q(0) * q(0)); }
void choose(const double* fastest, const double* time, double* dt, double* next) {
  *dt = 0.3 / *fastest;
  *next = *time + *dt;
}
void advance(const ACC<double>& q, ACC<double>& next, const double* dt, const double* limit) {
  const double left = (2.0 * q(0) + 5.0 * q(-1) - q(-2)) / 6.0, right = (2.0 * q(1) + 5.0 * q(0) - q(-1)) / 6.0;
  const double far = 0.01 * (q(3) + q(-3) - 2.0 * q(0));
  next(0) = q(0) - *dt * *limit * (right * (1.0 - right) - left * (1.0 - left)) + *dt * far;
}
void compare(const double* heard, const double* time, const double* dt, double* misfit) {
  for (int s = 0; s < sensors; ++s) misfit[s % 2] += *dt * (heard[s] - 0.3 * *time) * (heard[s] - 0.3 * *time);
}
void total(const ACC<double>& q, double* sum) { *sum += q(0) * q(0) * q(0); }

template <class T>
T plain(const std::vector<T>& x, int n, std::vector<T>* end = nullptr) {
  std::vector<T> q(x.begin(), x.begin() + n);
  const T limit = x[n];
  T time = 0, misfit = 0;
  for (int s = 0; s < steps; ++s) {
    T fastest = -1e300;
    for (const T v : q)
      if (re(1.0 + v * v) > re(fastest)) fastest = 1.0 + v * v;
    const T dt = 0.3 / fastest;
    time += dt;
    std::vector<T> v(n);
    for (int i = 0; i < n; ++i) {
      auto f = [&](int a) { return q[(i + a + 3 * n) % n]; };
      const T left = (2.0 * f(0) + 5.0 * f(-1) - f(-2)) / 6.0, right = (2.0 * f(1) + 5.0 * f(0) - f(-1)) / 6.0;
      v[i] = f(0) - dt * limit * (right * (1.0 - right) - left * (1.0 - left)) + dt * 0.01 * (f(3) + f(-3) - 2.0 * f(0));
    }
    q = v;
    const int at[] = {0, n - 1, n / 2};
    for (int k = 0; k < sensors; ++k) misfit += (k % 2 ? 2.0 : 1.0) * dt * (q[at[k]] - 0.3 * time) * (q[at[k]] - 0.3 * time);
  }
  T cubes = 0;
  for (const T v : q) cubes += v * v * v;
  if (end) *end = q;
  return misfit + 0.25 * cubes;
}

struct Ring {
  int n, all[2], one[2] = {0, 1};
  ops_block road;
  ops_dat start, now, next;
  ops_halo_group around, around_next;
  ops_scalar dt, fastest, time, heard, limit;
  ops_reduction most, misfit, cubes;
  explicit Ring(int cells) : n(cells), all{0, cells} {
    const auto name = [&](const char* what) { return std::string(what) + std::to_string(n); };
    road = ops_decl_block(1, name("road").c_str());
    start = ops_decl_dat<double>(road, name("start").c_str(), {n}, {.halo = 3});
    now = ops_decl_dat<double>(road, name("now").c_str(), {n}, {.halo = 3});
    next = ops_decl_dat<double>(road, name("next").c_str(), {n}, {.halo = 3});
    around = ops_decl_halo_periodic(0, {now}), around_next = ops_decl_halo_periodic(0, {next});
    const double zeros[sensors] = {}, fast = 1.1;
    dt = ops_decl_scalar(name("dt"), zeros, 1), fastest = ops_decl_scalar(name("fastest"), zeros, 1), time = ops_decl_scalar(name("time"), zeros, 1);
    heard = ops_decl_scalar(name("heard"), zeros, sensors), limit = ops_decl_scalar(name("limit"), &fast, 1);
    most = ops_decl_reduction_handle(sizeof(double), "double", name("most").c_str());
    misfit = ops_decl_reduction_handle(2 * sizeof(double), "double", name("misfit").c_str());
    cubes = ops_decl_reduction_handle(sizeof(double), "double", name("cubes").c_str());
  }
};

int run() {
  std::vector<Ring> rings;
  for (const int n : {41, 5, 3}) rings.emplace_back(n);
  int offsets[] = {0, -3, -2, -1, 1, 3};
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point"), wide = ops_decl_stencil(1, 6, offsets, "wide");
  ops_partition("");
  for (int turn = 0; turn < 2; ++turn)
    for (Ring& r : rings) {
      const int n = r.n;
      ops_ad_reset();
      std::vector<double> x(n + 1);
      for (int i = 0; i < n; ++i) x[i] = 0.4 + 0.3 * std::sin(2.0 * i + turn) + 0.01 * i;
      x[n] = 1.1 + 0.2 * turn;
      ops_dat_set_data(r.start, std::vector<double>(x.begin(), x.begin() + n));
      ops_scalar_set_data(r.limit, x[n]);
      ops_scalar_set_data(r.time, 0.0);
      ops_dat_deep_copy(r.now, r.start);
      for (int s = 0; s < steps; ++s) {
        ops_ad_step();
        ops_par_loop(fastest_wave, "fastest", r.road, 1, r.all, ops_arg_dat(r.now, 1, point, "double", OPS_READ), ops_arg_reduce(r.most, 1, "double", OPS_MAX));
        ops_scalar_from_reduction(r.fastest, r.most);
        ops_scalar_loop(choose, "choose", ops_arg_scalar(r.fastest, 1, "double", OPS_READ), ops_arg_scalar(r.time, 1, "double", OPS_READ),
                        ops_arg_scalar(r.dt, 1, "double", OPS_WRITE), ops_arg_scalar(r.time, 1, "double", OPS_WRITE));
        ops_halo_transfer(r.around);
        ops_par_loop(advance, "advance", r.road, 1, r.all, ops_arg_dat(r.now, 1, wide, "double", OPS_READ), ops_arg_dat(r.next, 1, point, "double", OPS_WRITE),
                     ops_arg_scalar(r.dt, 1, "double", OPS_READ), ops_arg_scalar(r.limit, 1, "double", OPS_READ));
        std::swap(r.now, r.next), std::swap(r.around, r.around_next);
        ops_sample(r.heard, r.now, {{0}, {n - 1}, {n / 2}});
        ops_par_loop(compare, "compare", r.road, 1, r.one, ops_arg_scalar(r.heard, sensors, "double", OPS_READ), ops_arg_scalar(r.time, 1, "double", OPS_READ),
                     ops_arg_scalar(r.dt, 1, "double", OPS_READ), ops_arg_reduce(r.misfit, 2, "double", OPS_INC));
      }
      ops_par_loop(total, "total", r.road, 1, r.all, ops_arg_dat(r.now, 1, point, "double", OPS_READ), ops_arg_reduce(r.cubes, 1, "double", OPS_INC));
      double misfit[2], seed[] = {1.0, 2.0};
      r.misfit->get_result(misfit, seed);
      const double value = misfit[0] + 2.0 * misfit[1] + 0.25 * ops_ad_objective(r.cubes, 0.25);
      std::vector<double> end;
      const std::string what = "ring " + std::to_string(n) + " turn " + std::to_string(turn);
      check::number(what + " J", value, plain<double>(x, n, &end), 1e-12);
      check::fields(what + " q", ops_dat_fetch_data<double>(r.now), end, 1e-12);
      ops_interpret_adjoints();
      std::vector<double> slope = ops_dat_fetch_derivative<double>(r.start);
      slope.push_back(ops_scalar_fetch_derivative<double>(r.limit)[0]);
      check::fields(what + " slope", slope, check::gradient(x, [&](const std::vector<Complex>& y) { return plain<Complex>(y, n); }), 1e-10);
    }
  return check::verdict();
}
int main(int argc, char** argv) { return ops_main(argc, argv, run); }
