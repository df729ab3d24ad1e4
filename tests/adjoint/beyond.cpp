// tests/adjoint/beyond.cpp: gradients of loops whose stencils reach cells that do not exist, while their kernels take
// care not to: in branches, with computed offsets, in place, with several components in both layouts. Exit status 0 if
// right.
#include <cmath>

#define OPS_2D
#include "ops.hpp"

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.7 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1]); }
void sides(const ACC<double>& u, const ACC<double>& k, ACC<double>& v, const int* idx) {
  double left = 0.3, below = 0.2;
  if (idx[0] > 0) left = u(-1, 0) * k(-1, 0);
  if (idx[1] > 0) below = u(0, -1) * u(0, -1) / k(0, -1);
  v(0, 0) = u(0, 0) * left + below;
}
void nearest(const ACC<double>& u, ACC<double>& v, const int* idx) {
  const int to = idx[0] < 8 ? 1 : -1;
  v(0, 0) = v(0, 0) * u(to, 0) + 0.1 * u(0, 0);
}
void pair(const ACC<double>& u, ACC<double>& w) {
  w(0, 0, 0) = std::sin(u(0, 0));
  w(1, 0, 0) = u(0, 0) * u(0, 0);
}
void unpair(const ACC<double>& w, const ACC<double>& z, ACC<double>& u, const int* idx) {
  double x = w(1, 0, 0);
  if (idx[1] < 6) x = x * w(0, 0, 1) + z(1, 0, 1) * z(0, 0, 0);
  u(0, 0) = x;
}
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "beyond");
  int size[] = {9, 7}, base[] = {0, 0}, none[] = {0, 0};
  double* zeros = nullptr;
  ops_dat u = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "u"),
          k = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "k");
  ops_dat v = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "v"),
          t = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "t");
  ops_dat w = ops_decl_dat(block, 2, size, base, none, none, zeros, "double", "w");
  ops_dat z = ops_decl_dat(block, 2, size, base, none, none, zeros, "double:soa", "z");
  int centre[] = {0, 0}, three[] = {0, 0, -1, 0, 0, -1}, across[] = {0, 0, -1, 0, 1, 0}, up[] = {0, 0, 0, 1};
  ops_stencil S1 = ops_decl_stencil(2, 1, centre, "centre"), S3 = ops_decl_stencil(2, 3, three, "three"),
              SX = ops_decl_stencil(2, 3, across, "across"), SU = ops_decl_stencil(2, 2, up, "up");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int all[] = {0, 9, 0, 7};
  for (ops_dat dat : {u, k})
    ops_par_loop(fill, "fill", block, 2, all, ops_arg_dat(dat, 1, S1, "double", OPS_WRITE), ops_arg_idx());

  const auto run = [&] {
    ops_par_loop(sides, "sides", block, 2, all, ops_arg_dat(u, 1, S3, "double", OPS_READ),
                 ops_arg_dat(k, 1, S3, "double", OPS_READ), ops_arg_dat(v, 1, S1, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(nearest, "nearest", block, 2, all, ops_arg_dat(u, 1, SX, "double", OPS_READ),
                 ops_arg_dat(v, 1, S1, "double", OPS_RW), ops_arg_idx());
    ops_par_loop(pair, "pair w", block, 2, all, ops_arg_dat(v, 1, S1, "double", OPS_READ),
                 ops_arg_dat(w, 2, S1, "double", OPS_WRITE));
    ops_par_loop(pair, "pair z", block, 2, all, ops_arg_dat(u, 1, S1, "double", OPS_READ),
                 ops_arg_dat(z, 2, S1, "double:soa", OPS_WRITE));
    ops_par_loop(unpair, "unpair", block, 2, all, ops_arg_dat(w, 2, SU, "double", OPS_READ),
                 ops_arg_dat(z, 2, SU, "double:soa", OPS_READ), ops_arg_dat(t, 1, S1, "double", OPS_WRITE),
                 ops_arg_idx());
    ops_par_loop(total, "total", block, 2, all, ops_arg_dat(t, 1, S1, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(sum, &value);
    return value;
  };
  bool passed = ops_ad_taylor_test(block->context, {u}, run, sum).passed;
  passed = ops_ad_taylor_test(block->context, {k}, run, sum).passed && passed;
  ops_printf("%s\n", passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
