// A program assigns to a declared constant and forgets ops_update_const, as codes for one processor do.
// Expected: an error where a derivative is asked for, or the same value on all targets. Once came: a warning; seq computes with 4 (J = 968.3)
// and its gradient with 1.5, openmp computes both with 1.5 (J = 194.6).
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"
double amp = 1.5;

void model(const ACC<double>& u, ACC<double>& o) { o(0) = amp * u(0) * u(0) + sin(u(0)); }
void square(const ACC<double>& o, double* j) { *j += o(0) * o(0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const int n = 21;
  int size[] = {n}, zero[] = {0}, all[] = {0, n};
  ops_decl_const("amp", 1, "double", &amp);
  ops_block b = ops_decl_block(1, "b");
  ops_stencil S = ops_decl_stencil(1, 1, zero, "S");
  std::vector<double> u0(n), g(n);
  for (int i = 0; i < n; i++) u0[i] = 0.5 + 0.1 * (i * 7 % 13);
  ops_dat u = ops_decl_dat(b, 1, size, zero, zero, zero, u0.data(), "double", "u"),
          o = ops_decl_dat(b, 1, size, zero, zero, zero, (double*)NULL, "double", "o");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_partition("");
  amp = 4.0;
  ops_par_loop(model, "model", b, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(o, 1, S, "double", OPS_WRITE));
  ops_par_loop(square, "square", b, 1, all, ops_arg_dat(o, 1, S, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double J, one = 1.0, ref = 0.0, worst = 0.0;
  r->get_result(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_dat_fetch_derivative(u, (char*)g.data(), OPS_HOST);
  for (int i = 0; i < n; i++) {
    double v = amp * u0[i] * u0[i] + sin(u0[i]);
    ref += v * v;
    worst = fmax(worst, fabs(g[i] / (2 * v * (2 * amp * u0[i] + cos(u0[i]))) - 1));
  }
  printf("J %g (expected %g), relative error of the gradient %.2e\n", J, ref, worst);
  ops_exit();
  printf("const_unpublished: %s\n", worst < 1e-10 ? "passed" : "failed");
  return !(worst < 1e-10);
}
