// tests/adjoint/unseen_writes.cpp: a passive loop whose kernel the translator cannot read fills ghost cells from the
// wall; the derivative of a loop before it needs their old values. Prints the objective, the sum of the new values, and
// the gradient.
#define OPS_2D
#include "ops.hpp"

constexpr int nx = 6, ny = 5;

void hidden(ACC<double>& c) {
  int n = 0;
again:
  c(-1, 0) = c(1, 0) + n;
  if (++n < 2) goto again;
}
void fill(ACC<double>& u, const int* i) { u(0, 0) = 1 + i[0] + 0.1 * i[1]; }
void behind(const ACC<double>& c, double* s) { *s += c(-1, 0); }
void weigh(const ACC<double>& u, const ACC<double>& c, double* s) { *s += u(0, 0) * c(-1, 0); }

void run() {
  int all[] = {0, nx, 0, ny}, near[] = {-1, nx + 1, 0, ny}, wall[] = {0, 1, 0, ny}, off[] = {0, 0, -1, 0, 1, 0};
  ops_block b = ops_decl_block(2, "b");
  ops_dat u = ops_decl_dat<double>(b, "u", {nx, ny}, {.halo = 1}),
          c = ops_decl_dat<double>(b, "c", {nx, ny}, {.halo = 1});
  ops_stencil p = ops_decl_stencil(2, 1, off, "p"), w = ops_decl_stencil(2, 3, off, "w");
  ops_reduction s = ops_decl_reduction_handle(8, "double", "s"),
                ghosts = ops_decl_reduction_handle(8, "double", "ghosts");
  ops_partition("");
  ops_par_loop(fill, "fill", b, 2, near, ops_arg_dat(c, 1, p, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill", b, 2, near, ops_arg_dat(u, 1, p, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(weigh, "weigh", b, 2, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
               ops_arg_dat(c, 1, w, "double", OPS_READ), ops_arg_reduce(s, 1, "double", OPS_INC));
  ops_par_loop_passive(hidden, "hide", b, 2, wall, ops_arg_dat(c, 1, w, "double", OPS_RW));
  ops_par_loop_passive(behind, "behind", b, 2, wall, ops_arg_dat(c, 1, w, "double", OPS_READ),
                       ops_arg_reduce(ghosts, 1, "double", OPS_INC));
  double filled = 0;
  ghosts->get_result(&filled);
  const double objective = ops_ad_objective(s);
  ops_interpret_adjoints();
  ops_printf("%g %g:", objective, filled);
  for (const double g : ops_dat_fetch_derivative<double>(u)) ops_printf(" %g", g);
  ops_printf("\n");
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
