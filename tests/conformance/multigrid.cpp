// tests/conformance/multigrid.cpp: a field restricted to two coarser levels of the same block and prolonged back.
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

#include "expect.hpp"
#include "multigrid_kernels.h"

namespace {

/// A level as a plain array with one cell of zeros around it.
struct Level {
  int n, m;
  std::vector<double> cell;
  Level(int n_, int m_) : n(n_), m(m_), cell((n_ + 2) * (m_ + 2), 0.0) {}
  double& at(int i, int j) { return cell[(j + 1) * (n + 2) + i + 1]; }
};

void compare(Verdict& verdict, ops_dat dat, Level& level, const char* what) {
  const auto got = cells<double>(dat, {0, level.n, 0, level.m});
  for (int j = 0; j < level.m; ++j)
    for (int i = 0; i < level.n; ++i) verdict.same(got[j * level.n + i], level.at(i, j), what, i, j);
}

}  // namespace

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  const int sizes[3][2] = {{16, 12}, {8, 6}, {4, 3}};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat level[3], work[2];
  int base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  double* temp = NULL;
  for (int l = 0; l < 3; ++l) {
    int size[] = {sizes[l][0], sizes[l][1]}, stride[] = {1 << l, 1 << l};
    level[l] = ops_decl_dat(grid, 1, size, base, d_m, d_p, stride, temp, "double", "level");
    if (l < 2) work[l] = ops_decl_dat(grid, 1, size, base, d_m, d_p, stride, temp, "double", "work");
  }
  int s00[] = {0, 0}, s3[] = {-1, 0, 0, 0, 1, 0}, s2[] = {0, 0, 1, 0}, two[] = {2, 2};
  ops_stencil S2D_00 = ops_decl_stencil(2, 1, s00, "00");
  ops_stencil FINER = ops_decl_restrict_stencil(2, 3, s3, two, "three points of the finer level");
  ops_stencil COARSER = ops_decl_prolong_stencil(2, 2, s2, two, "two points of the coarser level");
  ops_partition("");

  std::vector<Level> plain;
  for (int l = 0; l < 3; ++l) plain.emplace_back(sizes[l][0], sizes[l][1]);
  int range0[] = {0, 16, 0, 12};
  ops_par_loop(init, "init", grid, 2, range0, ops_arg_dat(level[0], 1, S2D_00, "double", OPS_WRITE), ops_arg_idx());
  for (int j = 0; j < 12; ++j)
    for (int i = 0; i < 16; ++i) plain[0].at(i, j) = 1.0 + i + 0.125 * j * j;

  Verdict verdict("multigrid");
  for (int l = 1; l < 3; ++l) {
    int range[] = {0, sizes[l][0], 0, sizes[l][1]};
    ops_par_loop(restrict_weighted, "restrict", grid, 2, range, ops_arg_dat(level[l - 1], 1, FINER, "double", OPS_READ),
                 ops_arg_dat(level[l], 1, S2D_00, "double", OPS_WRITE));
    for (int j = 0; j < sizes[l][1]; ++j)
      for (int i = 0; i < sizes[l][0]; ++i)
        plain[l].at(i, j) = 0.5 * plain[l - 1].at(2 * i, 2 * j) +
                            0.25 * (plain[l - 1].at(2 * i - 1, 2 * j) + plain[l - 1].at(2 * i + 1, 2 * j));
    compare(verdict, level[l], plain[l], "restricted");
  }
  for (int l = 1; l >= 0; --l) {
    int range[] = {0, sizes[l][0], 0, sizes[l][1]};
    ops_par_loop(prolong_add, "prolong", grid, 2, range, ops_arg_prolong(level[l + 1], 1, COARSER, "double", OPS_READ),
                 ops_arg_dat(level[l], 1, S2D_00, "double", OPS_RW), ops_arg_idx());
    for (int j = 0; j < sizes[l][1]; ++j)
      for (int i = 0; i < sizes[l][0]; ++i) {
        Level& coarse = plain[l + 1];
        plain[l].at(i, j) +=
            i % 2 == 0 ? coarse.at(i / 2, j / 2) : 0.5 * (coarse.at(i / 2, j / 2) + coarse.at(i / 2 + 1, j / 2));
      }
    compare(verdict, level[l], plain[l], "prolonged");
  }
  // Below zero an index is divided downwards, so halo cells find their coarse cell.
  int halo[] = {-1, 1, 0, 12};
  ops_par_loop(prolong_add, "prolong_halo", grid, 2, halo, ops_arg_dat(level[1], 1, COARSER, "double", OPS_READ),
               ops_arg_dat(work[0], 1, S2D_00, "double", OPS_RW), ops_arg_idx());
  const auto got = cells<double>(work[0], {-1, 1, 0, 12});
  for (int j = 0; j < 12; ++j) {
    verdict.same(got[2 * j], 0.5 * (0.0 + plain[1].at(0, j / 2)), "prolonged halo", -1, j);
    verdict.same(got[2 * j + 1], plain[1].at(0, j / 2), "prolonged halo", 0, j);
  }
  ops_exit();
  return verdict.finish();
}
