// A Potts model with four states, a random generator in every cell and pinned cells. Uses datasets of int, unsigned and
// char, periodic halos with corners, loops with break in a kernel, and integer reductions of several components. All
// cells and counts must equal those of plain loops.

#include <cstdio>
#include <cstdlib>
#include <climits>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
#include "potts_kernels.h"

#define NX 37
#define NY 23
#define SWEEPS 25
#define WRAP(n, N) (((n) + (N)) % (N))

struct Lattice {
  ops_block block;
  ops_dat spin[2], rng, pinned;
  ops_halo_group xwrap[2], ywrap[2];
  ops_stencil here, moore, corner;
};

static ops_halo self_halo(ops_dat d, int axis, bool up) {
  int n[2] = {NX, NY}, iter[2] = {NX, NY}, from[2] = {0, 0}, to[2] = {0, 0}, dir[2] = {1, 2};
  iter[axis] = 1;
  from[axis] = up ? 0 : n[axis] - 1;
  to[axis] = up ? n[axis] : -1;
  if (axis == 1) {  // the columns beyond the sides are there already
    iter[0] = NX + 2;
    from[0] = to[0] = -1;
  }
  return ops_decl_halo(d, d, iter, from, to, dir, dir);
}

static void build(Lattice& l) {
  int size[] = {NX, NY}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, z[] = {0, 0};
  l.block = ops_decl_block(2, "lattice");
  char name[32];
  for (int k = 0; k < 2; k++) {
    sprintf(name, "spin%d", k);
    l.spin[k] = ops_decl_dat(l.block, 1, size, base, m, p, (int*)NULL, "int", name);
    ops_halo hx[2] = {self_halo(l.spin[k], 0, true), self_halo(l.spin[k], 0, false)};
    ops_halo hy[2] = {self_halo(l.spin[k], 1, true), self_halo(l.spin[k], 1, false)};
    l.xwrap[k] = ops_decl_halo_group(2, hx);
    l.ywrap[k] = ops_decl_halo_group(2, hy);
  }
  l.rng = ops_decl_dat(l.block, 1, size, base, z, z, (unsigned int*)NULL, "uint", "rng");
  l.pinned = ops_decl_dat(l.block, 1, size, base, z, z, (char*)NULL, "char", "pinned");
  int pt[] = {0, 0}, cr[] = {0, 0, 1, 0, 0, 1}, box[18], *b = box;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++) *b++ = i, *b++ = j;
  l.here = ops_decl_stencil(2, 1, pt, "here");
  l.moore = ops_decl_stencil(2, 9, box, "moore");
  l.corner = ops_decl_stencil(2, 3, cr, "corner");
}

