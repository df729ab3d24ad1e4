// Optimal control of an oven: a power for each step and zone, taken from rows of a dataset, nonlinear radiation, a sensor that lags.
// Gradient descent with momentum runs inside passive loops on the derivative as a dataset; the multiplier of the temperature half-way is
// stored as the sweep passes by. Part of the run is frozen: the air above is computed by passive loops. Objective: a final profile, the
// largest overheating (MAX), and the energy. Oracle: an adjoint by hand. Features: ops_sample, ops_dat_store_derivative,
// ops_get_derivative_as_ops_dat, scalar loops, MAX reduction, passive loops.
#define OPS_2D
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ops.hpp"

constexpr int nx = 14, ny = 8, zones = 3, steps = 16, cells = nx * ny, midway = 8;

void begin(ACC<double>& t, const int* idx) { t(0, 0) = 0.3 + 0.02 * idx[0] + 0.01 * idx[1]; }
void blow(ACC<double>& air, const double* time, const int* idx) { air(0, 0) = 0.2 + 0.1 * sin(0.5 * *time + 0.3 * idx[0]); }
void join(const double* a, const double* b, const double* c, double* all) {
  all[0] = *a;
  all[1] = *b;
  all[2] = *c;
}
void lag(const double* asked, const double* given, double* now, double* cost) {
  for (int z = 0; z < zones; ++z) now[z] = 0.6 * given[z] + 0.4 * asked[z];
  *cost = 0.0;
  for (int z = 0; z < zones; ++z) *cost += asked[z] * asked[z];
}
void pay(const double* cost, double* energy) { *energy += 0.01 * *cost; }
void warm(const ACC<double>& t, const ACC<double>& air, ACC<double>& next, const double* power, const int* idx) {
  double gain = 0.0;
  for (int z = 0; z < zones; ++z) {
    const double away = (idx[0] - (2.0 + 5.0 * z)) / 2.0;
    gain += power[z] * exp(-away * away);
  }
  if (idx[1] > 2) gain *= 0.5;
  const double here = t(0, 0);
  next(0, 0) = here + 0.15 * (t(1, 0) + t(-1, 0) + t(0, 1) + t(0, -1) - 4.0 * here) + 0.2 * gain -
               0.05 * (here * here * here * here - pow(air(0, 0), 4.0));
}
void judge(const ACC<double>& t, const ACC<double>& wanted, double* off, double* hottest) {
  const double d = t(0, 0) - wanted(0, 0);
  *off += d * d;
  *hottest = MAX(*hottest, d);
}
void descend(const ACC<double>& slope, ACC<double>& speed, ACC<double>& power, const double* rate) {
  for (int z = 0; z < zones; ++z) {
    speed(z, 0, 0) = 0.7 * speed(z, 0, 0) - *rate * slope(z, 0, 0);
    power(z, 0, 0) = MIN(2.0, MAX(-0.5, power(z, 0, 0) + speed(z, 0, 0)));
  }
}

