// tests/conformance/sloppy.cpp: what published programs get away with. Sums that are assigned hold what the last point
// in serial order assigns; loops of fewer dimensions than their block, or of more, run at index 0 of the others;
// kernels read more points than their stencil has.
#include <vector>

#define OPS_3D
#include "ops_seq_v2.h"

#include "expect.hpp"
#include "sloppy_kernels.h"

constexpr int NX = 30, NY = 31, NZ = 20;  // enough points for several threads

double u_at(int i, int j, int k) { return 1.0 + 0.5 * i + 3.0 * j + 7.0 * k; }

struct World {
  int base[3] = {0, 0, 0}, size[3] = {NX, NY, NZ}, d_m[3] = {-1, -1, -1}, d_p[3] = {1, 1, 1}, origin[3] = {0, 0, 0};
  double* none = NULL;
  ops_block box = ops_decl_block(3, "box"), plane = ops_decl_block(2, "plane");
  ops_dat u = ops_decl_dat(box, 1, size, base, d_m, d_p, none, "double", "u"),
          v = ops_decl_dat(box, 1, size, base, d_m, d_p, none, "double", "v");
  ops_dat p = ops_decl_dat(plane, 1, size, base, d_m, d_p, none, "double", "p"),
          q = ops_decl_dat(plane, 1, size, base, d_m, d_p, none, "double", "q");
  ops_stencil centre = ops_decl_stencil(3, 1, origin, "centre"), flat = ops_decl_stencil(2, 1, origin, "flat");
  ops_stencil line = ops_decl_stencil(1, 1, origin, "line");
  ops_reduction two = ops_decl_reduction_handle(2 * sizeof(double), "double", "two"),
                sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_reduction place = ops_decl_reduction_handle(2 * sizeof(int), "int", "place");
};

void assigned(World& w, Verdict& verdict) {
  int full[] = {0, NX, 0, NY, 0, NZ};
  double last[2], count = 0.0, some = 0.0, restarted = 0.0;
  int where[2];
  ops_par_loop(probe, "probe", w.box, 3, full, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
               ops_arg_reduce(w.two, 2, "double", OPS_INC), ops_arg_reduce(w.sum, 1, "double", OPS_INC));
  ops_reduction_result(w.two, last);
  ops_reduction_result(w.sum, &count);
  verdict.same(last[0], u_at(NX - 1, NY - 1, NZ - 1), "last");
  verdict.same(last[1], 2.0 * u_at(NX - 1, NY - 1, NZ - 1), "twice the last");
  verdict.same(count, NX * NY * NZ, "points");
  ops_par_loop(probe_some, "probe_some", w.box, 3, full, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
               ops_arg_idx(), ops_arg_reduce(w.sum, 1, "double", OPS_INC), ops_arg_reduce(w.place, 2, "int", OPS_INC));
  ops_reduction_result(w.sum, &some);
  ops_reduction_result(w.place, where);
  verdict.same(some, u_at(3, NY - 1, 4), "last of some");
  verdict.same(where[0], NX - 1, "last index");
  verdict.same(where[1], 100 * (NZ - 1) + NY - 1, "last indices");
  ops_par_loop(restart, "restart", w.box, 3, full, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(w.sum, 1, "double", OPS_INC));
  ops_reduction_result(w.sum, &restarted);
  double expected = 0.0;
  for (int i = 2; i < NX; ++i) expected += u_at(i, NY - 1, NZ - 1);
  verdict.same(restarted, expected, "since the last restart");
}

void undeclared(World& w, Verdict& verdict) {
  int inner[] = {0, NX, 0, NY, 0, NZ};
  ops_par_loop(smear, "smear", w.box, 3, inner, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
               ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE));
  const auto smeared = cells<double>(w.v, {0, NX, 0, NY, 0, NZ});
  ops_par_loop(upwind, "upwind", w.box, 3, inner, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
               ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE), ops_arg_idx());
  const auto moved = cells<double>(w.v, {0, NX, 0, NY, 0, NZ});
  for (int k = 0; k < NZ; ++k)
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) {
        verdict.same(smeared[(k * NY + j) * NX + i], u_at(i - 1, j, k) + u_at(i + 1, j, k) - 0.5 * u_at(i, j + 1, k),
                     "smeared", i, j, k);
        verdict.same(moved[(k * NY + j) * NX + i], u_at(i % 2 == 0 ? i - 1 : i, j, k), "moved", i, j, k);
      }
}

void dimensions(World& w, Verdict& verdict) {
  int flat[] = {0, NX, 2, NY}, line[] = {1, NX}, deep[] = {-1, NX + 1, -1, NY + 1, 0, 1},
      inside[] = {0, NX, 0, NY, 0, 1};
  double sum = 0.0;
  ops_par_loop(add_one, "fewer", w.box, 2, flat, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
               ops_arg_dat(w.v, 1, w.flat, "double", OPS_WRITE));
  ops_par_loop(add_one, "fewest", w.box, 1, line, ops_arg_dat(w.u, 1, w.line, "double", OPS_READ),
               ops_arg_dat(w.v, 1, w.line, "double", OPS_WRITE));
  const auto v = cells<double>(w.v, {0, NX, 0, NY, 0, NZ});
  for (int k = 0; k < NZ; ++k)
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) {
        const bool reached = k == 0 && (j >= 2 || (j == 0 && i >= 1));
        verdict.same(v[(k * NY + j) * NX + i], reached ? u_at(i, j, 0) + 1.0 : u_at(i % 2 == 0 ? i - 1 : i, j, k),
                     "fewer", i, j, k);
      }
  ops_par_loop(fill, "more", w.plane, 3, deep, ops_arg_dat(w.p, 1, w.centre, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(smear, "smear more", w.plane, 3, inside, ops_arg_dat(w.p, 1, w.centre, "double", OPS_READ),
               ops_arg_dat(w.q, 1, w.centre, "double", OPS_WRITE));
  ops_par_loop(total, "total more", w.plane, 3, inside, ops_arg_dat(w.p, 1, w.centre, "double", OPS_READ),
               ops_arg_reduce(w.sum, 1, "double", OPS_INC));
  ops_reduction_result(w.sum, &sum);
  const auto q = cells<double>(w.q, {0, NX, 0, NY});
  double expected = 0.0;
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) {
      verdict.same(q[j * NX + i], u_at(i - 1, j, 0) + u_at(i + 1, j, 0) - 0.5 * u_at(i, j + 1, 0), "more", i, j);
      expected += u_at(i, j, 0);
    }
  verdict.same(sum, expected, "sum over more");  // multiples of 1/2: exact in any order
  try {
    int thick[] = {0, NX, 0, NY, 0, 2};
    ops_par_loop(fill, "too many", w.plane, 3, thick, ops_arg_dat(w.p, 1, w.centre, "double", OPS_WRITE),
                 ops_arg_idx());
    verdict.holds(false, "a range beyond the block's axes is refused");
  } catch (const OPSException& error) {
    verdict.holds(strstr(error.what(), "axis 2") != NULL, "the axis is named");
  }
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  World world;
  Verdict verdict("sloppy");
  int all[] = {-1, NX + 1, -1, NY + 1, -1, NZ + 1};
  ops_par_loop(fill, "fill", world.box, 3, all, ops_arg_dat(world.u, 1, world.centre, "double", OPS_WRITE),
               ops_arg_idx());
  assigned(world, verdict);
  undeclared(world, verdict);
  dimensions(world, verdict);
  ops_exit();
  return verdict.finish();
}