int main(int argc, char* argv[]) {
  ops_init(argc, argv, 1);
  Lattice l;
  build(l);
  ops_reduction count = ops_decl_reduction_handle(STATES * sizeof(int), "int", "count");
  ops_reduction bonds = ops_decl_reduction_handle(sizeof(int), "int", "bonds");
  ops_reduction lo = ops_decl_reduction_handle(sizeof(int), "int", "lo");
  ops_reduction hi = ops_decl_reduction_handle(sizeof(int), "int", "hi");
  ops_partition("");

  // the plain lattice, started with the same generator
  std::vector<int> s(NX * NY), t(NX * NY), pin(NX * NY);
  std::vector<unsigned> r(NX * NY);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      unsigned x = 2463534242u + 7919u * i + 104729u * j;
      for (int n = 0; n < 3; n++) x ^= x << 13, x ^= x >> 17, x ^= x << 5;
      r[i + NX * j] = x;
      s[i + NX * j] = x % STATES;
      pin[i + NX * j] = (i * 5 + j * 3) % 23 == 0;
    }

  int all[] = {0, NX, 0, NY}, bad = 0, now = 0;
  ops_par_loop(seed_cells, "seed_cells", l.block, 2, all, ops_arg_dat(l.spin[0], 1, l.here, "int", OPS_WRITE),
               ops_arg_dat(l.rng, 1, l.here, "uint", OPS_WRITE), ops_arg_dat(l.pinned, 1, l.here, "char", OPS_WRITE),
               ops_arg_idx());
  int moved = 0;
  for (int sweep = 0; sweep < SWEEPS; sweep++, now ^= 1) {
    int heat[9];
    for (int g = 0; g < 9; g++) heat[g] = 256 >> (1 + g + sweep / 6);
    ops_halo_transfer(l.xwrap[now]);
    ops_halo_transfer(l.ywrap[now]);
    ops_par_loop(flip, "flip", l.block, 2, all, ops_arg_dat(l.spin[now], 1, l.moore, "int", OPS_READ),
                 ops_arg_dat(l.spin[1 - now], 1, l.here, "int", OPS_WRITE),
                 ops_arg_dat(l.rng, 1, l.here, "uint", OPS_RW), ops_arg_dat(l.pinned, 1, l.here, "char", OPS_READ),
                 ops_arg_gbl(heat, 9, "int", OPS_READ));
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        int k = i + NX * j, votes[STATES] = {0, 0, 0, 0};
        for (int q = 0; q < 9; q++)
          if (q != 4) votes[s[WRAP(i + q % 3 - 1, NX) + NX * WRAP(j + q / 3 - 1, NY)]]++;
        t[k] = s[k];
        if (pin[k]) continue;
        unsigned x = r[k];
        x ^= x << 13, x ^= x >> 17, x ^= x << 5;
        r[k] = x;
        for (int tries = 0; tries < 2; tries++) {
          int q = ((x >> 4) % STATES + tries) % STATES, gain = votes[q] - votes[s[k]];
          if (gain > 0 || (int)((x >> 9) & 255) < heat[gain < -8 ? 8 : -gain]) {
            t[k] = q;
            break;
          }
        }
        moved += t[k] != s[k];
      }
    s.swap(t);
  }

  ops_halo_transfer(l.xwrap[now]);
  ops_halo_transfer(l.ywrap[now]);
  ops_par_loop(census, "census", l.block, 2, all, ops_arg_dat(l.spin[now], 1, l.corner, "int", OPS_READ),
               ops_arg_reduce(count, STATES, "int", OPS_INC), ops_arg_reduce(bonds, 1, "int", OPS_INC),
               ops_arg_reduce(lo, 1, "int", OPS_MIN), ops_arg_reduce(hi, 1, "int", OPS_MAX), ops_arg_idx());
  int c[STATES], e, first, last, pc[STATES] = {0}, pe = 0, pfirst = INT_MAX, plast = -1;
  ops_reduction_result(count, c);
  ops_reduction_result(bonds, &e);
  ops_reduction_result(lo, &first);
  ops_reduction_result(hi, &last);
  std::vector<int> got(NX * NY);
  std::vector<unsigned> gr(NX * NY);
  got = ops_dat_fetch_data<int>(l.spin[now]);
  gr = ops_dat_fetch_data<unsigned>(l.rng);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      int k = i + NX * j;
      bad += got[k] != s[k];
      bad += gr[k] != r[k];
      pc[s[k]]++;
      pe += (s[k] == s[WRAP(i + 1, NX) + NX * j]) + (s[k] == s[i + NX * WRAP(j + 1, NY)]);
      if (s[k] == 3) pfirst = MIN(pfirst, i + j), plast = MAX(plast, i * j);
    }
  for (int q = 0; q < STATES; q++) bad += c[q] != pc[q];
  bad += (e != pe) + (first != pfirst) + (last != plast) + (moved == 0);
  ops_printf("counts %d %d %d %d, equal neighbours %d, first %d, last %d, moves %d, wrong %d\n", c[0], c[1], c[2], c[3],
             e, first, last, moved, bad);
  ops_exit();
  if (bad) {
    printf("potts: failed with %d differences\n", bad);
    return 1;
  }
  printf("potts: passed\n");
  return EXIT_SUCCESS;
}
