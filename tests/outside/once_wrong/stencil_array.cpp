// An array of stencils that is filled in a loop. Expected: builds for every target, all strides are 1.
// Once came: error[unresolved-argument] "cannot tell what argument 'toward[1]' is, its stencil is not known before the
// program runs" (for toward[1] only: toward[0] is accepted), and the build ends because the program uses derivatives.
#include <stdio.h>
#define OPS_2D
#include "ops_seq_v2.h"

void copy_across(ACC<double>& u) { u(0, 0) = u(1, 0); }
void copy_up(ACC<double>& u) { u(0, 0) = 2.0 * u(0, 1); }
void total(const ACC<double>& u, double* s) { *s += u(0, 0) * u(0, 0); }

ops_stencil toward[2], point;

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "block");
  int size[] = {7, 5}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, zero[] = {0, 0};
  double first[9 * 7];
  for (int n = 0; n < 63; n++) first[n] = n % 10;
  ops_dat u = ops_decl_dat(block, 1, size, base, m, p, first, "double", "u");
  point = ops_decl_stencil(2, 1, zero, "point");
  for (int q = 0; q < 2; q++) {
    int two[] = {0, 0, q == 0, q == 1};
    toward[q] = ops_decl_stencil(2, 2, two, "toward");
  }
  ops_reduction red = ops_decl_reduction_handle(sizeof(double), "double", "s");
  int left[] = {-1, 0, 0, 5}, low[] = {0, 7, -1, 0}, all[] = {-1, 7, -1, 5};
  ops_par_loop(copy_across, "copy_across", block, 2, left, ops_arg_dat(u, 1, toward[0], "double", OPS_RW));
  ops_par_loop(copy_up, "copy_up", block, 2, low, ops_arg_dat(u, 1, toward[1], "double", OPS_RW));
  ops_par_loop(total, "total", block, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(red, 1, "double", OPS_INC));
  double s, one = 1.0;
  red->get_result<double>(&s, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  printf("%g\n", s);
  ops_exit();
}
