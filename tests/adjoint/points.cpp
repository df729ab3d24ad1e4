// tests/adjoint/points.cpp: values at points on the way to an objective: samples that later loops read, and weighted
// sums. Gradient, tangent and second derivatives against numbers worked out by hand, the checks of a recording, and
// steps that run again. Exit status 0 if right.
#define OPS_2D
#include <cmath>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int nx = 9, ny = 7, steps = 6;

void smooth(const ACC<double>& u, ACC<double>& next, const double* heard) {
  next(0, 0) = u(0, 0) + 0.1 * heard[1] * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0) * u(0, 0)) +
               0.01 * heard[0] * heard[2];
}
void squares(const double* heard, double* sum) { *sum += heard[0] * heard[0] + heard[1] * heard[2]; }
void pair(const ACC<float>& q, ACC<float>& r) {
  r(0, 0, 0) = q(1, 0, 0) * q(0, 0, 0);
  r(1, 0, 0) = q(1, 0, 0);
}

struct World {
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat start = ops_decl_dat<double>(grid, "start", {nx, ny}, {.halo = 1}),
          now = ops_decl_dat<double>(grid, "now", {nx, ny}, {.halo = 1}),
          next = ops_decl_dat<double>(grid, "next", {nx, ny}, {.halo = 1});
  ops_dat q = ops_decl_dat<float>(grid, "q", {nx, ny}, {.dim = 2}),
          r = ops_decl_dat<float>(grid, "r", {nx, ny}, {.dim = 2});
  int five[10] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, all[4] = {0, nx, 0, ny}, one[4] = {0, 1, 0, 1};
  ops_stencil point = ops_decl_stencil(2, 1, five, "point"), star = ops_decl_stencil(2, 5, five, "star");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  double zeros[3] = {};
  ops_scalar heard = ops_decl_scalar("heard", zeros, 3);
  const std::vector<ops_point> places{{2, 3}, {7, 1}, {2, 3}};

  /// Everything that makes an objective; of both types, with halo cells among the points.
  double run() {
    ops_dat_deep_copy(now, start);
    for (int step = 0; step < steps; ++step) {
      ops_ad_step();
      ops_sample(heard, now, places);
      ops_par_loop(smooth, "smooth", grid, 2, all, ops_arg_dat(now, 1, star, "double", OPS_READ),
                   ops_arg_dat(next, 1, point, "double", OPS_WRITE), ops_arg_scalar(heard, 3, "double", OPS_READ));
      std::swap(now, next);
    }
    ops_sample(heard, now, places);
    ops_par_loop(squares, "squares", grid, 2, one, ops_arg_scalar(heard, 3, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_sum_points(sum, now, {{4, 4}, {0, 0}, {4, 4}, {-1, 3}}, {0.5, -2.0, 0.25, 3.0});
    return ops_ad_objective(sum);
  }
};

bool near(const char* what, double found, double expected, double tolerance) {
  const bool right = std::abs(found - expected) <= tolerance;
  if (!right) ops_printf("%s: %.17g instead of %.17g\n", what, found, expected);
  return right;
}

/// sum = 2 r1(3, 2) - r0(3, 2), where r0 = q0 q1 and r1 = q1.
bool components(World& w) {
  std::vector<float> values(2 * nx * ny);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.5F + 0.25F * static_cast<float>(i % 7);
  ops_dat_set_data(w.q, values);
  ops_par_loop(pair, "pair", w.grid, 2, w.all, ops_arg_dat(w.q, 2, w.point, "float", OPS_READ),
               ops_arg_dat(w.r, 2, w.point, "float", OPS_WRITE));
  ops_sum_points(w.sum, w.r, {{3, 2}}, {2.0}, 1);
  ops_sum_points(w.sum, w.r, {{3, 2}}, {-1.0}, 0);
  const std::size_t cell = 2 * (2 * nx + 3);
  const double q0 = values[cell], q1 = values[cell + 1];
  bool passed = near("sum of components", ops_ad_objective(w.sum), 2 * q1 - q0 * q1, 1e-6);
  ops_interpret_adjoints();
  const std::vector<float> gradient = ops_dat_fetch_derivative<float>(w.q);
  for (std::size_t i = 0; i < gradient.size(); ++i)
    passed = near("gradient of components", gradient[i], i == cell ? -q1 : i == cell + 1 ? 2 - q0 : 0, 1e-6) && passed;
  return passed;
}

/// H v against the central difference of gradients.
bool second_derivatives(World& w, const std::vector<double>& values) {
  std::vector<double> v(values.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::cos(0.7 * static_cast<double>(i));
  const auto gradient = [&](double h) {
    std::vector<double> moved = values;
    for (std::size_t i = 0; i < v.size(); ++i) moved[i] += h * v[i];
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_dat_set_data(w.start, moved);
    w.run();
    ops_interpret_adjoints();
    return ops_dat_fetch_derivative<double>(w.start);
  };
  const double h = 1e-5;
  const std::vector<double> above = gradient(h), below = gradient(-h), here = gradient(0);
  ops_hessian_vector(OPS_instance::getOPSInstance(), {ops_ad_along(w.start, v)});
  const std::vector<double> product = ops_dat_fetch_hessian_vector<double>(w.start);
  bool passed = true;
  for (std::size_t i = 0; i < v.size(); ++i)
    passed = near("second derivative", product[i], (above[i] - below[i]) / (2 * h), 1e-7) && passed;
  ops_tangent(OPS_instance::getOPSInstance(), {ops_ad_along(w.start, v)});
  double slope = 0;
  for (std::size_t i = 0; i < v.size(); ++i) slope += here[i] * v[i];
  return near("tangent", *ops_reduction_get_tangent(w.sum), slope, 1e-12) && passed;
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [] {
    World w;
    ops_partition("");
    bool passed = components(w);
    std::vector<double> values(nx * ny);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.5 + 0.3 * std::sin(0.9 * static_cast<double>(i));
    passed = second_derivatives(w, values) && passed;
    const ops_ad_loops_result loops = ops_ad_loops_test(OPS_instance::getOPSInstance());
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_dat_set_data(w.start, values);
    const ops_ad_taylor_result taylor =
        ops_ad_taylor_test(OPS_instance::getOPSInstance(), {w.start}, [&] { return w.run(); });
    passed = passed && loops && taylor;
    ops_printf("points: %s\n", passed ? "PASSED" : "FAILED");
    return passed ? 0 : 1;
  });
}
