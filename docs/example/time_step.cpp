// docs/example/time_step.cpp: a time step that depends on the flow, in a kernel over scalars. See docs/adjoint.md.
#define OPS_1D
#include <cmath>
#include <cstdio>
#include <vector>

#include "ops.hpp"

constexpr int n = 40;
constexpr double h = 1.0 / n, last = 0.3;

void speed(const ACC<double>& u, double* fastest) { *fastest = MAX(*fastest, fabs(u(0))); }
void begin(double* time) { *time = 0.0; }
void choose(const double* fastest, const double* time, double* dt, double* next) {
  *dt = fmin(0.4 * h / *fastest, last - *time);
  *next = *time + *dt;
}
void advance(const ACC<double>& u, ACC<double>& next, const double* dt) {
  next(0) = u(0) - *dt / h * (0.5 * u(0) * u(0) - 0.5 * u(-1) * u(-1));
}
void back(const ACC<double>& next, ACC<double>& u) { u(0) = next(0); }
void squares(const ACC<double>& u, double* sum) { *sum += h * u(0) * u(0); }

int size[] = {n}, base[] = {0}, below[] = {-1}, above[] = {1}, all[] = {0, n}, offsets[] = {0, -1};
double *none = nullptr, zero = 0.0, one = 1.0;
ops_block line;
ops_dat start, u, following;
ops_stencil point, upwind;
ops_reduction most, sum;
ops_scalar fastest, time_now, dt;

int run() {
  int steps = 0;
  ops_dat_deep_copy(u, start);
  ops_scalar_loop(begin, "begin", ops_arg_scalar(time_now, 1, "double", OPS_WRITE));
  for (; *time_now->get_data<double>() < last; ++steps) {
    ops_par_loop(speed, "speed", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_reduce(most, 1, "double", OPS_MAX));
    ops_scalar_from_reduction(fastest, most);
    ops_scalar_loop(choose, "choose", ops_arg_scalar(fastest, 1, "double", OPS_READ),
                    ops_arg_scalar(time_now, 1, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE),
                    ops_arg_scalar(time_now, 1, "double", OPS_WRITE));
    ops_par_loop(advance, "advance", line, 1, all, ops_arg_dat(u, 1, upwind, "double", OPS_READ),
                 ops_arg_dat(following, 1, point, "double", OPS_WRITE), ops_arg_scalar(dt, 1, "double", OPS_READ));
    ops_par_loop(back, "back", line, 1, all, ops_arg_dat(following, 1, point, "double", OPS_READ),
                 ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  }
  ops_par_loop(squares, "squares", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  return steps;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  line = ops_decl_block(1, "line");
  start = ops_decl_dat(line, 1, size, base, below, above, none, "double", "start");
  u = ops_decl_dat(line, 1, size, base, below, above, none, "double", "u");
  following = ops_decl_dat(line, 1, size, base, below, above, none, "double", "following");
  point = ops_decl_stencil(1, 1, offsets, "point");
  upwind = ops_decl_stencil(1, 2, offsets, "upwind");
  most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  fastest = ops_decl_scalar("fastest", &zero, 1);
  time_now = ops_decl_scalar("time", &zero, 1);
  dt = ops_decl_scalar("dt", &zero, 1);
  ops_partition("");

  OPS_instance* instance = OPS_instance::getOPSInstance();
  std::vector<double> values(n);
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = 1.0 + 0.5 * std::sin(0.3 * i);
  ops_dat_set_data(start, 0, reinterpret_cast<char*>(values.data()));
  const int steps = run();
  double value = 0.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(instance);
  ops_dat_fetch_derivative(start, reinterpret_cast<char*>(values.data()));
  std::printf("sum %.9f after %d steps, d/d start(9) %.9f\n", value, steps, values[9]);

  ops_ad_reset(instance);
  ops_ad_taylor_options options;
  options.first = 1e-3;
  options.print = false;
  const auto objective = [] {
    run();
    double result = 0.0;
    ops_reduction_result(sum, &result);
    return result;
  };
  const ops_ad_taylor_result taylor = ops_ad_taylor_test(instance, {start}, objective, sum, options);
  std::printf("Taylor test %s\n", taylor.verdict.c_str());
  ops_exit();
  return taylor ? 0 : 1;
}
