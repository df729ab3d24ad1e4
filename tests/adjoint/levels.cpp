// tests/adjoint/levels.cpp: gradients through restriction, prolongation and switched-off arguments, with kernels whose
// names are those of generated code. Exit status 0 if the Taylor test passes.
#include <cmath>
#include <utility>

#define OPS_2D
#include "ops.hpp"

void fill(ACC<double>& late, const int* index) { late(0, 0) = 0.7 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1]); }
void restrict_(const ACC<double>& fine, ACC<double>& coarse) {
  coarse(0, 0) = fine(0, 0) * fine(0, 0) + 0.25 * (fine(1, 0) + fine(-1, 0) * fine(0, 1));
}
void prolong_(const ACC<double>& coarse, ACC<double>& fine, const int* index) {
  if (index[0] % 2 == 0) fine(0, 0) = coarse(0, 0) * fine(0, 0);
  else fine(0, 0) = fine(0, 0) + 0.5 * coarse(0, 0) * coarse(1, 0);
}
void chosen(ACC<double>& rows, ACC<double>& write, const ACC<double>& rim, const int* n) {
  double x = 2.0 * rim(0, 0), y = x * x, at = y + x, s = at, piece = s, stream = piece;
  if (n[0] == 1) rows(0, 0) = rows(0, 0) * stream;
  if (n[1] == 1) write(0, 0) = write(0, 0) + y * rim(1, 0);
}
void in_place(const ACC<double>& a, ACC<double>& b, ACC<double>& c, const int* n) {
  const double x = n[0] == 1 ? 1.0 + 0.1 * std::sin(a(0, 0)) : 1.5;
  if (n[1] == 1) b(0, 0) = b(0, 0) * x;
  c(0, 0) = c(0, 0) * x + 0.1 * c(0, 0) * c(0, 0);
}
void total(const ACC<double>& u, const ACC<double>& v, double* range) {
  *range += u(0, 0) * u(0, 0) + std::sin(v(0, 0));
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "levels");
  int fine_size[] = {8, 6}, coarse_size[] = {4, 3}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  int once[] = {1, 1}, twice[] = {2, 2};
  double* none = nullptr;
  ops_dat u = ops_decl_dat(block, 1, fine_size, base, d_m, d_p, once, none, "double", "u");
  ops_dat v = ops_decl_dat(block, 1, fine_size, base, d_m, d_p, once, none, "double", "v");
  ops_dat w = ops_decl_dat(block, 1, fine_size, base, d_m, d_p, once, none, "double", "w");
  ops_dat c = ops_decl_dat(block, 1, coarse_size, base, d_m, d_p, twice, none, "double", "c");
  int centre[] = {0, 0}, pair[] = {0, 0, 1, 0}, four[] = {0, 0, 1, 0, -1, 0, 0, 1};
  ops_stencil here = ops_decl_stencil(2, 1, centre, "here"), right = ops_decl_stencil(2, 2, pair, "right");
  ops_stencil down = ops_decl_restrict_stencil(2, 4, four, twice, "down"),
              up = ops_decl_prolong_stencil(2, 2, pair, twice, "up");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int whole[] = {-1, 9, -1, 7}, whole_coarse[] = {-1, 5, -1, 4}, inside[] = {0, 8, 0, 6}, part[] = {1, 7, 1, 5},
      coarse[] = {0, 4, 0, 3};
  for (ops_dat dat : {u, v, w})
    ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(dat, 1, here, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill coarse", block, 2, whole_coarse, ops_arg_dat(c, 1, here, "double", OPS_WRITE),
               ops_arg_idx());

  bool first = true;
  const auto run = [&] {
    ops_par_loop(restrict_, "restrict", block, 2, coarse, ops_arg_dat(u, 1, down, "double", OPS_READ),
                 ops_arg_dat(c, 1, here, "double", OPS_WRITE));
    for (int* range : {inside, part})
      ops_par_loop(prolong_, "prolong", block, 2, range, ops_arg_dat(c, 1, up, "double", OPS_READ),
                   ops_arg_dat(v, 1, here, "double", OPS_RW), ops_arg_idx());
    for (int which = 0; which < 2; ++which) {
      int flags[] = {which == 0, which == 1};
      ops_par_loop(chosen, "chosen", block, 2, part, ops_arg_dat_opt(u, 1, here, "double", OPS_RW, flags[0]),
                   ops_arg_dat_opt(v, 1, here, "double", OPS_RW, flags[1]),
                   ops_arg_dat(w, 1, right, "double", OPS_READ), ops_arg_gbl(flags, 2, "int", OPS_READ));
    }
    for (int which = 0; which < 4; ++which) {
      int flags[] = {which & 1, which >> 1};
      ops_par_loop(in_place, "in_place", block, 2, part, ops_arg_dat_opt(u, 1, here, "double", OPS_READ, flags[0]),
                   ops_arg_dat_opt(v, 1, here, "double", OPS_RW, flags[1]), ops_arg_dat(w, 1, here, "double", OPS_RW),
                   ops_arg_gbl(flags, 2, "int", OPS_READ));
    }
    ops_par_loop(total, "total", block, 2, inside, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_dat(v, 1, here, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(sum, &value);
    if (std::exchange(first, false)) ops_printf("value %a\n", value);
    return value;
  };
  const bool passed = ops_ad_taylor_test(block->context, {u, v, w, c}, run, sum).passed;
  ops_printf("%s\n", passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
