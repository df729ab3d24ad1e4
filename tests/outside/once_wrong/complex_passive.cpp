// A recorded loop reads a passive complex dataset beside an active double one.
// Expected: the gradient by the double dataset. Once came: ops_interpret_adjoints throws, as the loop "has no adjoint: it runs the reference";
// the build gives only a warning, and its hint "use one dataset of an arithmetic type for each member" speaks of structs.
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

void wave(ACC<complexd>& w, const int* idx) { w(0) = complexd(cos(0.3 * idx[0]), sin(0.3 * idx[0])); }
void receive(const ACC<double>& u, const ACC<complexd>& w, double* re) { *re += u(0) * u(0) * w(0).real(); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const int n = 11;
  int size[] = {n}, zero[] = {0}, all[] = {0, n};
  ops_block b = ops_decl_block(1, "b");
  ops_stencil S = ops_decl_stencil(1, 1, zero, "S");
  std::vector<double> u0(n), g(n);
  for (int i = 0; i < n; i++) u0[i] = 1.0 + 0.1 * i;
  ops_dat u = ops_decl_dat(b, 1, size, zero, zero, zero, u0.data(), "double", "u");
  ops_dat w = ops_decl_dat_passive(b, 1, size, zero, zero, zero, (complexd*)NULL, "complexd", "w");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_partition("");
  ops_par_loop_passive(wave, "wave", b, 1, all, ops_arg_dat(w, 1, S, "complexd", OPS_WRITE), ops_arg_idx());
  ops_par_loop(receive, "receive", b, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(w, 1, S, "complexd", OPS_READ),
               ops_arg_reduce(r, 1, "double", OPS_INC));
  double J, one = 1.0, worst = 0.0;
  r->get_result(&J, &one);
  try {
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    ops_dat_fetch_derivative(u, (char*)g.data(), OPS_HOST);
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(g[i] - 2 * u0[i] * cos(0.3 * i)));
  } catch (OPSException& e) {
    printf("%s\n", e.what());
    worst = 1.0;
  }
  ops_exit();
  printf("complex_passive: %s\n", worst < 1e-12 ? "passed" : "failed");
  return !(worst < 1e-12);
}
