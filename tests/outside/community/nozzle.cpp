// Flow through a nozzle in one dimension: the time step from the fastest wave by a loop over scalars, pressure by Newton's method in the kernel,
// outflow through one end; how the thrust depends on the shape, the gas and the pressure at the inlet.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define OPS_1D
#include "ops_seq_v2.h"

#define CELLS 40
double courant = 0.4, inlet_heat = 1.1;
const double width = 1.0 / CELLS;

// Names of parameters and locals as people choose them.
void begin(ACC<double>& data, ACC<double>& out, const int* index) {
  const double x = (index[0] + 0.5) * width;
  out(0) = 1.0 + 0.6 * (x - 0.4) * (x - 0.4);
  data(0, 0) = 1.0 - 0.2 * x, data(1, 0) = 0.3 * (1.0 + x), data(2, 0) = 2.4 + 0.1 * sin(5.0 * x);
}

// A stiffened gas: the pressure is the root of p + k p^1.2 = right-hand side.
inline double pressure(double size, double range, double sum, const double* gas) {
  const double stride = (gas[0] - 1.0) * (sum - 0.5 * range * range / size);
  double p = stride;
  for (int i = 0; i < 30; i++) {
    double f = p + gas[1] * pow(p, 1.2) - stride, slope = 1.0 + 1.2 * gas[1] * pow(p, 0.2);
    double delta = f / slope;
    p -= delta;
    if (fabs(delta) < 1e-14 * p) break;
  }
  return p;
}

void wave(const ACC<double>& q, const double* args, double* acc) {
  const double p = pressure(q(0, 0), q(1, 0), q(2, 0), args), c = sqrt(args[0] * p / q(0, 0));
  const double lo = fabs(q(1, 0) / q(0, 0)) + c;
  if (lo > *acc) *acc = lo;
}

void choose(const double* most, const double* before, double* dt, double* total) {
  *dt = courant * width / *most;
  *total = *before + *dt;
}

void ends(ACC<double>& q, const double* inlet, const int* idx) {
  if (idx[0] < 0) {
    q(0, 0) = *inlet / inlet_heat;
    q(1, 0) = q(1, 1);
    q(2, 0) = *inlet / 0.4 + 0.5 * q(1, 1) * q(1, 1) / (*inlet / inlet_heat);
    return;
  }
  for (int n = 0; n < 3; n++) q(n, 0) = q(n, -1);
}

void step(const ACC<double>& q, const ACC<double>& area, ACC<double>& next, const double* gas, const double* dt) {
  double flux[2][3], speed[3], p[3];
  for (int n = -1; n <= 1; n++) {
    p[n + 1] = pressure(q(0, n), q(1, n), q(2, n), gas);
    speed[n + 1] = fabs(q(1, n) / q(0, n)) + sqrt(gas[0] * p[n + 1] / q(0, n));
  }
  for (int side = 0; side < 2; side++) {
    const double most = MAX(speed[side], speed[side + 1]), both = 0.5 * (area(side - 1) + area(side));
    const double ul = q(1, side - 1) / q(0, side - 1), ur = q(1, side) / q(0, side);
    for (int k = 0; k < 3; k++) {
      double left = ul * q(k, side - 1), right = ur * q(k, side);
      switch (k) {
        case 1:
          left += p[side], right += p[side + 1];
          break;
        case 2:
          left += p[side] * ul, right += p[side + 1] * ur;
          break;
      }
      flux[side][k] = both * (0.5 * (left + right) - 0.5 * most * (q(k, side) - q(k, side - 1)));
    }
  }
  const double factor = *dt / (width * area(0));
  for (int k = 0; k < 3; k++) next(k, 0) = q(k, 0) - factor * (flux[1][k] - flux[0][k]);
  next(1, 0) += factor * p[1] * 0.5 * (area(1) - area(-1));
}

void thrust(const ACC<double>& q, const ACC<double>& area, const double* gas, double* force) {
  *force += area(0) * (q(1, 0) * q(1, 0) / q(0, 0) + pressure(q(0, 0), q(1, 0), q(2, 0), gas)) * width;
}

void area_ends(ACC<double>& area, const int* idx) { area(0) = idx[0] < 0 ? area(1) : area(-1); }

#include "agree.h"

