// A shock and heat on three blocks that touch: one upright, one turned by a quarter, one upside down. The oracle is one large grid.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPS_2D
#include "ops_seq_v2.h"

#define NX 24
#define NY 16
double courant = 0.1, kappa = 0.05;
#include "shock_blocks_kernels.h"
#include "agree.h"

namespace {
constexpr int steps = 9, all_x = 3 * NX;
// Where cell (0, 0) of a block lies, and what its two indices do to x and to y.
int place[3][6] = {{0, 0, 1, 0, 0, 1}, {2 * NX - 1, 0, 0, -1, 1, 0}, {3 * NX - 1, NY - 1, -1, 0, 0, -1}};
int extent[3][2] = {{NX, NY}, {NY, NX}, {NX, NY}}, sign[3][2] = {{1, 1}, {1, -1}, {-1, -1}};

using Plain = std::vector<double>;
double& at(Plain& u, int c, int x, int y) { return u[static_cast<size_t>(c + 2 * (x + 2 + (all_x + 4) * (y + 2)))]; }

void edges(Plain& u) {
  for (int c = 0; c < 2; ++c) {
    for (int y = 0; y < NY; ++y)
      for (int d = 1; d <= 2; ++d) at(u, c, -d, y) = at(u, c, 0, y), at(u, c, all_x - 1 + d, y) = at(u, c, all_x - 1, y);
    for (int x = 0; x < all_x; ++x)
      for (int d = 1; d <= 2; ++d) at(u, c, x, -d) = at(u, c, x, 0), at(u, c, x, NY - 1 + d) = at(u, c, x, NY - 1);
  }
}

void plain_stage(Plain& old, Plain& u, Plain& v, double weight) {
  edges(u);
  for (int y = 0; y < NY; ++y)
    for (int x = 0; x < all_x; ++x) {
      auto s = [&](int c, int i, int j) { return at(u, c, x + i, y + j); };
      const double east = through(s(0, -1, 0), s(0, 0, 0), s(0, 1, 0), s(0, 2, 0), 1),
                   west = through(s(0, -2, 0), s(0, -1, 0), s(0, 0, 0), s(0, 1, 0), 1);
      const double north = through(s(0, 0, -1), s(0, 0, 0), s(0, 0, 1), s(0, 0, 2), 1),
                   south = through(s(0, 0, -2), s(0, 0, -1), s(0, 0, 0), s(0, 0, 1), 1);
      const double spread = (s(1, 1, 0) + s(1, -1, 0)) + (s(1, 0, 1) + s(1, 0, -1)) - 4.0 * s(1, 0, 0), kept = 1.0 - weight;
      at(v, 0, x, y) = kept * at(old, 0, x, y) + weight * (s(0, 0, 0) - courant * ((east - west) + (north - south)));
      at(v, 1, x, y) = kept * at(old, 1, x, y) + weight * (s(1, 0, 0) + kappa * s(0, 0, 0) * spread);
    }
}

double plain_run(Plain u, Plain* end = nullptr) {
  Plain middle(u.size()), next(u.size());
  for (int step = 0; step < steps; ++step) {
    plain_stage(u, u, middle, 1.0);
    plain_stage(u, middle, next, 0.5);
    u.swap(next);
  }
  double sum = 0.0;
  for (int y = 0; y < NY; ++y)
    for (int x = 0; x < all_x; ++x) sum += at(u, 0, x, y) * at(u, 1, x, y);
  if (end) *end = u;
  return sum;
}
}  // namespace

ops_dat state[3], middle[3], start[3];
ops_block blocks[3];
ops_stencil S2D_00, S2D_STAR, S2D_SIDE[4];
ops_halo_group joints_state, joints_middle;

