// A channel with an obstacle under a moving lid, by a lattice Boltzmann method of 19 velocities, components apart in memory.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#define OPS_3D
#define OPS_SOA
#include "ops_seq_v2.h"

typedef double Real;
#define RealC "double"
int XI[57] = {0, 0,  0, 1, 0, 0, -1, 0,  0, 0,  1, 0, 0,  -1, 0, 0, 0, 1, 0, 0, -1, 1,  1, 0, -1, -1, 0,  1, -1,
              0, -1, 1, 0, 1, 0, 1,  -1, 0, -1, 1, 0, -1, -1, 0, 1, 0, 1, 1, 0, -1, -1, 0, 1, -1, 0,  -1, 1};
int OPPOSITE[19];
Real WEIGHT[19], relax = 1.2, lid = 0.05;
#include "lattice3d_kernels.h"
#include "agree.h"

static int size[3] = {12, 7, 9};

namespace {
size_t cell(int x, int y, int z) {
  const auto in = [](int a, int n) { return (a + n) % n; };
  return static_cast<size_t>(in(x, size[0]) + size[0] * (in(y, size[1]) + size[1] * in(z, size[2])));
}

struct Oracle {
  std::vector<Real> f, macro;
  std::vector<int> node;

  Oracle() : f(19 * cells()), macro(4 * cells()), node(cells()) {
    each([&](int x, int y, int z, size_t c) {
      const bool round = (x - 4) * (x - 4) + (y - 3) * (y - 3) + (z - 3) * (z - 3) <= 2;
      node[c] = z == 0 ? NODE_WALL : z == size[2] - 1 ? NODE_LID : round ? NODE_BLOCK : NODE_FLUID;
      const Real u[3] = {0.02 * (y % 3), 0.01 * (z % 2), -0.015 * (x % 4)};
      for (int q = 0; q < 19; ++q) f[19 * c + q] = rest(q, 1 + 0.01 * ((x * 7 + y * 3 + z * 5) % 8), u);
    });
  }
  static size_t cells() { return static_cast<size_t>(size[0] * size[1] * size[2]); }
  template <class F>
  static void each(F body) {
    for (int z = 0; z < size[2]; ++z)
      for (int y = 0; y < size[1]; ++y)
        for (int x = 0; x < size[0]; ++x) body(x, y, z, cell(x, y, z));
  }
  static Real rest(int q, Real rho, const Real* u) {
    Real cu = 0, uu = 0;
    for (int d = 0; d < 3; ++d) cu += XI[3 * q + d] * u[d], uu += u[d] * u[d];
    return WEIGHT[q] * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * uu);
  }
  void step() {
    moments();
    each([&](int, int, int, size_t c) {
      Real* g = &f[19 * c];
      if (node[c] == NODE_FLUID) {
        for (int q = 0; q < 19; ++q) g[q] = g[q] - relax * (g[q] - rest(q, macro[4 * c], &macro[4 * c + 1]));
      } else {
        for (int q = 1; q < 19; q += 2) std::swap(g[q], g[q + 1]);
        for (int q = 0; q < 19 && node[c] == NODE_LID; ++q) g[q] += 6 * WEIGHT[q] * XI[3 * q] * lid;
      }
    });
    const std::vector<Real> before = f;
    each([&](int x, int y, int z, size_t c) {
      for (int q = 0; q < 19; ++q) f[19 * c + q] = before[19 * cell(x - XI[3 * q], y - XI[3 * q + 1], z - XI[3 * q + 2]) + q];
    });
  }
  void moments() {
    each([&](int, int, int, size_t c) {
      Real sums[4] = {0, 0, 0, 0};
      for (int q = 0; q < 19; ++q) {
        sums[0] += f[19 * c + q];
        for (int d = 0; d < 3; ++d) sums[1 + d] += XI[3 * q + d] * f[19 * c + q];
      }
      for (int m = 0; m < 4; ++m) macro[4 * c + m] = node[c] != NODE_FLUID ? 0.0 : m == 0 ? sums[0] : sums[m] / sums[0];
    });
  }
};
}  // namespace

// Periodic along all axes, component by component as the datasets have them.
ops_halo_group Periodic(ops_dat dat, int axis) {
  int iter[3], low[3], high[3], dir[3] = {1, 2, 3}, before[3], after[3];
  for (int d = 0; d < 3; d++) iter[d] = size[d] + 2, low[d] = high[d] = before[d] = after[d] = -1;
  iter[axis] = 1, low[axis] = 0, high[axis] = size[axis] - 1, before[axis] = -1, after[axis] = size[axis];
  ops_halo halos[2] = {ops_decl_halo(dat, dat, iter, low, after, dir, dir), ops_decl_halo(dat, dat, iter, high, before, dir, dir)};
  return ops_decl_halo_group(2, halos);
}