namespace {
constexpr int steps = 25;
struct Inputs {
  std::vector<double> q[3], area;
  double gas[2], inlet;
};

double plain_run(const Inputs& in, std::vector<double>* end = nullptr, double* time = nullptr) {
  std::vector<double> q[3], a(CELLS + 2);
  const auto p = [&](int i) {
    return pressure(q[0][static_cast<size_t>(i)], q[1][static_cast<size_t>(i)], q[2][static_cast<size_t>(i)], in.gas);
  };
  for (int k = 0; k < 3; ++k) {
    q[k].resize(CELLS + 2);
    for (size_t i = 0; i < CELLS; ++i) q[k][i + 1] = in.q[k][i], a[i + 1] = in.area[i];
  }
  a[0] = a[1], a[CELLS + 1] = a[CELLS];
  double now = 0.0;
  for (int n = 0; n < steps; ++n) {
    q[0][0] = in.inlet / inlet_heat, q[1][0] = q[1][1], q[2][0] = in.inlet / 0.4 + 0.5 * q[1][1] * q[1][1] / (in.inlet / inlet_heat);
    for (auto& c : q) c[CELLS + 1] = c[CELLS];
    double top = 0.0;
    std::vector<double> speed(CELLS + 2), P(CELLS + 2), next[3] = {q[0], q[1], q[2]};
    for (int i = 0; i < CELLS + 2; ++i) {
      const size_t s = static_cast<size_t>(i);
      P[s] = p(i), speed[s] = fabs(q[1][s] / q[0][s]) + sqrt(in.gas[0] * P[s] / q[0][s]);
      if (i > 0 && i <= CELLS) top = fmax(top, speed[s]);
    }
    const double dt = courant * width / top;
    now += dt;
    const auto flux = [&](size_t r, int k) {
      const size_t l = r - 1;
      const double ul = q[1][l] / q[0][l], ur = q[1][r] / q[0][r],
                   add_l = k == 1   ? P[l]
                           : k == 2 ? P[l] * ul
                                    : 0.0,
                   add_r = k == 1   ? P[r]
                           : k == 2 ? P[r] * ur
                                    : 0.0;
      return 0.5 * (a[l] + a[r]) * (0.5 * (ul * q[k][l] + add_l + ur * q[k][r] + add_r) - 0.5 * MAX(speed[l], speed[r]) * (q[k][r] - q[k][l]));
    };
    for (size_t i = 1; i <= CELLS; ++i) {
      for (int k = 0; k < 3; ++k) next[k][i] = q[k][i] - dt / (width * a[i]) * (flux(i + 1, k) - flux(i, k));
      next[1][i] += dt / (width * a[i]) * P[i] * 0.5 * (a[i + 1] - a[i - 1]);
    }
    for (int k = 0; k < 3; ++k) q[k].swap(next[k]);
  }
  double force = 0.0;
  for (size_t i = 1; i <= CELLS; ++i) {
    force += a[i] * (q[1][i] * q[1][i] / q[0][i] + p(static_cast<int>(i))) * width;
    for (auto& c : q)
      if (end) end->push_back(c[i]);
  }
  if (time) *time = now;
  return force;
}
}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block pipe = ops_decl_block(1, "pipe");
  int size[] = {CELLS}, base[] = {0}, d_m[] = {-1}, d_p[] = {1}, three[] = {0, -1, 1};
  double *none = NULL, gas_start[] = {1.4, 0.05}, inlet_start = 1.3, zero = 0.0;
  ops_dat area = ops_decl_dat(pipe, 1, size, base, d_m, d_p, none, "double", "area"),
          start = ops_decl_dat(pipe, 3, size, base, d_m, d_p, none, "double", "start");
  ops_dat q[2] = {ops_decl_dat(pipe, 3, size, base, d_m, d_p, none, "double", "q0"),
                  ops_decl_dat(pipe, 3, size, base, d_m, d_p, none, "double", "q1")};
  ops_stencil point = ops_decl_stencil(1, 1, three, "point"), both = ops_decl_stencil(1, 3, three, "both");
  ops_scalar gas = ops_decl_scalar("gas", gas_start, 2), inlet = ops_decl_scalar("inlet", &inlet_start, 1), dt = ops_decl_scalar("dt", &zero, 1);
  ops_scalar fastest = ops_decl_scalar("fastest", &zero, 1), time = ops_decl_scalar("time", &zero, 1);
  ops_decl_const("courant", 1, "double", &courant);
  ops_decl_const("inlet_heat", 1, "double", &inlet_heat);
  ops_reduction top = ops_decl_reduction_handle(sizeof(double), "double", "top"),
                force = ops_decl_reduction_handle(sizeof(double), "double", "force");
  ops_partition("");

  int all[] = {0, CELLS};
  ops_par_loop(begin, "begin", pipe, 1, all, ops_arg_dat(start, 3, point, "double", OPS_WRITE), ops_arg_dat(area, 1, point, "double", OPS_WRITE),
               ops_arg_idx());
  Inputs in;
  const std::vector<double> first = ops_dat_fetch_data<double>(start);
  for (size_t i = 0; i < first.size(); ++i) in.q[i % 3].push_back(first[i]);
  in.area = ops_dat_fetch_data<double>(area);
  in.gas[0] = gas_start[0], in.gas[1] = gas_start[1], in.inlet = inlet_start;

  int ranges[2][2] = {{-1, 0}, {CELLS, CELLS + 1}};
  for (auto& range : ranges) ops_par_loop(area_ends, "area_ends", pipe, 1, range, ops_arg_dat(area, 1, both, "double", OPS_RW), ops_arg_idx());
  ops_dat_deep_copy(q[0], start);
  for (int n = 0; n < steps; n++) {
    ops_dat now = q[n % 2], next = q[(n + 1) % 2];
    for (auto& range : ranges)
      ops_par_loop(ends, "ends", pipe, 1, range, ops_arg_dat(now, 3, both, "double", OPS_RW), ops_arg_scalar(inlet, 1, "double", OPS_READ),
                   ops_arg_idx());
    ops_par_loop(wave, "wave", pipe, 1, all, ops_arg_dat(now, 3, point, "double", OPS_READ), ops_arg_scalar(gas, 2, "double", OPS_READ),
                 ops_arg_reduce(top, 1, "double", OPS_MAX));
    ops_scalar_from_reduction(fastest, top);
    ops_scalar_loop(choose, "choose", ops_arg_scalar(fastest, 1, "double", OPS_READ), ops_arg_scalar(time, 1, "double", OPS_READ),
                    ops_arg_scalar(dt, 1, "double", OPS_WRITE), ops_arg_scalar(time, 1, "double", OPS_WRITE));
    ops_par_loop(step, "step", pipe, 1, all, ops_arg_dat(now, 3, both, "double", OPS_READ), ops_arg_dat(area, 1, both, "double", OPS_READ),
                 ops_arg_dat(next, 3, point, "double", OPS_WRITE), ops_arg_scalar(gas, 2, "double", OPS_READ),
                 ops_arg_scalar(dt, 1, "double", OPS_READ));
  }
  ops_par_loop(thrust, "thrust", pipe, 1, all, ops_arg_dat(q[steps % 2], 3, point, "double", OPS_READ),
               ops_arg_dat(area, 1, point, "double", OPS_READ), ops_arg_scalar(gas, 2, "double", OPS_READ),
               ops_arg_reduce(force, 1, "double", OPS_INC));
  const double value = ops_ad_objective(force);
  std::vector<double> end;
  double when;
  check::number("thrust", value, plain_run(in, &end, &when), 1e-12);
  check::fields("state", ops_dat_fetch_data<double>(q[steps % 2]), end, 1e-11);
  check::number("time", *time->get_data<double>(), when, 1e-13);
  ops_printf("thrust %.12f at %.12f\n", value, *time->get_data<double>());

  ops_interpret_adjoints();
  const auto slope = [&](double& input) {
    const double kept = input, h = 1e-5;
    input = kept + h;
    const double up = plain_run(in);
    input = kept - h;
    const double down = plain_run(in);
    input = kept;
    return (up - down) / (2 * h);
  };
  const std::vector<double> by_start = ops_dat_fetch_derivative<double>(start), by_area = ops_dat_fetch_derivative<double>(area);
  for (size_t i = 0; i < CELLS; i += 3) {
    check::number("by the start", by_start[3 * i + i % 3], slope(in.q[i % 3][i]), 1e-7);
    check::number("by the area", by_area[i], slope(in.area[i]), 1e-7);
  }
  const std::vector<double> by_gas = ops_scalar_fetch_derivative<double>(gas);
  check::number("by the first number of the gas", by_gas[0], slope(in.gas[0]), 1e-6);
  check::number("by the second", by_gas[1], slope(in.gas[1]), 1e-6);
  check::number("by the inlet", ops_scalar_fetch_derivative<double>(inlet)[0], slope(in.inlet), 1e-6);
  const int status = check::verdict();
  ops_exit();
  return status;
}