ops_halo_group join(ops_dat* d) {
  ops_halo list[4];
  int n = 0;
  // from the turned block: its cell (b0, b1) is (2 NX - 1 - b1, b0); the region of the first block is walked along x, then y
  int iter[] = {2, NY}, base_a[] = {NX, 0}, base_b[] = {0, NX - 2}, dir_a[] = {1, 2}, dir_b[] = {2, -1};
  list[n++] = ops_decl_halo(d[1], d[0], iter, base_b, base_a, dir_b, dir_a);
  int into_b[] = {0, NX}, from_a[] = {NX - 2, 0};
  list[n++] = ops_decl_halo(d[0], d[1], iter, from_a, into_b, dir_a, dir_b);
  // the third block: (c0, c1) is (3 NX - 1 - c0, NY - 1 - c1); the turned one meets it with its rows below 0
  int into_b2[] = {0, -2}, from_c[] = {NX - 2, 0}, dir_c[] = {-1, -2};
  list[n++] = ops_decl_halo(d[2], d[1], iter, from_c, into_b2, dir_c, dir_b);
  int into_c[] = {NX, 0}, from_b2[] = {0, 0};
  list[n++] = ops_decl_halo(d[1], d[2], iter, from_b2, into_c, dir_b, dir_c);
  return ops_decl_halo_group(n, list);
}

void outer(ops_dat* d) {
  for (int k = 0; k < 3; k++) {
    const int w = extent[k][0], h = extent[k][1];
    int sides[4][4] = {{-1, 0, 0, h}, {w, w + 1, 0, h}, {0, w, -1, 0}, {0, w, h, h + 1}};
    for (int side = 1; side <= 4; side++) {
      // only where no other block is
      if (k == 0 && side == 2) continue;
      if (k == 1 && side >= 3) continue;
      if (k == 2 && side == 2) continue;
      for (int depth = 0; depth < 2; depth++) {
        int* r = sides[side - 1];
        ops_par_loop(copy_edge, "copy_edge", blocks[k], 2, r, ops_arg_dat(d[k], 2, S2D_SIDE[side - 1], "double", OPS_RW),
                     ops_arg_gbl(&side, 1, "int", OPS_READ));
        const int move = side % 2 ? -1 : 1, axis = side > 2;
        r[2 * axis] += move, r[2 * axis + 1] += move;
      }
    }
  }
}

