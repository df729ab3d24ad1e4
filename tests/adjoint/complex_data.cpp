// tests/adjoint/complex_data.cpp: loops on complex data run, on every target, in a program that asks for gradients of
// something else. An objective that depends on them is an error with the loop's name. Exit status 0 if so.
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>

#define OPS_1D
#include "ops.hpp"

void lift(const ACC<double>& u, ACC<complexd>& z) { z(0) = complexd(u(0), 2.0 * u(0)); }
void turn(ACC<complexd>& z, complexd* sum) {
  z(0) = z(0) * complexd(0.0, 1.0);
  *sum += z(0);
}
void density(const ACC<std::complex<double>>& z, ACC<double>& d) { d(0) = std::norm(z(0)); }
void total(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }
void fill(ACC<double>& u, const int* index) { u(0) = 1.0 + index[0]; }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  constexpr int n = 4;
  int size[] = {n}, base[] = {0}, none[] = {0}, range[] = {0, n}, at[] = {0};
  ops_block block = ops_decl_block(1, "block");
  double* reals = nullptr;
  complexd* complexes = nullptr;
  ops_dat u = ops_decl_dat(block, 1, size, base, none, none, reals, "double", "u");
  ops_dat d = ops_decl_dat(block, 1, size, base, none, none, reals, "double", "d");
  ops_dat z = ops_decl_dat(block, 1, size, base, none, none, complexes, "complexd", "z");
  ops_stencil point = ops_decl_stencil(1, 1, at, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"),
                other = ops_decl_reduction_handle(sizeof(double), "double", "other");
  ops_reduction complex_sum = ops_decl_reduction_handle(sizeof(complexd), "complexd", "complex_sum");
  ops_partition("");
  ops_par_loop(fill, "fill", block, 1, range, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(lift, "lift", block, 1, range, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(z, 1, point, "complexd", OPS_WRITE));
  ops_par_loop(turn, "turn", block, 1, range, ops_arg_dat(z, 1, point, "complexd", OPS_RW),
               ops_arg_reduce(complex_sum, 1, "complexd", OPS_INC));
  ops_par_loop(density, "density", block, 1, range, ops_arg_dat(z, 1, point, "complexd", OPS_READ),
               ops_arg_dat(d, 1, point, "double", OPS_WRITE));
  ops_par_loop(total, "total", block, 1, range, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(total, "other", block, 1, range, ops_arg_dat(d, 1, point, "double", OPS_READ),
               ops_arg_reduce(other, 1, "double", OPS_INC));
  const double one = 1.0;
  double value = 0.0, of_complex = 0.0, slope[n];
  complexd turned;
  sum->get_result(&value, &one);
  other->get_result(&of_complex);
  complex_sum->get_result(&turned);
  int wrong = value == 30.0 && of_complex == 25.0 * (1 + 16 + 81 + 256) && turned == complexd(-20.0, 10.0) ? 0 : 1;
  std::printf("%g %g %g%+gi\n", value, of_complex, turned.real(), turned.imag());
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(slope));
  for (int i = 0; i < n; ++i) wrong += slope[i] == 2.0 * (i + 1) ? 0 : 1;
  *ops_reduction_get_derivative<double>(other) = 1.0;
  try {
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    ++wrong;
    std::printf("no error\n");
  } catch (const OPSException& error) {
    const std::string text = error.what();
    if (text.find("'density'") == text.npos || text.find("complex<double>") == text.npos) ++wrong;
    std::printf("%s\n", text.c_str());
  }
  std::printf("%s\n", wrong ? "FAILED" : "PASSED");
  return wrong;
}
