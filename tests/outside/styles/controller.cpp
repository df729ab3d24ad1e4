// A controller in an external function: scalars that it reads, writes, carries on and sometimes leaves alone, with a dataset (a wall of sensors) as well;
// two functions per step, one inside of which a tape of its own is interpreted; scalars of two components. Oracle: dual numbers in plain C++.
#define OPS_1D
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include "ops_seq_v2.h"
enum { N = 12 };
static int STEPS = 7;
static ops_block rod;
static ops_dat start, u, v, sens;
static ops_stencil P, S3, Z;
static ops_reduction mean;
static ops_scalar avg, pid, gain, power, mix;
void step(const ACC<double>& u, ACC<double>& v, const double* pid, const double* power, const int* idx) {
  v(0) = u(0) + 0.2 * (u(-1) - 2 * u(0) + u(1)) + 0.05 * pid[0] * (idx[0] < 4) - 0.03 * pid[1] * u(0) * u(0) + 0.01 * power[0] * std::sin(1.0 * idx[0]);
}
void average(const ACC<double>& u, double* s) { *s += u(0) * u(0) / N; }
void objective(const ACC<double>& u, const double* pid, const double* power, double* s) { *s += u(0) * u(0) * (1 + 0.1 * pid[0] * pid[1]) + power[0] / N; }
void own(const ACC<double>& a, double* s) { *s += a(0) * a(0) * a(0); }