int main(int argc, const char** argv) {
  for (int q = 0; q < 19; q++) {
    OPPOSITE[q] = q == 0 ? 0 : q % 2 == 1 ? q + 1 : q - 1;
    WEIGHT[q] = q == 0 ? 1.0 / 3 : q < 7 ? 1.0 / 18 : 1.0 / 36;
  }
  ops_init(argc, argv, 1);
  OPS_instance::getOPSInstance()->OPS_soa = 1;
  ops_decl_const("XI", 57, "int", XI);
  ops_decl_const("OPPOSITE", 19, "int", OPPOSITE);
  ops_decl_const("WEIGHT", 19, RealC, WEIGHT);
  ops_decl_const("relax", 1, RealC, &relax);
  ops_decl_const("lid", 1, RealC, &lid);
  ops_block block = ops_decl_block(3, "channel");
  int base[] = {0, 0, 0}, d_m[] = {-1, -1, -1}, d_p[] = {1, 1, 1};
  Real* none = nullptr;
  int* no_int = nullptr;
  ops_dat f[2], macro, node;
  f[0] = ops_decl_dat(block, 19, size, base, d_m, d_p, none, RealC, "f_even");
  f[1] = ops_decl_dat(block, 19, size, base, d_m, d_p, none, RealC, "f_odd");
  macro = ops_decl_dat(block, 4, size, base, d_m, d_p, none, RealC, "macro");
  node = ops_decl_dat(block, 1, size, base, d_m, d_p, no_int, "int", "node");
  int here[] = {0, 0, 0}, around[57];
  for (int n = 0; n < 57; n++) around[n] = -XI[n];
  ops_stencil local = ops_decl_stencil(3, 1, here, "local"), d3q19 = ops_decl_stencil(3, 19, around, "d3q19");
  ops_halo_group periodic[2][3];
  for (int n = 0; n < 2; n++)
    for (int d = 0; d < 3; d++) periodic[n][d] = Periodic(f[n], d);
  ops_reduction force = ops_decl_reduction_handle(3 * sizeof(Real), RealC, "momentum"),
                kinds = ops_decl_reduction_handle(4 * sizeof(int), "int", "kinds");
  ops_partition("lattice");

  int all[] = {0, size[0], 0, size[1], 0, size[2]};
  ops_par_loop(KerGeometry, "KerGeometry", block, 3, all, ops_arg_dat(node, 1, local, "int", OPS_WRITE), ops_arg_idx(),
               ops_arg_gbl(size, 3, "int", OPS_READ));
  ops_par_loop(KerStart, "KerStart", block, 3, all, ops_arg_dat(f[0], 19, local, RealC, OPS_WRITE), ops_arg_idx());
  Oracle oracle;
  for (int step = 0; step < 6; step++) {
    const int now = step & 1;
    ops_par_loop(KerMoments, "KerMoments", block, 3, all, ops_arg_dat(f[now], 19, local, RealC, OPS_READ),
                 ops_arg_dat(node, 1, local, "int", OPS_READ), ops_arg_dat(macro, 4, local, RealC, OPS_WRITE));
    ops_par_loop(KerCollide, "KerCollide", block, 3, all, ops_arg_dat(macro, 4, local, RealC, OPS_READ),
                 ops_arg_dat(node, 1, local, "int", OPS_READ), ops_arg_dat(f[now], 19, local, RealC, OPS_RW));
    for (int d = 0; d < 3; d++) ops_halo_transfer(periodic[now][d]);
    ops_par_loop(KerStream, "KerStream", block, 3, all, ops_arg_dat(f[now], 19, d3q19, RealC, OPS_READ),
                 ops_arg_dat(f[!now], 19, local, RealC, OPS_WRITE));
    oracle.step();
  }
  ops_par_loop(KerMoments, "KerMoments", block, 3, all, ops_arg_dat(f[0], 19, local, RealC, OPS_READ),
               ops_arg_dat(node, 1, local, "int", OPS_READ), ops_arg_dat(macro, 4, local, RealC, OPS_WRITE));
  ops_par_loop(KerForce, "KerForce", block, 3, all, ops_arg_dat(node, 1, local, "int", OPS_READ), ops_arg_dat(macro, 4, local, RealC, OPS_READ),
               ops_arg_reduce(force, 3, RealC, OPS_INC), ops_arg_reduce(kinds, 4, "int", OPS_INC));
  Real momentum[3];
  int counts[4];
  ops_reduction_result(force, momentum);
  ops_reduction_result(kinds, counts);
  ops_printf("momentum %.12f %.12f %.12f, nodes %d %d %d %d\n", momentum[0], momentum[1], momentum[2], counts[0], counts[1], counts[2],
             counts[3]);
  oracle.moments();
  for (int kind = 0; kind < 4; kind++)
    check::number("nodes", counts[kind], static_cast<double>(std::count(oracle.node.begin(), oracle.node.end(), kind)));
  check::fields("node", ops_dat_fetch_data<int>(node), oracle.node);
  check::fields("f", ops_dat_fetch_data<Real>(f[0]), oracle.f, 1e-13);
  check::fields("macro", ops_dat_fetch_data<Real>(macro), oracle.macro, 1e-13);
  ops_timing_output(std::cout);
  const int status = check::verdict();
  ops_exit();
  return status;
}
