// tests/tiling/members.cpp: reads members of handles that point to values, after each call: they are the present ones.
#define OPS_2D
#include <cstdio>
#include <utility>

#include "ops_seq_v2.h"

void fill(ACC<double>& u, const int* at) { u(0, 0) = 0.25 * at[0] * at[0] + 1000.0 * at[1]; }
void smooth(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = 0.5 * u(0, 0) + 0.125 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1));
}
void add_up(const ACC<double>& u, double* sum) { *sum += u(0, 0); }

namespace {

constexpr int n = 600;

double first(ops_dat u) { return *reinterpret_cast<double*>(u->data + u->base_offset); }

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block grid = ops_decl_block(2, "grid");
  int size[] = {n, n}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, all[] = {0, n, 0, n},
      with_halo[] = {-1, n + 1, -1, n + 1};
  int centre[] = {0, 0}, cross[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  double* none = nullptr;
  ops_dat u = ops_decl_dat(grid, 1, size, base, below, above, none, "double", "u"),
          v = ops_decl_dat(grid, 1, size, base, below, above, none, "double", "v");
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"), star = ops_decl_stencil(2, 5, cross, "star");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(fill, "fill", grid, 2, with_halo, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill", grid, 2, with_halo, ops_arg_dat(v, 1, point, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < 20; ++step, std::swap(u, v)) {
    ops_par_loop(smooth, "smooth", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    std::printf("%.17g\n", first(v));
    ops_par_loop(add_up, "add_up", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    std::printf("%.17g\n", *reinterpret_cast<double*>(sum->data));
  }
  ops_exit();
}
