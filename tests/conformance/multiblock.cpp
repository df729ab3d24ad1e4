// tests/conformance/multiblock.cpp: three square blocks whose axes point in different directions, joined by halos with
// flips and transposes, one of them periodic with itself. Expected values come from one global picture of the three
// blocks.
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

#include "expect.hpp"
#include "multiblock_kernels.h"

constexpr int N = 8;

namespace {

/// Value that number_cells gives to cell (i, j) of block b.
double numbered(int b, int i, int j) { return 1000.0 * b + 20.0 * j + i; }

struct Side {
  int block, i, j;
};

/// What lies where the halo cell (i, j) of block b is, told edge by edge from the drawing:
///   block 1 stands right of block 0, turned upside down (its i runs left, its j runs down);
///   block 2 stands right of block 1's other end, transposed (its i runs up, its j runs right);
///   block 0 is periodic in j.
bool neighbour(int b, int i, int j, Side& from) {
  if (b == 0 && i == N && j >= 0 && j < N) return from = {1, N - 1, N - 1 - j}, true;
  if (b == 1 && i == N && j >= 0 && j < N) return from = {0, N - 1, N - 1 - j}, true;
  if (b == 1 && i == -1 && j >= 0 && j < N) return from = {2, N - 1 - j, 0}, true;
  if (b == 2 && j == -1 && i >= 0 && i < N) return from = {1, 0, N - 1 - i}, true;
  if (b == 0 && j == -1 && i >= 0 && i < N) return from = {0, i, N - 1}, true;
  if (b == 0 && j == N && i >= 0 && i < N) return from = {0, i, 0}, true;
  return false;
}

double expected_value(int b, int i, int j) {
  if (i >= 0 && i < N && j >= 0 && j < N) return numbered(b, i, j);
  Side from;
  return neighbour(b, i, j, from) ? numbered(from.block, from.i, from.j) : 0.0;
}

}  // namespace

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block blocks[3];
  ops_dat u[3], v[3];
  int size[] = {N, N}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  double* temp = NULL;
  const char* names[] = {"block0", "block1", "block2"};
  for (int b = 0; b < 3; ++b) {
    blocks[b] = ops_decl_block(2, names[b]);
    u[b] = ops_decl_dat(blocks[b], 1, size, base, d_m, d_p, temp, "double", "u");
    v[b] = ops_decl_dat(blocks[b], 1, size, base, d_m, d_p, temp, "double", "v");
  }
  int s2d_00[] = {0, 0}, s2d_4pt[] = {1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil S2D_00 = ops_decl_stencil(2, 1, s2d_00, "00"), S2D_4PT = ops_decl_stencil(2, 4, s2d_4pt, "4pt");

  int column[] = {1, N}, row[] = {N, 1}, same[] = {1, 2}, upside_down[] = {1, -2}, up_for_left[] = {2, -1},
      left_for_up[] = {-2, 1};
  std::vector<ops_halo> halos;
  {
    int last[] = {N - 1, 0}, beyond[] = {N, 0};
    halos.push_back(ops_decl_halo(u[1], u[0], column, last, beyond, upside_down, same));
    halos.push_back(ops_decl_halo(u[0], u[1], column, last, beyond, same, upside_down));
  }
  {
    int first[] = {0, 0}, left[] = {-1, 0}, below[] = {0, -1};
    halos.push_back(ops_decl_halo(u[2], u[1], row, first, left, same, up_for_left));
    halos.push_back(ops_decl_halo(u[1], u[2], column, first, below, same, left_for_up));
  }
  ops_halo_group between = ops_decl_halo_group((int)halos.size(), halos.data());
  ops_halo periodic[2];
  {
    int last[] = {0, N - 1}, below[] = {0, -1}, first[] = {0, 0}, above[] = {0, N};
    periodic[0] = ops_decl_halo(u[0], u[0], row, last, below, same, same);
    periodic[1] = ops_decl_halo(u[0], u[0], row, first, above, same, same);
  }
  ops_halo_group itself = ops_decl_halo_group(2, periodic), nothing = ops_decl_halo_group(0, NULL);
  ops_partition("");

  int range[] = {0, N, 0, N};
  for (int b = 0; b < 3; ++b)
    ops_par_loop(number_cells, "number_cells", blocks[b], 2, range, ops_arg_dat(u[b], 1, S2D_00, "double", OPS_WRITE),
                 ops_arg_gbl(&b, 1, "int", OPS_READ), ops_arg_idx());
  ops_halo_transfer(between);
  ops_halo_transfer(itself);
  ops_halo_transfer(nothing);
  for (int b = 0; b < 3; ++b)
    ops_par_loop(smooth, "smooth", blocks[b], 2, range, ops_arg_dat(u[b], 1, S2D_4PT, "double", OPS_READ),
                 ops_arg_dat(v[b], 1, S2D_00, "double", OPS_WRITE));

  Verdict verdict("multiblock");
  for (int b = 0; b < 3; ++b) {
    const auto got = cells<double>(u[b], {-1, N + 1, -1, N + 1}), mean = cells<double>(v[b], {0, N, 0, N});
    for (int j = -1; j <= N; ++j)
      for (int i = -1; i <= N; ++i) verdict.same(got[(j + 1) * (N + 2) + i + 1], expected_value(b, i, j), "u", b, i, j);
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i)
        verdict.same(mean[j * N + i],
                     0.25 * (expected_value(b, i - 1, j) + expected_value(b, i + 1, j) + expected_value(b, i, j - 1) +
                             expected_value(b, i, j + 1)),
                     "v", b, i, j);
  }
  ops_exit();
  return verdict.finish();
}
