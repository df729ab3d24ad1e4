// A stencil that is a member of a class template.
// Expected: builds, and passes.
// Once came: error[unresolved-argument]: cannot tell what argument 'point_' is; the same class without `template <int n>` was built.
#define OPS_1D
#include "ops.hpp"
void square(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }
template <int n>
class Line {
 public:
  void run() {
    int all[] = {0, n};
    ops_dat_set_data(u_, std::vector<double>(n, 3.0));
    ops_par_loop(square, "square", line_, 1, all, ops_arg_dat(u_, 1, point_, "double", OPS_READ), ops_arg_reduce(sum_, 1, "double", OPS_INC));
    const double value = ops_ad_objective(sum_);
    ops_interpret_adjoints();
    ops_printf(value == 45.0 && ops_dat_fetch_derivative<double>(u_)[2] == 6.0 ? "passed\n" : "failed\n");
  }

 private:
  int here_[1] = {0};
  ops_block line_ = ops_decl_block(1, "line");
  ops_dat u_ = ops_decl_dat<double>(line_, "u", {n}, {});
  ops_stencil point_ = ops_decl_stencil(1, 1, here_, "point");
  ops_reduction sum_ = ops_decl_reduction_handle(sizeof(double), "double", "sum");
};
int main(int argc, char** argv) {
  return ops_main(argc, argv, [] { Line<5>().run(); });
}
