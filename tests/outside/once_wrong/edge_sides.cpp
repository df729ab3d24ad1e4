// One kernel fills the ghost cells of any side: a switch on a global says which neighbour is copied. Each call declares the stencil of
// its own side only: {0,0} and the inner neighbour, which is never among the cells that are written.
// Expected: builds and passes.
// Once came, when it ran, on all targets: OPSException "loop 'edge' reads points of dataset 'c' (argument 1) that it writes at other points
// of its range (argument 1): the result depends on the order of the points, so it has no derivative". Nothing of that is so: the
// branches that are not taken, whose points the declared stencil leaves out, are counted. Without a gradient it runs and gives the right values.
#include <cstdio>
#define OPS_2D
#include "ops_seq_v2.h"
void set(ACC<double>& c, const int* i) { c(0, 0) = i[0] + 10 * i[1]; }
void edge(ACC<double>& c, const int* side)
{
  switch (*side)
  {
  case 0: c(0, 0) = c(1, 0); break;
  case 1: c(0, 0) = c(-1, 0); break;
  case 2: c(0, 0) = c(0, 1); break;
  default: c(0, 0) = c(0, -1);
  }
}
void sum(const ACC<double>& c, double* s) { *s += c(0, 0); }
int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(2, "b");
  int size[] = {5, 4}, base[] = {0, 0}, m[] = {-2, -2}, p[] = {2, 2}, o1[] = {0, 0};
  double* null = NULL;
  ops_dat c = ops_decl_dat(b, 1, size, base, m, p, null, "double", "c");
  ops_stencil s1 = ops_decl_stencil(2, 1, o1, "s1");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "r");
  ops_partition("");
  int w[] = {0, 0, 1, 0}, e[] = {0, 0, -1, 0}, so[] = {0, 0, 0, 1}, no[] = {0, 0, 0, -1};
  ops_stencil side[4] = {ops_decl_stencil(2, 2, w, "w"), ops_decl_stencil(2, 2, e, "e"), ops_decl_stencil(2, 2, so, "s"),
                         ops_decl_stencil(2, 2, no, "n")};
  int all[] = {0, 5, 0, 4}, sides[4][4] = {{-1, 0, 0, 4}, {5, 6, 0, 4}, {0, 5, -1, 0}, {0, 5, 4, 5}}, wide[] = {-1, 6, 0, 4};
  ops_par_loop(set, "set", b, 2, all, ops_arg_dat(c, 1, s1, "double", OPS_WRITE), ops_arg_idx());
  for (int f = 0; f < 4; f++)
    ops_par_loop(edge, "edge", b, 2, sides[f], ops_arg_dat(c, 1, side[f], "double", OPS_RW), ops_arg_gbl(&f, 1, "int", OPS_READ));
  ops_par_loop(sum, "sum", b, 2, wide, ops_arg_dat(c, 1, s1, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double s, one = 1;
  r->get_result<double>(&s, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  printf("%g, expected 476\n", s);
  ops_exit();
  return s == 476 ? 0 : 1;
}
