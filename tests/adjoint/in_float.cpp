// tests/adjoint/in_float.cpp: kernels between datasets of double that compute in float: in a local variable, by a cast,
// through a function, in a loop and in a sum. Values and gradient, line by line.
#include <cmath>
#include <utility>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 19, ny = 13, steps = 6;

float flux(float left, float right) { return 0.5f * (left * left + right * right) - 0.3f * (right - left); }

void local(const ACC<double>& u, ACC<double>& v) {
  const float x = static_cast<float>(u(0, 0)), y = 0.1f * static_cast<float>(u(1, 0) - u(-1, 0));
  v(0, 0) = 0.9 * u(0, 0) + 0.1 * static_cast<double>(x * std::sqrt(1.0f + y * y)) - static_cast<double>(0.2f * y);
}
void cast(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) += 0.01 * static_cast<double>(static_cast<float>(u(0, 1) * u(0, -1)));
}
void inlined(const ACC<double>& u, ACC<double>& v) {
  const auto in = [&](int i) { return static_cast<float>(u(i, 0)); };
  v(0, 0) = 0.97 * v(0, 0) - 0.02 * static_cast<double>(flux(in(0), in(1)) - flux(in(-1), in(0)));
}
void repeated(ACC<double>& v) {
  float x = 1.0f;
  for (int k = 0; k < 4; ++k) x += 0.2f * (static_cast<float>(v(0, 0)) - x * x);
  v(0, 0) += 0.05 * static_cast<double>(x);
}
void start(ACC<double>& u, const int* i) { u(0, 0) = 0.4 + 0.31 * std::sin(0.7 * i[0] + 0.2) * std::cos(0.4 * i[1]); }
void total(const ACC<double>& u, double* s) { *s += static_cast<double>(std::exp(static_cast<float>(u(0, 0)))); }

void run() {
  int all[] = {-1, nx + 1, -1, ny + 1}, inside[] = {0, nx, 0, ny}, points[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_block b = ops_decl_block(2, "b");
  ops_dat u = ops_decl_dat<double>(b, "u", {nx, ny}, {.halo = 1}),
          v = ops_decl_dat<double>(b, "v", {nx, ny}, {.halo = 1}),
          first = ops_decl_dat<double>(b, "first", {nx, ny}, {.halo = 1});
  ops_stencil here = ops_decl_stencil(2, 1, points, "here"), star = ops_decl_stencil(2, 5, points, "star");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(start, "start", b, 2, all, ops_arg_dat(first, 1, here, "double", OPS_WRITE), ops_arg_idx());
  ops_dat_deep_copy(u, first);
  ops_dat_deep_copy(v, first);
  for (int k = 0; k < steps; ++k, std::swap(u, v)) {
    const ops_arg read = ops_arg_dat(u, 1, star, "double", OPS_READ);
    ops_par_loop(local, "local", b, 2, inside, read, ops_arg_dat(v, 1, here, "double", OPS_WRITE));
    ops_par_loop(cast, "cast", b, 2, inside, read, ops_arg_dat(v, 1, here, "double", OPS_INC));
    ops_par_loop(inlined, "inlined", b, 2, inside, read, ops_arg_dat(v, 1, here, "double", OPS_RW));
    ops_par_loop(repeated, "repeated", b, 2, inside, ops_arg_dat(v, 1, here, "double", OPS_RW));
  }
  ops_par_loop(total, "total", b, 2, inside, ops_arg_dat(u, 1, here, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("%a\n", ops_ad_objective(sum));
  ops_interpret_adjoints();
  for (const double g : ops_dat_fetch_derivative<double>(first)) ops_printf("%a\n", g);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
