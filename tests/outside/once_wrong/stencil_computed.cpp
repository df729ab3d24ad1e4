// A stencil whose offsets the program computes in a loop, and a kernel that takes its offsets from a constant table, as
// lattice codes do. The gradient is wanted.
// Expected: builds and passes: the stencil is known when the program runs.
// Once came: error[not-differentiable]: 'f' is read at an offset computed from data; no target is built, seq neither.
// With the offsets written out (-DWRITTEN) it builds and passes. The message is right, and its hint helps.
#include <cmath>
#include <cstdio>
#define OPS_1D
#include "ops_seq_v2.h"
int opp[3] = {0, 2, 1}, cx[3] = {0, 1, -1};
void start(ACC<double>& f, const int* idx)
{
  for (int q = 0; q < 3; q++) f(q, 0) = q + 1 + idx[0];
}
void stream(const ACC<double>& f, ACC<double>& g)
{
  for (int q = 0; q < 3; q++) g(q, 0) = f(q, -cx[q]);
}
void energy(const ACC<double>& g, double* e)
{
  for (int q = 0; q < 3; q++) *e += g(q, 0);
}
int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  ops_decl_const("opp", 3, "int", opp);
  ops_decl_const("cx", 3, "int", cx);
  ops_block b = ops_decl_block(1, "b");
  int size[] = {7}, base[] = {0}, m[] = {-1}, p[] = {1}, z[] = {0}, wide[] = {-1, 8}, all[] = {0, 7}, o[3];
#ifdef WRITTEN
  int w[] = {-1, 0, 1};
  ops_stencil s1 = ops_decl_stencil(1, 1, z, "s1"), s3 = ops_decl_stencil(1, 3, w, "s3");
#else
  for (int q = 0; q < 3; q++) o[q] = cx[q];
  ops_stencil s1 = ops_decl_stencil(1, 1, z, "s1"), s3 = ops_decl_stencil(1, 3, o, "s3");
#endif
  double* null = NULL;
  ops_dat f = ops_decl_dat(b, 3, size, base, m, p, null, "double", "f"), g = ops_decl_dat(b, 3, size, base, m, p, null, "double", "g");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "r");
  ops_partition("");
  ops_par_loop(start, "start", b, 1, wide, ops_arg_dat(f, 3, s1, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(stream, "stream", b, 1, all, ops_arg_dat(f, 3, s3, "double", OPS_READ), ops_arg_dat(g, 3, s1, "double", OPS_WRITE));
  ops_par_loop(energy, "energy", b, 1, all, ops_arg_dat(g, 3, s1, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double e, one = 1, want = 0;
  r->get_result<double>(&e, &one);
  for (int i = 0; i < 7; i++)
    for (int q = 0; q < 3; q++) want += (q + 1 + i - cx[q]);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  printf("%g, expected %g\n", e, want);
  ops_exit();
  return e == want ? 0 : 1;
}
