// tests/sentinel/misread.cpp: kernels of which the translator is given another text than the compiler, on purpose. The
// first word says which of them runs: value, corner (another value at the highest point alone), sum, derivative; or
// phase, which is read rightly, but of which differences tell nothing.
#define OPS_2D
#include <cmath>
#include <cstring>

#include "ops.hpp"

constexpr int nx = 40, ny = 12;

#ifdef OPS_TRANSLATING
constexpr double twice = 2.5;
double power(double u) { return u * u * u; }  // where u is 1 of the same value, but not of the same derivative
bool last(const int* idx) { return idx[0] < 0; }
#else
constexpr double twice = 2.0;
double power(double u) { return u * u; }
bool last(const int* idx) { return idx[0] == nx - 1 && idx[1] == ny - 1; }
#endif

void one(ACC<double>& u) { u(0, 0) = 1.0; }
void value(const ACC<double>& u, ACC<double>& v) { v(0, 0) = twice * u(0, 0); }
void corner(const ACC<double>& u, ACC<double>& v, const int* idx) { v(0, 0) = last(idx) ? 0.0 : u(0, 0); }
void derivative(const ACC<double>& u, ACC<double>& v) { v(0, 0) = power(u(0, 0)); }
void phase(const ACC<double>& u, ACC<double>& v) { v(0, 0) = 300.0 + sin(1e9 * u(0, 0)); }
void total(const ACC<double>& v, double* sum) { *sum += v(0, 0); }
void weighted(const ACC<double>& v, double* sum) { *sum += twice * v(0, 0); }

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] {
    const auto asked = [&](const char* word) { return argc > 1 && std::strcmp(argv[1], word) == 0; };
    int all[] = {0, nx, 0, ny}, here[] = {0, 0};
    ops_block grid = ops_decl_block(2, "grid");
    ops_dat u = ops_decl_dat<double>(grid, "u", {nx, ny}), v = ops_decl_dat<double>(grid, "v", {nx, ny});
    ops_stencil point = ops_decl_stencil(2, 1, here, "point");
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_partition("");
    ops_par_loop(one, "one", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE));
    ops_dat_deep_copy(v, u);
    if (asked("value"))
      ops_par_loop(value, "value", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    if (asked("corner"))
      ops_par_loop(corner, "corner", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE), ops_arg_idx());
    if (asked("derivative"))
      ops_par_loop(derivative, "derivative", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    for (int call = 0; call < 8 && asked("phase"); ++call)
      ops_par_loop(phase, "phase", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    if (asked("phase")) ops_dat_deep_copy(v, u);
    if (asked("sum"))
      ops_par_loop(weighted, "sum", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC));
    else
      ops_par_loop(total, "total", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_printf("sum %g\n", ops_ad_objective(sum));
    ops_interpret_adjoints();
  });
}
