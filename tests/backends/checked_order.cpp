// tests/backends/checked_order.cpp: loops in place that read neighbours: a sweep whose result depends on the order of the points, and one whose red points
// read black ones alone, one that reads another component than it writes, and one that only reads what is declared as written too.
#include <string>

#define OPS_2D
#include "ops.hpp"

namespace {

void number(ACC<double>& u, const int* index) { u(0, 0) = index[0] + 0.1 * index[1]; }
void sweep(ACC<double>& u) { u(0, 0) = 0.5 * (u(-1, 0) + u(1, 0)); }
void red(ACC<double>& u, const int* index) {
  if ((index[0] + index[1]) % 2 == 0) u(0, 0) = 0.5 * (u(-1, 0) + u(1, 0));
}

void apart(ACC<double>& w) { w(0, 0, 0) = 0.5 * (w(1, -1, 0) + w(1, 1, 0)); }
void looked(ACC<double>& u, ACC<double>& w) { w(0, 0, 0) = 0.5 * (u(-1, 0) + u(1, 0)); }

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {8, 6}, zero[] = {0, 0}, low[] = {-1, -1}, high[] = {1, 1}, all[] = {0, 8, 0, 6}, with_halo[] = {-1, 9, -1, 7};
  int offsets[] = {0, 0, 1, 0, -1, 0};
  double* none = nullptr;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat(grid, 1, size, zero, low, high, none, "double", "u");
  ops_dat w = ops_decl_dat(grid, 2, size, zero, low, high, none, "double", "w");
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), line = ops_decl_stencil(2, 3, offsets, "line");
  ops_partition("");
  ops_par_loop(number, "number", grid, 2, with_halo, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  const std::string word = argv[1];
  for (int twice = 0; twice < 2; ++twice) {
    if (word == "sweep") ops_par_loop(sweep, "sweep", grid, 2, all, ops_arg_dat(u, 1, line, "double", OPS_RW));
    else if (word == "apart") ops_par_loop(apart, "apart", grid, 2, all, ops_arg_dat(w, 2, line, "double", OPS_RW));
    else if (word == "looked")
      ops_par_loop(looked, "looked", grid, 2, all, ops_arg_dat(u, 1, line, "double", OPS_RW), ops_arg_dat(w, 2, point, "double", OPS_RW));
    else ops_par_loop(red, "red", grid, 2, all, ops_arg_dat(u, 1, line, "double", OPS_RW), ops_arg_idx());
  }
  ops_exit();
}
