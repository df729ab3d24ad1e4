// docs/example/adjoint.cpp: diffusion whose time step depends on the state: recording, seeding, reading, checking.
// See docs/adjoint.md.
#define OPS_2D
#include <cstdio>
#include <utility>
#include <vector>

#include "ops.hpp"

void limit(const ACC<double>& u, double* dt) { *dt = MIN(*dt, 0.2 / (1.0 + u(0, 0))); }
void diffuse(const ACC<double>& u, ACC<double>& next, const double* dt, const double* k) {
  const double flow = u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0);
  next(0, 0) = u(0, 0) + dt[0] * k[0] * (1.0 + u(0, 0)) * flow;
}
void measure(const ACC<double>& u, const int* idx, double* left, double* right) {
  if (idx[0] < 8) *left += u(0, 0) * u(0, 0);
  else *right += u(0, 0);
}

constexpr int nx = 16, ny = 12;
int size[] = {nx, ny}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, all[] = {0, nx, 0, ny};
int offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
const double one = 1.0, nothing = 0.0, conductivity = 0.7;
double* zeros = nullptr;

ops_block grid;
ops_dat start, now, next;
ops_stencil point, star;
ops_scalar k, dt;
ops_reduction shortest, left, right;

void declare() {
  grid = ops_decl_block(2, "grid");
  start = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "start");
  now = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "now");
  next = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "next");
  point = ops_decl_stencil(2, 1, offsets, "point");
  star = ops_decl_stencil(2, 5, offsets, "star");
  k = ops_decl_scalar("k", &conductivity, 1);
  dt = ops_decl_scalar("dt", &nothing, 1);
  shortest = ops_decl_reduction_handle(sizeof(double), "double", "shortest");
  left = ops_decl_reduction_handle(sizeof(double), "double", "left");
  right = ops_decl_reduction_handle(sizeof(double), "double", "right");
  ops_partition("");
}

void run(int steps) {
  ops_dat_deep_copy(now, start);
  for (int step = 0; step < steps; ++step, std::swap(now, next)) {
    ops_par_loop(limit, "limit", grid, 2, all, ops_arg_dat(now, 1, point, "double", OPS_READ),
                 ops_arg_reduce(shortest, 1, "double", OPS_MIN));
    ops_scalar_from_reduction(dt, shortest);
    ops_par_loop(diffuse, "diffuse", grid, 2, all, ops_arg_dat(now, 1, star, "double", OPS_READ),
                 ops_arg_dat(next, 1, point, "double", OPS_WRITE), ops_arg_scalar(dt, 1, "double", OPS_READ),
                 ops_arg_scalar(k, 1, "double", OPS_READ));
  }
  ops_par_loop(measure, "measure", grid, 2, all, ops_arg_dat(now, 1, point, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(left, 1, "double", OPS_INC), ops_arg_reduce(right, 1, "double", OPS_INC));
}

double field(int i, int j) { return 0.1 * i + 0.05 * j * j / (1.0 + i); }

void set_start() {
  std::vector<double> values(nx * ny);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) values[static_cast<std::size_t>(j * nx + i)] = field(i, j);
  ops_dat_set_data(start, 0, reinterpret_cast<char*>(values.data()));
}

double derivative_at(int i, int j) {
  std::vector<double> gradient(nx * ny);
  ops_dat_fetch_derivative(start, reinterpret_cast<char*>(gradient.data()));
  return gradient[static_cast<std::size_t>(j * nx + i)];
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  declare();
  OPS_instance* instance = OPS_instance::getOPSInstance();

  set_start();
  run(10);
  double in_left = 0.0, in_right = 0.0;
  left->get_result(&in_left, &one);  // differentiate this one
  right->get_result(&in_right);
  ops_interpret_adjoints(instance);
  std::printf("left  %.6f, d/d start(3, 4) %.6f, d/d k %.6f\n", in_left, derivative_at(3, 4),
              *ops_scalar_get_derivative(k));

  *ops_reduction_get_derivative(left) = 0.0;  // the same recording, another objective
  *ops_reduction_get_derivative(right) = 1.0;
  ops_interpret_adjoints(instance);
  std::printf("right %.6f, d/d start(3, 4) %.6f, d/d k %.6f\n", in_right, derivative_at(3, 4),
              *ops_scalar_get_derivative(k));
  ops_hessian_vector(instance, {{k, &one}});  // how the gradient changes when k moves
  std::printf("right, d2/dk2 %.6f\n", *ops_scalar_get_hessian_vector(k));

  const auto objective = [] {
    run(10);
    double value = 0.0;
    left->get_result(&value);
    return value;
  };
  const ops_ad_taylor_result taylor = ops_ad_taylor_test(instance, {start}, objective, left);

  for (int descent = 0; descent < 3; ++descent) {
    run(10);
    left->get_result(&in_left, &one);
    ops_interpret_adjoints(instance);
    std::vector<double> values(nx * ny), gradient(nx * ny);
    ops_dat_fetch_data(start, 0, reinterpret_cast<char*>(values.data()));
    ops_dat_fetch_derivative(start, reinterpret_cast<char*>(gradient.data()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] -= 0.1 * gradient[i];
    ops_ad_reset(instance);  // discard the recording: memory stays constant, and the new values are inputs
    ops_dat_set_data(start, 0, reinterpret_cast<char*>(values.data()));
    std::printf("descent %d: left %.6f\n", descent, in_left);
  }
  ops_exit();
  return taylor.passed ? 0 : 1;
}
