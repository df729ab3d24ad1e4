// tests/conformance/lowdim.cpp: datasets with fewer dimensions than their block: broadcast on reading, written from a
// slab, reduced along the missing directions. Stencil names say nothing of their strides.
#include <algorithm>
#include <vector>

#define OPS_3D
#include "ops_seq_v2.h"

#include "expect.hpp"
#include "lowdim_kernels.h"

constexpr int NX = 9, NY = 7, NZ = 5;

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(3, "box");
  double* temp = NULL;
  int base[] = {0, 0, 0}, size3[] = {NX, NY, NZ}, sizex[] = {NX, 1, 1}, sizeyz[] = {1, NY, NZ}, sizexy[] = {NX, NY, 1};
  int d_m[] = {-1, -1, -1}, d_p[] = {1, 1, 1};
  ops_dat u = ops_decl_dat(block, 1, size3, base, d_m, d_p, temp, "double", "u");
  ops_dat x = ops_decl_dat(block, 1, sizex, base, d_m, d_p, temp, "double", "x");
  ops_dat yz = ops_decl_dat(block, 1, sizeyz, base, d_m, d_p, temp, "double", "yz");
  ops_dat total = ops_decl_dat(block, 1, sizexy, base, d_m, d_p, temp, "double", "total");
  ops_dat most = ops_decl_dat(block, 1, sizex, base, d_m, d_p, temp, "double", "most");
  ops_dat least = ops_decl_dat(block, 1, sizeyz, base, d_m, d_p, temp, "double", "least");

  int s000[] = {0, 0, 0}, sx3[] = {-1, 0, 0, 0, 0, 0, 1, 0, 0};
  int along_x[] = {1, 0, 0}, along_yz[] = {0, 1, 1}, along_xy[] = {1, 1, 0};
  ops_stencil centre = ops_decl_stencil(3, 1, s000, "centre");
  ops_stencil a = ops_decl_strided_stencil(3, 1, s000, along_x, "a");
  ops_stencil a3 = ops_decl_strided_stencil(3, 3, sx3, along_x, "a3");
  ops_stencil b = ops_decl_strided_stencil(3, 1, s000, along_yz, "b");
  ops_stencil c = ops_decl_strided_stencil(3, 1, s000, along_xy, "c");
  ops_partition("");

  int slab_x[] = {-1, NX + 1, 3, 4, 2, 3}, slab_yz[] = {6, 7, 0, NY, 0, NZ}, full[] = {0, NX, 0, NY, 0, NZ};
  ops_par_loop(set_x, "set_x", block, 3, slab_x, ops_arg_dat(x, 1, a, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(set_yz, "set_yz", block, 3, slab_yz, ops_arg_dat(yz, 1, b, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(combine, "combine", block, 3, full, ops_arg_dat(x, 1, a3, "double", OPS_READ),
               ops_arg_dat(yz, 1, b, "double", OPS_READ), ops_arg_dat(u, 1, centre, "double", OPS_WRITE));
  ops_par_loop(sum_to, "sum_to", block, 3, full, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(total, 1, c, "double", OPS_INC));
  ops_par_loop(max_to, "max_to", block, 3, full, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(most, 1, a, "double", OPS_MAX));
  ops_par_loop(min_to, "min_to", block, 3, full, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(least, 1, b, "double", OPS_MIN));

  // All values are multiples of 1/2 of moderate size, so sums are exact in any order.
  const auto expected_u = [](int i, int j, int k) { return 0.5 * i + (j + 100.0 * k) + 1.0; };
  Verdict verdict("lowdim");
  const auto got_u = cells<double>(u, {0, NX, 0, NY, 0, NZ}), got_total = cells<double>(total, {0, NX, 0, NY, 0, 1});
  const auto got_most = cells<double>(most, {0, NX, 0, 1, 0, 1}),
             got_least = cells<double>(least, {0, 1, 0, NY, 0, NZ});
  for (int k = 0; k < NZ; ++k)
    for (int j = 0; j < NY; ++j) {
      verdict.same(got_least[k * NY + j], expected_u(0, j, k), "least", 0, j, k);
      for (int i = 0; i < NX; ++i) verdict.same(got_u[(k * NY + j) * NX + i], expected_u(i, j, k), "u", i, j, k);
    }
  const auto expected_total = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < NZ; ++k) sum += expected_u(i, j, k);
    return sum;
  };
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) verdict.same(got_total[j * NX + i], expected_total(i, j), "total", i, j);
  for (int i = 0; i < NX; ++i) verdict.same(got_most[i], expected_u(i, NY - 1, NZ - 1), "most", i);

  // Two loops add into one reduction; reading it ends it, and the next starts from zero.
  int lower[] = {0, NX, 0, NY, 0, 2}, upper[] = {0, NX, 0, NY, 2, NZ};
  ops_par_loop(sum_to, "sum_lower", block, 3, lower, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(total, 1, c, "double", OPS_INC));
  ops_par_loop(sum_to, "sum_upper", block, 3, upper, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(total, 1, c, "double", OPS_INC));
  ops_par_loop(scale, "scale", block, 3, full, ops_arg_dat(total, 1, c, "double", OPS_READ),
               ops_arg_dat(u, 1, centre, "double", OPS_RW));
  const auto again = cells<double>(total, {0, NX, 0, NY, 0, 1}), scaled = cells<double>(u, {0, NX, 0, NY, 0, NZ});
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) {
      verdict.same(again[j * NX + i], expected_total(i, j), "total again", i, j);
      for (int k = 0; k < NZ; ++k)
        verdict.same(scaled[(k * NY + j) * NX + i], expected_u(i, j, k) / expected_total(i, j), "scaled", i, j, k);
    }
  ops_exit();
  return verdict.finish();
}
