// tests/backends/checked_reach.cpp: a kernel reaches by an offset that only the run knows, far beyond the halo, in a loop that is translated
// (argument "known") and in one whose dimensions the translator does not see, which runs the reference.
#include <cstdlib>
#include <string>

#define OPS_2D
#include "ops.hpp"

namespace {

void number(ACC<double>& u, const int* index) { u(0, 0) = index[0] + 0.1 * index[1]; }
void shift(const ACC<double>& u, ACC<double>& next, const int* by) { next(0, 0) = u(by[0], by[1]); }

int reach(bool known, int* by, int dims) {
  int size[] = {8, 6}, zero[] = {0, 0}, low[] = {-1, -1}, high[] = {1, 1}, all[] = {0, 8, 0, 6}, offsets[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  double* none = nullptr;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat(grid, 1, size, zero, low, high, none, "double", "u");
  ops_dat next = ops_decl_dat(grid, 1, size, zero, low, high, none, "double", "next");
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), star = ops_decl_stencil(2, 5, offsets, "star");
  ops_partition("");
  ops_par_loop(number, "number", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  try {
    if (known)
      ops_par_loop(shift, "known", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ), ops_arg_dat(next, 1, point, "double", OPS_WRITE),
                   ops_arg_gbl(by, 2, "int", OPS_READ));
    else
      ops_par_loop(shift, "unknown", grid, dims, all, ops_arg_dat(u, 1, star, "double", OPS_READ), ops_arg_dat(next, 1, point, "double", OPS_WRITE),
                   ops_arg_gbl(by, 2, "int", OPS_READ));
  } catch (const OPSException& wrong) {
    ops_printf("%s\n", wrong.what());
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int by[] = {std::atoi(argv[2]), std::atoi(argv[3])};
  const int status = reach(argv[1] == std::string("known"), by, std::atoi("2"));
  ops_exit();
  return status;
}
