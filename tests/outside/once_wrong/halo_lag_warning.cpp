// Two blocks. All halos are exchanged, then each block steps and stores in turn: when the second block steps, its ghost cells hold the
// values of the same time level as its own cells, as they should, though the first block has moved on.
// Expected: no warning on target checked.
// Once came: "OPS warning: loop 'step' .. reads cell (-1) of 'u' .. which ops_halo_transfer filled before its source .. was changed by loop
// 'move' ..: an ops_halo_transfer of the group of 'u' .. is missing before this loop". Nothing is missing; a transfer there would be wrong.
// The dataset that owns the ghost cell has not changed since the transfer either: both are of one level.
#include <cstdio>
#define OPS_1D
#include "ops_seq_v2.h"
void set(ACC<double>& u, const int* idx, const int* shift) { u(0) = (idx[0] + *shift) * (idx[0] + *shift); }
void step(const ACC<double>& u, ACC<double>& v) { v(0) = 0.5 * (u(-1) + u(1)); }
void move(const ACC<double>& v, ACC<double>& u) { u(0) = v(0); }
int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  int n = 5, base = 0, m = -1, p = 1, z = 0, in[] = {-1, 0, 1}, all[] = {0, 5}, wide[] = {-1, 6};
  ops_block b[2] = {ops_decl_block(1, "left"), ops_decl_block(1, "right")};
  ops_dat u[2], v[2];
  double* null = NULL;
  for (int k = 0; k < 2; k++)
  {
    u[k] = ops_decl_dat(b[k], 1, &n, &base, &m, &p, null, "double", k ? "u right" : "u left");
    v[k] = ops_decl_dat(b[k], 1, &n, &base, &m, &p, null, "double", k ? "v right" : "v left");
  }
  ops_stencil s1 = ops_decl_stencil(1, 1, &z, "s1"), s3 = ops_decl_stencil(1, 3, in, "s3");
  int one = 1, last = 4, first = 0, lo = -1, hi = 5;
  ops_halo h[2] = {ops_decl_halo(u[0], u[1], &one, &last, &lo, &one, &one), ops_decl_halo(u[1], u[0], &one, &first, &hi, &one, &one)};
  ops_halo_group g = ops_decl_halo_group(2, h);
  ops_partition("");
  for (int k = 0, shift = 0; k < 2; k++, shift += 5)
    ops_par_loop(set, "set", b[k], 1, wide, ops_arg_dat(u[k], 1, s1, "double", OPS_WRITE), ops_arg_idx(), ops_arg_gbl(&shift, 1, "int", OPS_READ));
  ops_halo_transfer(g);
  for (int k = 0; k < 2; k++)
  {
    ops_par_loop(step, "step", b[k], 1, all, ops_arg_dat(u[k], 1, s3, "double", OPS_READ), ops_arg_dat(v[k], 1, s1, "double", OPS_WRITE));
    ops_par_loop(move, "move", b[k], 1, all, ops_arg_dat(v[k], 1, s1, "double", OPS_READ), ops_arg_dat(u[k], 1, s1, "double", OPS_WRITE));
  }
  const std::vector<double> right = ops_dat_fetch_data<double>(u[1]);
  printf("%g, expected 26\n", right[0]);
  ops_exit();
  return right[0] == 26 ? 0 : 1;
}
