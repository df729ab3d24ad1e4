// tests/programs/functions.cpp: every function that the library has of its own, in kernels and in their derivatives, in
// double and in float. Prints the sum, one number for the bits of the gradient, and the gradient at some points.
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"

void start(ACC<double>& u, ACC<float>& f, const int* idx) {
  u(0, 0) = 0.3 + 0.02 * idx[0] - 0.007 * idx[1];
  f(0, 0) = 0.4f + 0.005f * static_cast<float>(idx[0]) - 0.011f * static_cast<float>(idx[1]);
}

void smooth(const ACC<double>& u, ACC<double>& v) {
  const double x = 0.25 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1));
  v(0, 0) = std::exp(x) + std::log(1.5 + x) + std::sin(3.0 * x) * std::cos(x) + std::tanh(x) + std::pow(1.2 + x, 1.7);
}

void curved(const ACC<double>& u, const ACC<double>& v, ACC<double>& w) {
  const double x = 0.5 * (u(0, 0) + u(1, 0)), y = v(0, 0);
  w(0, 0) = std::expm1(x) * std::log1p(x) + std::tan(0.3 * x) + std::asin(0.4 * x) + std::acos(0.3 * x) + std::atan(y) +
            std::atan2(x, y) + std::sinh(x) + std::cosh(x) + std::erf(x) + std::cbrt(1.0 + x) + std::hypot(x, y);
}

void single(const ACC<float>& f, ACC<float>& g) {
  const float x = 0.5f * (f(0, 0) + f(0, 1));
  g(0, 0) = std::exp(x) + std::log(1.5f + x) + std::sin(3.0f * x) * std::cos(x) + std::tanh(x) +
            std::pow(1.2f + x, 1.7f) + std::erf(x) + std::atan(x);
}

void total(const ACC<double>& w, const ACC<float>& g, double* sum) { *sum += w(0, 0) * static_cast<double>(g(0, 0)); }

template <class T>
void mix(std::uint64_t& hash, const std::vector<T>& values) {
  for (const T value : values) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    hash = (hash ^ bits) * 1099511628211u;
  }
}

void run() {
  int all[] = {-1, 34, -1, 22}, inside[] = {0, 33, 0, 21};
  int centre[] = {0, 0}, four[] = {0, 1, 0, -1, 1, 0, -1, 0}, right[] = {0, 0, 1, 0}, up[] = {0, 0, 0, 1};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {33, 21}, {.halo = 1}),
          v = ops_decl_dat<double>(grid, "v", {33, 21}, {.halo = 1});
  ops_dat w = ops_decl_dat<double>(grid, "w", {33, 21}, {.halo = 1});
  ops_dat f = ops_decl_dat<float>(grid, "f", {33, 21}, {.halo = 1}),
          g = ops_decl_dat<float>(grid, "g", {33, 21}, {.halo = 1});
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"), star = ops_decl_stencil(2, 4, four, "star");
  ops_stencil pair = ops_decl_stencil(2, 2, right, "pair"), column = ops_decl_stencil(2, 2, up, "column");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");

  ops_par_loop(start, "start", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE),
               ops_arg_dat(f, 1, point, "float", OPS_WRITE), ops_arg_idx());
  ops_par_loop(smooth, "smooth", grid, 2, inside, ops_arg_dat(u, 1, star, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  ops_par_loop(curved, "curved", grid, 2, inside, ops_arg_dat(u, 1, pair, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_dat(w, 1, point, "double", OPS_WRITE));
  ops_par_loop(single, "single", grid, 2, inside, ops_arg_dat(f, 1, column, "float", OPS_READ),
               ops_arg_dat(g, 1, point, "float", OPS_WRITE));
  ops_par_loop(total, "total", grid, 2, inside, ops_arg_dat(w, 1, point, "double", OPS_READ),
               ops_arg_dat(g, 1, point, "float", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  const double value = ops_ad_objective(sum);

  ops_interpret_adjoints();
  const std::vector<double> by_u = ops_dat_fetch_derivative<double>(u);
  const std::vector<float> by_f = ops_dat_fetch_derivative<float>(f);
  std::uint64_t hash = 14695981039346656037u;
  mix(hash, by_u);
  mix(hash, by_f);
  ops_printf("hash %016" PRIx64 "\nvalues %.17g", hash, value);
  for (std::size_t k = 0; k < by_u.size(); k += 37) ops_printf(" %.17g %.9g", by_u[k], static_cast<double>(by_f[k]));
  ops_printf("\n");
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
