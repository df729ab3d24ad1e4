// Constants of one name in a namespace, in a class and outside.
// Expected: each kernel has the value of the variable that it names.
// Once came: that of the one that was declared last, or alone, without a word, where the code is generated.
#define OPS_1D
#include "ops.hpp"

double g = 2.0;
namespace model {
double g = 3.0, w[2] = {5.0, 7.0};
}
struct Gas {
  static double g;
};
double Gas::g = 11.0;

void outer(const ACC<double>& u, double* sum) { *sum += g * u(0); }
void inner(const ACC<double>& u, double* sum) { *sum += model::g * model::w[1] * u(0) * u(0); }
void of_class(const ACC<double>& u, double* sum) { *sum += Gas::g * u(0) * u(0) * u(0); }

int run() {
  int all[] = {0, 1}, here[] = {0};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {1});
  ops_stencil point = ops_decl_stencil(1, 1, here, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_decl_const("g", 1, "double", &g);
  ops_decl_const("model::g", 1, "double", &model::g);
  ops_decl_const("w", 2, "double", model::w);
  ops_decl_const("Gas::g", 1, "double", &Gas::g);
  ops_partition("");
  ops_dat_set_data(u, std::vector<double>{2.0});
  ops_par_loop(outer, "outer", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(inner, "inner", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(of_class, "of_class", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  const double value = ops_ad_objective(sum);
  ops_interpret_adjoints();
  const double slope = ops_dat_fetch_derivative<double>(u)[0];
  const bool right = value == 4.0 + 84.0 + 88.0 && slope == 2.0 + 84.0 + 132.0;
  ops_printf("%g %g\n%s\n", value, slope, right ? "passed" : "failed");
  return right ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
