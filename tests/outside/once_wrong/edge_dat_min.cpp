// The smallest time step of all cells, taken into a dataset of one value by OPS_MIN, as API.md allows; the gradient passes through it.
// Expected: builds; d(dt)/du is -1/u^2 = -0.0625 at the cell of the largest u, 0 elsewhere (as for OPS_MIN reduction handles).
// Once came: error[not-differentiable]: 'dt' is a dataset with access OPS_MIN. OPS_MAX likewise; OPS_INC works. No document says so,
// and the hint reads "use ops_par_loop_passive, or use ops_par_loop_passive if no derivative flows through this loop".
#include <cmath>
#include <cstdio>
#define OPS_1D
#include "ops_seq_v2.h"
void clear(ACC<double>& dt) { dt(0) = 1e30; }
void limit(const ACC<double>& u, ACC<double>& dt) { dt.combine_min(0, 1.0 / u(0)); }
void take(const ACC<double>& dt, double* j) { *j += dt(0); }
int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(1, "b");
  int size[] = {5}, one[] = {1}, base[] = {0}, z[] = {0}, all[] = {0, 5}, first[] = {0, 1};
  double u0[] = {1, 2, 4, 3, 1}, *null = NULL;
  ops_dat u = ops_decl_dat(b, 1, size, base, z, z, u0, "double", "u"), dt = ops_decl_dat(b, 1, one, base, z, z, null, "double", "dt");
  ops_stencil s = ops_decl_stencil(1, 1, z, "s"), still = ops_decl_strided_stencil(1, 1, z, z, "still");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "r");
  ops_partition("");
  ops_par_loop(clear, "clear", b, 1, first, ops_arg_dat(dt, 1, still, "double", OPS_WRITE));
  ops_par_loop(limit, "limit", b, 1, all, ops_arg_dat(u, 1, s, "double", OPS_READ), ops_arg_dat(dt, 1, still, "double", OPS_MIN));
  ops_par_loop(take, "take", b, 1, first, ops_arg_dat(dt, 1, still, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double j, seed = 1;
  r->get_result<double>(&j, &seed);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> g = ops_dat_fetch_derivative<double>(u);
  printf("dt %g, derivatives %g %g %g %g %g\n", j, g[0], g[1], g[2], g[3], g[4]);
  ops_exit();
  return j == 0.25 && g[2] == -0.0625 && g[0] == 0 && g[4] == 0 ? 0 : 1;
}
