// A member function template that calls a kernel template with its own parameter, for two values.
// Expected: builds, and passes.
// Once came: a refusal, as clang does not show the template arguments of member functions.
#define OPS_1D
#include "ops.hpp"
template <int power>
void add(const ACC<double>& u, ACC<double>& v) { v(0) += power * u(0) * u(0); }
void total(const ACC<double>& v, double* sum) { *sum += v(0); }
int all[] = {0, 4}, here[] = {0};
ops_block line;
ops_dat u, v;
ops_stencil S0;
template <class T>
struct Caller {
  template <int power>
  void call() {
    ops_par_loop(add<power>, "add", line, 1, all, ops_arg_dat(u, 1, S0, "double", OPS_READ), ops_arg_dat(v, 1, S0, "double", OPS_RW));
  }
  void both() { call<1>(), call<2>(); }
};
int main(int argc, char** argv) {
  return ops_main(argc, argv, [] {
    line = ops_decl_block(1, "line");
    u = ops_decl_dat<double>(line, "u", {4}, {}), v = ops_decl_dat<double>(line, "v", {4}, {});
    S0 = ops_decl_stencil(1, 1, here, "S0");
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_partition("");
    ops_dat_set_data(u, std::vector<double>{1, 2, 3, 4});
    Caller<double>().both();
    ops_par_loop(total, "total", line, 1, all, ops_arg_dat(v, 1, S0, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    const double value = ops_ad_objective(sum);
    ops_interpret_adjoints();
    ops_printf(value == 90.0 && ops_dat_fetch_derivative<double>(u)[1] == 12.0 ? "passed\n" : "failed\n");
  });
}
