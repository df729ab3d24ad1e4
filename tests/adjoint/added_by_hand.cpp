// tests/adjoint/added_by_hand.cpp: a hand-written adjoint of a kernel that adds to its output leaves that derivative as
// it is, which leaves nothing out: no warning. Exit status 0 if the gradient is right.
#include <cmath>
#include <vector>

#define OPS_1D
#include "ops.hpp"

constexpr int n = 8;

void number(ACC<double>& u, const int* i) { u(0) = 1 + i[0]; }
void add(const ACC<double>& u, ACC<double>& v) { v(0) += u(0) * u(0); }
void add_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(0) += 2 * u(0) * v_a1s(0);
}
void triple(const ACC<double>& u, ACC<double>& v) { v(0) = 3 * u(0); }
void total(const ACC<double>& v, double* sum) { *sum += v(0); }

int main(int argc, char** argv) {
  int failed = 0;
  const int status = ops_main(argc, argv, [&] {
    int all[] = {0, n}, here[] = {0};
    ops_block line = ops_decl_block(1, "line");
    ops_dat u = ops_decl_dat<double>(line, "u", {n}), v = ops_decl_dat<double>(line, "v", {n});
    ops_stencil point = ops_decl_stencil(1, 1, here, "point");
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_partition("");
    ops_par_loop(number, "number", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(triple, "triple", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    ops_par_loop(add, "add", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_INC));
    ops_par_loop(add, "add again", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_RW));
    ops_par_loop(total, "total", line, 1, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_ad_objective(sum);
    ops_interpret_adjoints();
    const std::vector<double> gradient = ops_dat_fetch_derivative<double>(u);
    for (int i = 0; i < n; ++i) failed += std::fabs(gradient[i] - (3 + 4.0 * (1 + i))) > 1e-13;
    ops_printf("added by hand: %s\n", failed == 0 ? "PASSED" : "FAILED");
  });
  return status + failed;
}
