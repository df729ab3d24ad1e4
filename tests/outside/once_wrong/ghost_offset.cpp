// Ghost cells take the value of the first inner cell: the offset is computed from the index, and stays inside the declared stencil.
// Expected: builds and passes: cells -2 and -1 read cell 0, which the loop does not write. Derivatives 3 1 1 1 1.
// Once came, when it ran, on all targets: OPSException "loop 'ghost' reads points of dataset 'q' (argument 1) that it writes at other points
// of its range": it does not; that it cannot be ruled out from the stencil is another thing, and would have to be said so.
// Without a gradient it runs and gives the right values.
#include <cstdio>
#define OPS_1D
#include "ops_seq_v2.h"
void ghost(ACC<double>& q, const int* idx)
{
  int off = -idx[0];
  q(0) = q(off);
}
void sum(const ACC<double>& q, double* s) { *s += q(0); }
int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(1, "b");
  int size[] = {5}, base[] = {0}, m[] = {-2}, p[] = {0}, z[] = {0}, in[] = {0, 1, 2}, left[] = {-2, 0}, wide[] = {-2, 5};
  double start[] = {0, 0, 1, 2, 3, 4, 5};
  ops_dat q = ops_decl_dat(b, 1, size, base, m, p, start, "double", "q");
  ops_stencil s1 = ops_decl_stencil(1, 1, z, "s1"), s3 = ops_decl_stencil(1, 3, in, "s3");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "r");
  ops_partition("");
  ops_par_loop(ghost, "ghost", b, 1, left, ops_arg_dat(q, 1, s3, "double", OPS_RW), ops_arg_idx());
  ops_par_loop(sum, "sum", b, 1, wide, ops_arg_dat(q, 1, s1, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double s, one = 1;
  r->get_result<double>(&s, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> g = ops_dat_fetch_derivative<double>(q);
  printf("%g, derivatives %g %g %g %g %g\n", s, g[0], g[1], g[2], g[3], g[4]);
  ops_exit();
  return s == 17 && g[0] == 3 && g[1] == 1 ? 0 : 1;
}