void stage(ops_dat* old, ops_dat* from, ops_dat* to, ops_halo_group joints, double weight) {
  ops_halo_transfer(joints);
  outer(from);
  for (int k = 0; k < 3; k++) {
    int range[] = {0, extent[k][0], 0, extent[k][1]};
    ops_par_loop(advance, "advance", blocks[k], 2, range, ops_arg_dat(old[k], 2, S2D_00, "double", OPS_READ),
                 ops_arg_dat(from[k], 2, S2D_STAR, "double", OPS_READ), ops_arg_dat(to[k], 2, S2D_00, "double", OPS_WRITE),
                 ops_arg_gbl(sign[k], 2, "int", OPS_READ), ops_arg_gbl(&weight, 1, "double", OPS_READ));
  }
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  int base[] = {0, 0}, d_m[] = {-2, -2}, d_p[] = {2, 2};
  double* temp = NULL;
  for (int k = 0; k < 3; k++) {
    char name[32];
    snprintf(name, sizeof name, "block%d", k);
    blocks[k] = ops_decl_block(2, name);
    ops_dat* all[] = {&start[k], &state[k], &middle[k]};
    const char* names[] = {"start", "state", "middle"};
    for (int f = 0; f < 3; f++) {
      snprintf(name, sizeof name, "%s%d", names[f], k);
      *all[f] = ops_decl_dat(blocks[k], 2, extent[k], base, d_m, d_p, temp, "double", name);
    }
  }
  int star[] = {0, 0, 1, 0, 2, 0, -1, 0, -2, 0, 0, 1, 0, 2, 0, -1, 0, -2},
      side[4][4] = {{0, 0, 1, 0}, {0, 0, -1, 0}, {0, 0, 0, 1}, {0, 0, 0, -1}};
  S2D_00 = ops_decl_stencil(2, 1, star, "00");
  S2D_STAR = ops_decl_stencil(2, 9, star, "star");
  for (int s = 0; s < 4; s++) S2D_SIDE[s] = ops_decl_stencil(2, 2, side[s], ("side" + std::to_string(s)).c_str());
  ops_decl_const("courant", 1, "double", &courant);
  ops_decl_const("kappa", 1, "double", &kappa);
  joints_state = join(state), joints_middle = join(middle);
  ops_reduction sums = ops_decl_reduction_handle(2 * sizeof(double), "double", "sums"),
                tops = ops_decl_reduction_handle(2 * sizeof(double), "double", "tops");
  ops_partition("");

  Plain first(static_cast<size_t>(2 * (all_x + 4) * (NY + 4)));
  for (int k = 0; k < 3; k++) {
    int range[] = {0, extent[k][0], 0, extent[k][1]};
    ops_par_loop(start_kernel, "start_kernel", blocks[k], 2, range, ops_arg_dat(start[k], 2, S2D_00, "double", OPS_WRITE), ops_arg_idx(),
                 ops_arg_gbl(place[k], 6, "int", OPS_READ));
    ops_dat_deep_copy(state[k], start[k]);
  }
  for (int y = 0; y < NY; ++y)
    for (int x = 0; x < all_x; ++x) {
      at(first, 0, x, y) = 1.0 + 0.5 * sin(0.3 * x + 0.2) * cos(0.4 * y + 0.1);
      at(first, 1, x, y) = (x - 20) * (x - 20) + (y - 7) * (y - 7) < 50 ? 2.0 : 1.0;
    }
  for (int step = 0; step < steps; step++) {
    stage(state, state, middle, joints_state, 1.0);
    stage(state, middle, state, joints_middle, 0.5);
  }
  for (int k = 0; k < 3; k++) {
    int range[] = {0, extent[k][0], 0, extent[k][1]};
    ops_par_loop(measure, "measure", blocks[k], 2, range, ops_arg_dat(state[k], 2, S2D_00, "double", OPS_READ),
                 ops_arg_reduce(sums, 2, "double", OPS_INC), ops_arg_reduce(tops, 2, "double", OPS_MAX));
  }
  double found[2], seed[] = {1.0, 0.0}, most[2];
  sums->get_result(found, seed);
  ops_reduction_result(tops, most);
  Plain end;
  const double expected = plain_run(first, &end);
  check::number("sum", found[0], expected, 1e-12);
  ops_printf("sums %.10f %.10f, extremes %.12f %.12f\n", found[0], found[1], most[0], most[1]);
  for (int k = 0; k < 3; k++) {
    Plain wanted;
    for (int j = 0; j < extent[k][1]; ++j)
      for (int i = 0; i < extent[k][0]; ++i)
        for (int c = 0; c < 2; ++c)
          wanted.push_back(at(end, c, place[k][0] + place[k][2] * i + place[k][3] * j, place[k][1] + place[k][4] * i + place[k][5] * j));
    check::fields(state[k]->name, ops_dat_fetch_data<double>(state[k]), wanted);
  }
  ops_interpret_adjoints();
  for (int k = 0; k < 3; k++) {
    const Plain slope = ops_dat_fetch_derivative<double>(start[k]);
    for (int probe = 0; probe < 8; ++probe) {
      const int i = (probe * 7) % extent[k][0], j = probe == 3 ? 0 : extent[k][1] - 1 - probe, c = probe % 2;
      const int x = place[k][0] + place[k][2] * i + place[k][3] * j, y = place[k][1] + place[k][4] * i + place[k][5] * j;
      Plain up = first, down = first;
      at(up, c, x, y) += 1e-6, at(down, c, x, y) -= 1e-6;
      const double difference = (plain_run(up) - plain_run(down)) / 2e-6;
      check::number("slope", slope[static_cast<size_t>(c + 2 * (i + extent[k][0] * j))], difference, 2e-6);
    }
  }
  const int status = check::verdict();
  ops_exit();
  return status;
}
