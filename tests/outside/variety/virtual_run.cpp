// A class template's loop in a virtual function that is called through the base class.
#define OPS_1D
#include <vector>

#include "ops_seq_v2.h"
template <class R> void twice(const ACC<R>& u, ACC<R>& v) { v(0) = R(2) * u(0) * u(0); }
void sum(const ACC<double>& v, double* s) { *s += v(0); }
struct Base { virtual ~Base() = default; virtual void run(ops_block b, int* r, ops_dat u, ops_dat v, ops_stencil p) = 0; };
template <class R> struct Solver : Base {
  void run(ops_block b, int* r, ops_dat u, ops_dat v, ops_stencil p) override {
    ops_par_loop(twice<R>, "twice", b, 1, r, ops_arg_dat(u, 1, p, "double", OPS_READ), ops_arg_dat(v, 1, p, "double", OPS_WRITE));
  }
};
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(1, "b");
  int n = 5, z = 0, s0[] = {0}, r[] = {0, 5};
  ops_dat u = ops_decl_dat(b, 1, &n, &z, &z, &z, (double*)NULL, "double", "u"), v = ops_decl_dat(b, 1, &n, &z, &z, &z, (double*)NULL, "double", "v");
  ops_stencil p = ops_decl_stencil(1, 1, s0, "p");
  ops_reduction R = ops_decl_reduction_handle(8, "double", "R");
  ops_partition("");
  ops_dat_set_data(u, std::vector<double>{1, 2, 3, 4, 5});
  Solver<double> s;
  Base& base = s;
  base.run(b, r, u, v, p);
  ops_par_loop(sum, "sum", b, 1, r, ops_arg_dat(v, 1, p, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  double J, one = 1; R->get_result(&J, &one);
  ops_interpret_adjoints();
  const double got = ops_dat_fetch_derivative<double>(u)[2];
  ops_printf("J %g (110), dJ/du(2) %g (12)\n%s\n", J, got, J == 110 && got == 12 ? "PASS" : "FAIL");
  ops_exit();
  return J == 110 && got == 12 ? 0 : 1;
}
