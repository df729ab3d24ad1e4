// tests/adjoint/red_black.cpp: half of the points of a loop write, and read only cells of the other half: it has a
// derivative, in any order. With -conflict every point writes: then it has none. Against plain loops and their complex
// step. Prints values and gradient, bit by bit.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 13, ny = 9, sweeps = 3;
constexpr double over = 1.3;

void red(ACC<double>& u, const ACC<double>& k, const int* idx) {
  if ((idx[0] + idx[1]) % 2 == 0)
    u(0, 0) = (1.0 - over) * u(0, 0) + over * k(0, 0) * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1));
}
void black(const ACC<double>& k, const int* idx, ACC<double>& u) {
  if ((idx[0] + idx[1]) % 2 == 0) return;
  u(0, 0) = (1.0 - over) * u(0, 0) + over * k(0, 0) * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1));
}
void every(ACC<double>& u, const ACC<double>& k, const int* idx) {
  if (idx[0] < 100) u(0, 0) = k(0, 0) * (u(1, 0) + u(0, -1));
}
void energy(const ACC<double>& u, const int* idx, double* sum) { *sum += (1.0 + 0.1 * idx[0]) * u(0, 0) * u(0, 0); }

using Complex = std::complex<double>;

double start_of(int i, int j) { return i < 0 || j < 0 || i >= nx || j >= ny ? 0.0 : 0.5 + 0.01 * i - 0.02 * j * i; }
double factor_of(int i, int j) { return 0.2 + 0.003 * i + 0.002 * j; }

/// The imaginary part: the derivative by the factor of one cell.
double plain(int at_i, int at_j) {
  constexpr double h = 1e-40;
  std::vector<Complex> u((nx + 2) * (ny + 2));
  const auto at = [&](int i, int j) -> Complex& { return u[static_cast<std::size_t>(i + 1 + (nx + 2) * (j + 1))]; };
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) at(i, j) = start_of(i, j);
  for (int n = 0; n < 2 * sweeps; ++n)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        if ((i + j) % 2 != n % 2) continue;
        const Complex k(factor_of(i, j), i == at_i && j == at_j ? h : 0.0);
        at(i, j) = (1.0 - over) * at(i, j) + over * k * (at(i + 1, j) + at(i - 1, j) + at(i, j + 1) + at(i, j - 1));
      }
  Complex sum = 0;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) sum += (1.0 + 0.1 * i) * at(i, j) * at(i, j);
  return sum.imag() / h;
}

int run(bool conflict) {
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {nx, ny}, {.halo = 1}), k = ops_decl_dat<double>(grid, "k", {nx, ny});
  int here[] = {0, 0}, cross[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, all[] = {0, nx, 0, ny};
  ops_stencil centre = ops_decl_stencil(2, 1, here, "centre"), star = ops_decl_stencil(2, 5, cross, "star");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  std::vector<double> start, factor;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      start.push_back(start_of(i, j));
      factor.push_back(factor_of(i, j));
    }
  ops_dat_set_data(u, start);
  ops_dat_set_data(k, factor);
  if (conflict)
    ops_par_loop(every, "every", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_RW),
                 ops_arg_dat(k, 1, centre, "double", OPS_READ), ops_arg_idx());
  for (int n = 0; n < sweeps; ++n) {
    ops_ad_step();
    ops_par_loop(red, "red", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_RW),
                 ops_arg_dat(k, 1, centre, "double", OPS_READ), ops_arg_idx());
    ops_par_loop(black, "black", grid, 2, all, ops_arg_dat(k, 1, centre, "double", OPS_READ), ops_arg_idx(),
                 ops_arg_dat(u, 1, star, "double", OPS_RW));
  }
  ops_par_loop(energy, "energy", grid, 2, all, ops_arg_dat(u, 1, centre, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("%a\n", ops_ad_objective(sum));
  ops_interpret_adjoints();
  const std::vector<double> gradient = ops_dat_fetch_derivative<double>(k);
  bool right = true;
  for (int n = 0; n < nx * ny; ++n) {
    const double g = gradient[static_cast<std::size_t>(n)], expected = plain(n % nx, n / nx);
    right = right && std::abs(g - expected) <= 1e-12 * (1.0 + std::abs(expected));
    ops_printf("%a\n", g);
  }
  for (const double g : ops_dat_fetch_derivative<double>(u)) ops_printf("%a\n", g);
  ops_printf(right ? "PASSED\n" : "FAILED\n");
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] { return run(argc > 1 && std::strcmp(argv[1], "-conflict") == 0); });
}
