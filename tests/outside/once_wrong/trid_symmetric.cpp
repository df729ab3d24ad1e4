// A symmetric tridiagonal matrix: one dataset given for both off-diagonals.
// Expected: solves (both are only read; the API names no restriction; the published library takes it).
// Once came: OPSException "ops_tridMultiDimBatch: c (dataset 'off'): is given twice, also as a: give each its own dataset".
// The message is clear. Aliases of d or u with a, b, c are another matter.
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_block l = ops_decl_block(1, "l");
  int n = 9, z = 0, r[] = {0, 9};
  std::vector<double> o(9, -1.0), m(9, 2.5), f(9, 0.5), x(9);
  ops_dat off = ops_decl_dat(l, 1, &n, &z, &z, &z, o.data(), "double", "off");
  ops_dat mid = ops_decl_dat(l, 1, &n, &z, &z, &z, m.data(), "double", "mid");
  ops_dat rhs = ops_decl_dat(l, 1, &n, &z, &z, &z, f.data(), "double", "rhs");
  ops_partition("");
  ops_tridsolver_params p(l);
  ops_tridMultiDimBatch(1, 0, r, off, mid, off, rhs, &p);
  ops_dat_fetch_data(rhs, 0, (char *)x.data());
  double err = 0.0;
  for (int i = 0; i < 9; i++)
    err = fmax(err, fabs(2.5 * x[i] - (i ? x[i - 1] : 0) - (i < 8 ? x[i + 1] : 0) - 0.5));
  printf("trid_symmetric: %s\n", err < 1e-14 ? "passed" : "failed");
  ops_exit();
  return err >= 1e-14;
}