// pid[0] += gain0 * (1 - avg)  (carried on);  pid[1] = gain1 * avg^2  (replaced): one scalar of two components, released RW
static void control() {
  ops_execute_external_function(
      [] {
        const double a = *avg->get_data<double>();
        const double* g = gain->get_data<double>();
        double* p = pid->get_raw_pointer<double>();
        p[0] += g[0] * (1 - a), p[1] = g[1] * a * a;
        pid->release_raw_pointer(p, OPS_RW);
      },
      [] {
        const double a = *avg->get_data<double>();
        const double* g = gain->get_data<double>();
        double *dp = pid->get_derivative<double>(), *dg = gain->get_derivative<double>(), *da = avg->get_derivative<double>();
        *da += -g[0] * dp[0] + 2 * g[1] * a * dp[1];
        dg[0] += (1 - a) * dp[0], dg[1] += a * a * dp[1];
        dp[1] = 0;
      },
      ops_arg_scalar(avg, 1, "double", OPS_READ), ops_arg_scalar(gain, 2, "double", OPS_READ), ops_arg_scalar(pid, 2, "double", OPS_RW));
}
// only in steps where the controller says so: power = pid0^2 + sum over sens^3 (by a loop inside, on a tape of its own in the adjoint); sens scaled in place
static bool acts(int n) { return n % 3 != 1; }
static int all[] = {0, N};
static void act() {
  ops_execute_external_function(
      [] {
        ops_par_loop(own, "own", rod, 1, all, ops_arg_dat(sens, 1, P, "double", OPS_READ), ops_arg_reduce(mean, 1, "double", OPS_INC));
        double s;
        mean->get_result(&s);
        const double p0 = pid->get_data<double>()[0];
        double* w = power->get_raw_pointer<double>();
        *w = p0 * p0 + s;
        power->release_raw_pointer(w, OPS_WRITE);
      },
      [] {
        OPS_instance* in = OPS_instance::getOPSInstance();
        double dw = *power->get_derivative<double>();
        pid->get_derivative<double>()[0] += 2 * pid->get_data<double>()[0] * dw;
        ops_ad_tape* tape = ops_create_tape(in);
        ops_par_loop(own, "own", rod, 1, all, ops_arg_dat(sens, 1, P, "double", OPS_READ), ops_arg_reduce(mean, 1, "double", OPS_INC));
        double s;
        mean->get_result(&s, &dw);
        tape->interpret_adjoints(in);
        ops_remove_tape(in, tape);
        *power->get_derivative<double>() = 0;
      },
      ops_arg_dat(sens, 1, P, "double", OPS_READ));
}
static double run(bool seeds) {
  ops_scalar_set_data(pid, std::vector<double>{0.1, 0.4});
  ops_scalar_set_data(power, std::vector<double>{0.25});
  ops_dat_deep_copy(u, start);
  for (int n = 0; n < STEPS; ++n, std::swap(u, v)) {
    ops_ad_step();
    ops_par_loop(average, "average", rod, 1, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_reduce(mean, 1, "double", OPS_INC));
    ops_scalar_from_reduction(avg, mean);
    control();
    if (acts(n)) act();
    ops_par_loop(step, "step", rod, 1, all, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(v, 1, P, "double", OPS_WRITE), ops_arg_scalar(pid, 2, "double", OPS_READ),
                 ops_arg_scalar(power, 1, "double", OPS_READ), ops_arg_idx());
  }
  ops_par_loop(objective, "objective", rod, 1, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_scalar(pid, 2, "double", OPS_READ), ops_arg_scalar(power, 1, "double", OPS_READ),
               ops_arg_reduce(mean, 1, "double", OPS_INC));
  double J, one = 1;
  if (seeds) mean->get_result(&J, &one); else mean->get_result(&J);
  return J;
}
struct D { double v, d; };
static D operator+(D a, D b) { return {a.v + b.v, a.d + b.d}; }
static D operator-(D a, D b) { return {a.v - b.v, a.d - b.d}; }
static D operator*(D a, D b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
static D c(double x) { return {x, 0}; }
static D oracle(std::vector<D> u, const std::vector<D>& s, D g0, D g1) {
  D p0 = c(0.1), p1 = c(0.4), w = c(0.25);
  for (int n = 0; n < STEPS; ++n) {
    D a = c(0);
    for (D x : u) a = a + x * x * c(1.0 / N);
    p0 = p0 + g0 * (c(1) - a), p1 = g1 * a * a;
    if (acts(n)) { w = p0 * p0; for (D x : s) w = w + x * x * x; }
    auto o = u;
    for (int i = 0; i < N; ++i) {
      const D l = i ? u[i - 1] : c(0), r = i + 1 < N ? u[i + 1] : c(0);
      o[i] = u[i] + c(0.2) * (l - c(2) * u[i] + r) + c(0.05 * (i < 4)) * p0 - c(0.03) * p1 * u[i] * u[i] + c(0.01 * std::sin(1.0 * i)) * w;
    }
    u = o;
  }
  D J = c(0);
  for (D x : u) J = J + x * x * (c(1) + c(0.1) * p0 * p1) + c(1.0 / N) * w;
  return J;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  for (int i = 1; i < argc; ++i) if (!std::strncmp(argv[i], "steps=", 6)) STEPS = std::atoi(argv[i] + 6);
  int size[] = {N}, zero[] = {0}, dm[] = {-1}, dp[] = {1}, three[] = {0, -1, 1};
  double* none = NULL;
  rod = ops_decl_block(1, "rod");
  start = ops_decl_dat(rod, 1, size, zero, dm, dp, none, "double", "start"), u = ops_decl_dat(rod, 1, size, zero, dm, dp, none, "double", "u"), v = ops_decl_dat(rod, 1, size, zero, dm, dp, none, "double", "v"),
  sens = ops_decl_dat(rod, 1, size, zero, dm, dp, none, "double", "sens");
  P = ops_decl_stencil(1, 1, zero, "P"), S3 = ops_decl_stencil(1, 3, three, "S3");
  mean = ops_decl_reduction_handle(sizeof(double), "double", "mean");
  double two[2] = {0.1, 0.4}, g[2] = {0.35, 0.6}, z = 0.25;
  avg = ops_decl_scalar("avg", &z, 1), pid = ops_decl_scalar("pid", two, 2), gain = ops_decl_scalar("gain", g, 2), power = ops_decl_scalar("power", &z, 1);
  ops_partition("");
  std::vector<double> u0(N), s0(N), du(N), ds(N);
  for (int i = 0; i < N; ++i) u0[i] = 0.6 + 0.3 * std::sin(i), s0[i] = 0.2 + 0.05 * std::cos(2.0 * i), du[i] = std::cos(3.0 * i), ds[i] = std::sin(1 + i);
  ops_dat_set_data(start, u0), ops_dat_set_data(sens, s0);
  double worst = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const double J = run(true);
    std::vector<D> a, b;
    for (int i = 0; i < N; ++i) a.push_back({u0[i], du[i]}), b.push_back({s0[i], ds[i]});
    const D want = oracle(a, b, {g[0], 0.7}, {g[1], -0.4});
    for (int again = 0; again < 2; ++again) {
      ops_interpret_adjoints(OPS_instance::getOPSInstance());
      auto gu = ops_dat_fetch_derivative<double>(start), gs = ops_dat_fetch_derivative<double>(sens);
      auto gg = ops_scalar_fetch_derivative<double>(gain);
      double got = 0.7 * gg[0] - 0.4 * gg[1];
      for (int i = 0; i < N; ++i) got += gu[i] * du[i] + gs[i] * ds[i];
      worst = std::max({worst, std::fabs(J / want.v - 1), std::fabs(got / want.d - 1)});
      ops_printf("turn %d.%d: J %.15g, along %.15g; expected %.15g %.15g\n", turn, again, J, got, want.v, want.d);
    }
    ops_ad_reset(OPS_instance::getOPSInstance());
    for (double& x : u0) x += 0.01;
    ops_dat_set_data(start, u0);
  }
  ops_printf("controller: %s\n", worst < 1e-11 ? "passed" : "failed");
  ops_exit();
  return !(worst < 1e-11);
}