struct Plain {
  std::vector<double> gradient = std::vector<double>(zones * steps), middle = std::vector<double>(cells);
  double value = 0;
  explicit Plain(const std::vector<double>& asked, const std::vector<double>& wanted) {
    std::vector<std::vector<double>> t(steps + 1, std::vector<double>(cells));
    std::vector<std::array<double, zones>> given(steps + 1);
    given[0] = {};
    auto gain = [](int z, int q) { return std::exp(-std::pow((q % nx - (2.0 + 5 * z)) / 2, 2)) * (q / nx > 2 ? 0.5 : 1); };
    auto lap = [](const std::vector<double>& f, int q) {
      const int i = q % nx, j = q / nx;
      return (i + 1 < nx ? f[q + 1] : 0) + (i > 0 ? f[q - 1] : 0) + (j + 1 < ny ? f[q + nx] : 0) + (j > 0 ? f[q - nx] : 0) - 4 * f[q];
    };
    for (int q = 0; q < cells; ++q) t[0][q] = 0.3 + 0.02 * (q % nx) + 0.01 * (q / nx);
    for (int s = 0; s < steps; ++s) {
      for (int z = 0; z < zones; ++z)
        given[s + 1][z] = 0.6 * given[s][z] + 0.4 * asked[s * zones + z], value += 0.01 * asked[s * zones + z] * asked[s * zones + z];
      for (int q = 0; q < cells; ++q) {
        double power = 0;
        for (int z = 0; z < zones; ++z) power += given[s + 1][z] * gain(z, q);
        t[s + 1][q] = t[s][q] + 0.15 * lap(t[s], q) + 0.2 * power -
                      0.05 * (std::pow(t[s][q], 4) - std::pow(0.2 + 0.1 * std::sin(0.5 * s + 0.3 * (q % nx)), 4));
      }
    }
    std::vector<double> b(cells);
    int hottest = 0;
    for (int q = 0; q < cells; ++q) {
      const double d = t[steps][q] - wanted[q];
      value += d * d, b[q] = 2 * d;
      if (d > t[steps][hottest] - wanted[hottest]) hottest = q;
    }
    value += 0.3 * (t[steps][hottest] - wanted[hottest]), b[hottest] += 0.3;
    std::array<double, zones> g = {};
    for (int s = steps - 1; s >= 0; --s) {
      for (int z = 0; z < zones; ++z) {
        for (int q = 0; q < cells; ++q) g[z] += 0.2 * gain(z, q) * b[q];
        gradient[s * zones + z] = 0.4 * g[z] + 0.02 * asked[s * zones + z];
        g[z] *= 0.6;
      }
      std::vector<double> c(cells);
      for (int q = 0; q < cells; ++q) c[q] = b[q] * (1 - 0.2 * std::pow(t[s][q], 3)) + 0.15 * lap(b, q);
      b = c;
      if (s == midway) middle = b;
    }
  }
};

