// tests/faults/past.cpp: values written past the library, and ranges without points. past <fault>.. runs the program once per fault, each after a line
// "== <fault>"; "right", "empty" and "raw" are none (past_test.py).
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"

#include "run.hpp"

inline void fill(ACC<double> &u, const int *at) { u(0, 0) = at[0] + 10 * at[1]; }
inline void copied(const ACC<double> &u, ACC<double> &v) { v(0, 0) = u(0, 0); }
inline void total(const ACC<double> &v, double *sum) { *sum += v(0, 0); }

namespace {

constexpr int N = 6;
using faults::is;

struct World {
  int all[4] = {0, N, 0, N}, offsets[2] = {0, 0};
  ops_block block = ops_decl_block(2, "grid");
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point");
  ops_dat u = ops_decl_dat<double>(block, "u", {N, N}, {.halo = 1}), v = ops_decl_dat<double>(block, "v", {N, N}, {.halo = 1});
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  World() { ops_partition(""); }
  ops_arg in(ops_dat dat) { return ops_arg_dat(dat, 1, point, "double", OPS_READ); }
  ops_arg to(ops_dat dat) { return ops_arg_dat(dat, 1, point, "double", OPS_WRITE); }
  void between(double *stale);
  void run();
};

void World::between(double *stale) {
  if (is("member")) reinterpret_cast<double *>(u->data)[N] = 1.0;
  if (is("stale")) stale[3] = 1.0;
  if (!is("raw")) return;
  ops_memspace space = OPS_HOST;
  reinterpret_cast<double *>(ops_dat_get_raw_pointer(u, 0, point, &space))[3] = 1.0;
  ops_dat_release_raw_data(u, 0, OPS_RW);
}

void World::run() {
  ops_par_loop(fill, "fill", block, 2, all, to(u), ops_arg_idx());
  ops_memspace space = OPS_HOST;
  double *const stale = reinterpret_cast<double *>(ops_dat_get_raw_pointer(u, 0, point, &space));
  ops_dat_release_raw_data(u, 0, OPS_READ);
  ops_par_loop(copied, "before", block, 2, all, in(u), to(v));
  between(stale);
  ops_par_loop(copied, "after", block, 2, all, in(u), to(v));
  ops_par_loop(copied, "again", block, 2, all, in(u), to(v));
  int mistaken[] = {0, 0, N, N}, one[] = {0, 0, 0, N}, none[] = {3, 3, 3, 3};
  const int *const range = is("bounds-by-kind") ? mistaken : is("one-axis") ? one : is("empty") ? none : all;
  for (int twice = 0; twice < 2; ++twice)
    ops_par_loop(total, "total", block, 2, const_cast<int *>(range), in(v), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("sum %g\n", ops_reduction_result<double>(sum));
}

}  // namespace

int main(int argc, char **argv) { return faults::run_each<World>(argc, argv); }
