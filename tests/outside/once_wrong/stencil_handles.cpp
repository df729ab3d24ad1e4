// Usual ways to hold and hand on stencil handles, all declared by ops_decl_stencil, so all with stride 1. Expected:
// builds. Once came: error[unresolved-argument] for each of the loops marked below, and no build, as the program uses
// derivatives. A guess "stride 1 everywhere" would be safe: a wrong guess is found by the check at run time and runs
// the reference. (The same ways of holding ops_dat handles are all accepted.)
#include <stdio.h>
#include <map>
#include <string>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

void total(const ACC<double>& u, double* s) { *s += u(0, 0) * u(0, 0); }

ops_block block;
ops_dat u;
ops_reduction red;
int zero[] = {0, 0}, all[] = {0, 7, 0, 5};

#define LOOP(stencil)                                                                         \
  ops_par_loop(total, "total", block, 2, all, ops_arg_dat(u, 1, stencil, "double", OPS_READ), \
               ops_arg_reduce(red, 1, "double", OPS_INC))

void make(ops_stencil* s) { *s = ops_decl_stencil(2, 1, zero, "made"); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  block = ops_decl_block(2, "block");
  int size[] = {7, 5}, base[] = {0, 0}, h[] = {0, 0};
  double first[35];
  for (int n = 0; n < 35; n++) first[n] = n % 4;
  u = ops_decl_dat(block, 1, size, base, h, h, first, "double", "u");
  red = ops_decl_reduction_handle(sizeof(double), "double", "s");

  ops_stencil made, grid[2][2], *heap = new ops_stencil[2];
  make(&made);
  grid[0][0] = grid[0][1] = grid[1][0] = grid[1][1] = ops_decl_stencil(2, 1, zero, "g");
  for (int q = 0; q < 2; q++) heap[q] = ops_decl_stencil(2, 1, zero, "h");
  std::vector<ops_stencil> list;
  list.push_back(ops_decl_stencil(2, 1, zero, "l"));
  std::map<std::string, ops_stencil> named;
  named["point"] = made;
  auto go = [&](ops_stencil s) { LOOP(s); };

  LOOP(made);            // an output parameter: refused
  LOOP(grid[1][0]);      // an array of arrays: refused
  LOOP(heap[1]);         // new[]: refused, though malloc is accepted
  LOOP(list[0]);         // std::vector: refused, though std::vector<ops_dat> is accepted
  LOOP(named["point"]);  // std::map: refused
  go(made);              // the parameter of a lambda: refused, though that of a function is accepted
  double s, one = 1.0;
  red->get_result<double>(&s, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  printf("%g\n", s);
  ops_exit();
  delete[] heap;
}