bool run() {
  int all[] = {0, nx, 0, ny}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, timeline[] = {0, steps, 0, 1};
  ops_block oven = ops_decl_block(2, "oven"), clock = ops_decl_block(2, "clock");
  ops_dat t = ops_decl_dat<double>(oven, "t", {nx, ny}, {.halo = 1}), next = ops_decl_dat<double>(oven, "next", {nx, ny}, {.halo = 1}),
          air = ops_decl_dat<double>(oven, "air", {nx, ny}, {.passive = true}),
          wanted = ops_decl_dat<double>(oven, "wanted", {nx, ny}, {.passive = true});
  ops_dat power = ops_decl_dat<double>(clock, "power", {steps, 1}, {.dim = zones}),
          speed = ops_decl_dat<double>(clock, "speed", {steps, 1}, {.dim = zones, .passive = true});
  ops_stencil S0 = ops_decl_stencil(2, 1, star, "S0"), S5 = ops_decl_stencil(2, 5, star, "S5");
  std::vector<double> nothing(zones, 0.0), x(zones * steps), goal(cells);
  std::array<ops_scalar, 2> given = {ops_decl_scalar("given", nothing.data(), zones), ops_decl_scalar("given_next", nothing.data(), zones)};
  std::array<ops_scalar, zones> single = {ops_decl_scalar("one", nothing.data(), 1), ops_decl_scalar("two", nothing.data(), 1),
                                          ops_decl_scalar("three", nothing.data(), 1)};
  ops_scalar asked = ops_decl_scalar("asked", nothing.data(), zones), cost = ops_decl_scalar("cost", nothing.data(), 1),
             rest = ops_decl_scalar("rest", nothing.data(), zones);
  ops_reduction off = ops_decl_reduction_handle(sizeof(double), "double", "off"),
                hottest = ops_decl_reduction_handle(sizeof(double), "double", "hottest"),
                energy = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  ops_partition("");
  for (int k = 0; k < zones * steps; ++k) x[k] = 0.4 + 0.2 * std::sin(0.8 * k);
  for (int q = 0; q < cells; ++q) goal[q] = 0.7 + 0.2 * std::cos(0.37 * q);
  ops_dat_set_data(power, x);
  ops_dat_set_data(wanted, goal);
  int from[2], own[2];
  ops_dat_get_extents(t, 0, from, own);
  std::vector<double> stored(own[0] * own[1]);
  bool right = true;
  double last = 1e30;
  for (int iteration = 0; iteration < 4; ++iteration) {
    ops_dat now = t, then = next;
    auto [old_given, new_given] = given;
    ops_par_loop(begin, "begin", oven, 2, all, ops_arg_dat(now, 1, S0, "double", OPS_WRITE), ops_arg_idx());
    bool first = true;
    for (int s = 0; s < steps; ++s) {
      if (s == midway) ops_dat_store_derivative(now, reinterpret_cast<char*>(stored.data()));
      const double time = s;
      ops_par_loop_passive(blow, "blow", oven, 2, all, ops_arg_dat(air, 1, S0, "double", OPS_WRITE),
                           ops_arg_gbl(&time, 1, "double", OPS_READ), ops_arg_idx());
      for (int z = 0; z < zones; ++z) ops_sample(single[z], power, {{s, 0}}, z);
      // three single samples become one scalar
      ops_scalar_loop(join, "join", ops_arg_scalar(single[0], 1, "double", OPS_READ), ops_arg_scalar(single[1], 1, "double", OPS_READ),
                      ops_arg_scalar(single[2], 1, "double", OPS_READ), ops_arg_scalar(asked, zones, "double", OPS_WRITE));
      ops_scalar_loop(lag, "lag", ops_arg_scalar(asked, zones, "double", OPS_READ),
                      ops_arg_scalar(first ? rest : old_given, zones, "double", OPS_READ),
                      ops_arg_scalar(new_given, zones, "double", OPS_WRITE), ops_arg_scalar(cost, 1, "double", OPS_WRITE));
      first = false;
      int one[] = {0, 1, 0, 1};
      ops_par_loop(pay, "pay", clock, 2, one, ops_arg_scalar(cost, 1, "double", OPS_READ), ops_arg_reduce(energy, 1, "double", OPS_INC));
      ops_par_loop(warm, "warm", oven, 2, all, ops_arg_dat(now, 1, S5, "double", OPS_READ), ops_arg_dat(air, 1, S0, "double", OPS_READ),
                   ops_arg_dat(then, 1, S0, "double", OPS_WRITE), ops_arg_scalar(new_given, zones, "double", OPS_READ), ops_arg_idx());
      std::swap(now, then);
      std::swap(old_given, new_given);
    }
    ops_par_loop(judge, "judge", oven, 2, all, ops_arg_dat(now, 1, S0, "double", OPS_READ), ops_arg_dat(wanted, 1, S0, "double", OPS_READ),
                 ops_arg_reduce(off, 1, "double", OPS_INC), ops_arg_reduce(hottest, 1, "double", OPS_MAX));
    const double value = ops_ad_objective(off) + 0.3 * ops_ad_objective(hottest, 0.3) + ops_ad_objective(energy);
    ops_interpret_adjoints();
    x = ops_dat_fetch_data<double>(power);
    const std::vector<double> g = ops_dat_fetch_derivative<double>(power);
    const Plain plain(x, goal);
    double worst = 0, largest = 0, worst_middle = 0, largest_middle = 0;
    for (int k = 0; k < zones * steps; ++k)
      worst = std::fmax(worst, std::fabs(g[k] - plain.gradient[k])), largest = std::fmax(largest, std::fabs(g[k]));
    for (int q = 0; q < own[0] * own[1]; ++q) {
      const double middle = plain.middle[(from[1] + q / own[0]) * nx + from[0] + q % own[0]];
      worst_middle = std::fmax(worst_middle, std::fabs(stored[q] - middle)), largest_middle = std::fmax(largest_middle, std::fabs(middle));
    }
    ops_printf("%d: %.12g (plain %.12g), gradient off by %.1e of %.2e, half-way %.1e of %.2e, g %a\n", iteration, value, plain.value, worst,
               largest, worst_middle, largest_middle, g[9]);
    right &=
        worst < 1e-12 * largest && worst_middle < 1e-12 * largest_middle && std::fabs(value - plain.value) < 1e-12 * value && value < last;
    last = value;
    ops_dat slope = ops_get_derivative_as_ops_dat(power);
    const double rate = 0.05;
    ops_par_loop_passive(descend, "descend", clock, 2, timeline, ops_arg_dat(slope, zones, S0, "double", OPS_READ),
                         ops_arg_dat(speed, zones, S0, "double", OPS_RW), ops_arg_dat(power, zones, S0, "double", OPS_RW),
                         ops_arg_gbl(&rate, 1, "double", OPS_READ));
    ops_ad_reset();
  }
  return right;
}

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
