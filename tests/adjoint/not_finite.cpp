// tests/adjoint/not_finite.cpp: a gradient that is NaN although the objective is finite, and one that is not, though
// the kernel takes the root of a negative number. Prints what is said of them.  Options: -chosen: the second one;
// -scalar: by a scalar;  -again: read several times.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define OPS_1D
#include "ops.hpp"

void shift(const ACC<double>& x, const double* s, ACC<double>& u) { u(0) = *s * (x(0) - 1.0); }
void angle(const ACC<double>& u, double* sum) { *sum += std::atan(1.0 / u(0)); }
void root(const ACC<double>& u, double* sum) { *sum += std::fmax(std::sqrt(u(0)), 1.5) * (2.0 + u(0)); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const auto option = [&](const char* word) {
    for (int i = 1; i < argc; ++i)
      if (std::strcmp(argv[i], word) == 0) return true;
    return false;
  };
  ops_block block = ops_decl_block(1, "line");
  int size[] = {8}, base[] = {0}, none[] = {0}, all[] = {0, 8}, centre[] = {0};
  std::vector<double> values{3, 4, 5, 1, 7, 6, 9, 8};
  if (option("-chosen")) values[3] = -3.0;
  double* zeros = nullptr;
  ops_dat x = ops_decl_dat(block, 1, size, base, none, none, values.data(), "double", "x");
  ops_dat u = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "u");
  ops_stencil here = ops_decl_stencil(1, 1, centre, "here");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  const double half = 0.5;
  ops_scalar s = ops_decl_scalar("s", &half, 1);
  ops_partition("");
  const auto run = [&] {
    ops_par_loop(shift, "shift", block, 1, all, ops_arg_dat(x, 1, here, "double", OPS_READ),
                 ops_arg_scalar(s, 1, "double", OPS_READ), ops_arg_dat(u, 1, here, "double", OPS_WRITE));
    const ops_arg read = ops_arg_dat(u, 1, here, "double", OPS_READ), add = ops_arg_reduce(sum, 1, "double", OPS_INC);
    if (option("-chosen")) ops_par_loop(root, "root", block, 1, all, read, add);
    else ops_par_loop(angle, "angle", block, 1, all, read, add);
    double value, one = 1.0;
    sum->get_result(&value, &one);
    return value;
  };
  std::printf("objective %.6f\n", run());
  ops_interpret_adjoints(block->context);
  if (option("-scalar")) std::printf("by s %f\n", *s->get_derivative<double>());
  std::vector<double> gradient(8), before;
  for (int times = option("-again") ? 2 : 1; times > 0; --times) {
    ops_dat_fetch_derivative(x, reinterpret_cast<char*>(gradient.data()));
    for (const double g : gradient) std::printf(" %.6f", g);
    std::printf("\n");
  }
  const bool passed = ops_ad_taylor_test(block->context, {x}, run, sum).passed;
  std::printf("Taylor %s\n", passed ? "passed" : "failed");
  ops_exit();
  return 0;
}
