// Reaction and diffusion on a ring of three blocks whose axes are turned and mirrored against each other, compared with one plain array.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define OPS_3D
#include "ops_seq_v2.h"

#define NBLK 3
#define NY 5
#define NZ 4
static const int len[NBLK] = {6, 7, 5};  // cells of each block along the ring
#define NX (6 + 7 + 5)

double kappa;
double react[2];

#include "ring_kernels.h"

// Global state, C style.
static ops_block blk[NBLK];
static ops_dat U[NBLK], V[NBLK], W[NBLK], U0[NBLK];
static ops_dat mask[NBLK];
static ops_stencil S000, S7, SW;
static ops_reduction r_sum, r_max;
static ops_halo_group g_ring_u, g_ring_v;

// The axes of a block: local axis d runs along physical axis |axis[d]| - 1, backwards where negative.
static const int axis[NBLK][3] = {{1, 2, 3}, {3, -1, 2}, {-2, 3, 1}};

static int extent(int b, int phys) { return phys == 0 ? len[b] : phys == 1 ? NY : NZ; }
static void local_size(int b, int *size) {
  for (int d = 0; d < 3; d++) size[d] = extent(b, abs(axis[b][d]) - 1);
}
// local index of a block from physical indices relative to its start
static void to_local(int b, const int *p, int *l) {
  for (int d = 0; d < 3; d++) {
    int ph = abs(axis[b][d]) - 1;
    l[d] = axis[b][d] > 0 ? p[ph] : extent(b, ph) - 1 - p[ph];
  }
}

// A halo that copies one plane across the ring: the plane at physical x `from` of block a to plane `to` of block b.
static ops_halo plane(ops_dat *D, int a, int from, int b, int to) {
  int iter[3] = {1, NY, NZ};  // counters: physical x, y, z
  int fb[3], tb[3], fd[3], td[3];
  for (int d = 0; d < 3; d++) {
    int ph = abs(axis[a][d]) - 1;
    fd[d] = axis[a][d] > 0 ? ph + 1 : -(ph + 1);
    fb[d] = ph != 0 ? 0 : axis[a][d] > 0 ? from : len[a] - 1 - from;
    ph = abs(axis[b][d]) - 1;
    td[d] = axis[b][d] > 0 ? ph + 1 : -(ph + 1);
    tb[d] = ph != 0 ? 0 : axis[b][d] > 0 ? to : len[b] - 1 - to;
  }
  return ops_decl_halo(D[a], D[b], iter, fb, tb, fd, td);
}

static ops_halo_group ring(ops_dat *D) {
  ops_halo h[2 * NBLK];
  int n = 0;
  for (int b = 0; b < NBLK; b++) {
    int next = (b + 1) % NBLK;
    h[n++] = plane(D, b, len[b] - 1, next, -1);
    h[n++] = plane(D, next, 0, b, len[b]);
  }
  return ops_decl_halo_group(n, h);
}

static void walls(ops_dat *D) {
  for (int b = 0; b < NBLK; b++) {
    int size[3];
    local_size(b, size);
    for (int d = 0; d < 3; d++) {
      if (abs(axis[b][d]) == 1) continue;  // along the ring
      for (int side = 0; side < 2; side++) {
        int range[6] = {0, size[0], 0, size[1], 0, size[2]}, in[3] = {0, 0, 0};
        range[2 * d] = side ? size[d] : -1;
        range[2 * d + 1] = range[2 * d] + 1;
        in[d] = side ? -1 : 1;
        ops_par_loop(ring_wall_kernel, "ring_wall", blk[b], 3, range, ops_arg_dat(D[b], 1, SW, "double", OPS_RW),
                     ops_arg_gbl(in, 3, "int", OPS_READ));
      }
    }
  }
}

static void set_range(int b, int *range) {
  int size[3];
  local_size(b, size);
  for (int d = 0; d < 3; d++) range[2 * d] = 0, range[2 * d + 1] = size[d];
}

static double advance(int steps) {
  int range[6];
  for (int b = 0; b < NBLK; b++) {
    set_range(b, range);
    ops_par_loop(ring_copy_kernel, "ring_copy", blk[b], 3, range, ops_arg_dat(U0[b], 1, S000, "double", OPS_READ),
                 ops_arg_dat(U[b], 1, S000, "double", OPS_WRITE));
  }
  ops_dat *now = U, *next = V;
  for (int s = 0; s < steps; s++) {
    ops_halo_transfer(s % 2 == 0 ? g_ring_u : g_ring_v);
    walls(now);
    for (int b = 0; b < NBLK; b++) {
      set_range(b, range);
      ops_par_loop(ring_step_kernel, "ring_step", blk[b], 3, range, ops_arg_dat(now[b], 1, S7, "double", OPS_READ),
                   ops_arg_dat(mask[b], 1, S000, "float", OPS_READ), ops_arg_dat(next[b], 1, S000, "double", OPS_WRITE));
    }
    ops_dat *t = now;
    now = next;
    next = t;
  }
  for (int b = 0; b < NBLK; b++) {
    set_range(b, range);
    ops_par_loop(ring_sum_kernel, "ring_sum", blk[b], 3, range, ops_arg_dat(now[b], 1, S000, "double", OPS_READ),
                 ops_arg_dat(W[b], 1, S000, "double", OPS_READ), ops_arg_reduce(r_sum, 2, "double", OPS_INC),
                 ops_arg_reduce(r_max, 1, "double", OPS_MAX));
  }
  double s[2], seed[2] = {1.0, 0.25}, hi;
  r_sum->get_result(s, seed);
  ops_reduction_result(r_max, &hi);
  ops_printf("sums %.15g %.15g, most %.15g\n", s[0], s[1], hi);
  return s[0] + 0.25 * s[1];
}

// The same, in one plain array with a physical index.
static double plain(const double *u0, const double *w, const float *m, int steps, double *fin) {
  static double a[NX][NY][NZ], c[NX][NY][NZ];
  for (int i = 0; i < NX * NY * NZ; i++) ((double *)a)[i] = u0[i];
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < NX; i++)
      for (int j = 0; j < NY; j++)
        for (int k = 0; k < NZ; k++) {
          double e = a[(i + 1) % NX][j][k] + a[(i + NX - 1) % NX][j][k];
          e += a[i][j < NY - 1 ? j + 1 : j][k] + a[i][j > 0 ? j - 1 : j][k];
          e += a[i][j][k < NZ - 1 ? k + 1 : k] + a[i][j][k > 0 ? k - 1 : k];
          double x = a[i][j][k], lap = e - 6.0 * x;
          c[i][j][k] = m[(i * NY + j) * NZ + k] > 0.5f ? x + kappa * lap + react[0] * x * (react[1] - x) : x + 0.5 * kappa * lap;
        }
    for (int i = 0; i < NX * NY * NZ; i++) ((double *)a)[i] = ((double *)c)[i];
  }
  double J = 0;
  for (int i = 0; i < NX * NY * NZ; i++) {
    double x = ((double *)a)[i];
    fin[i] = x;
    J += w[i] * x * x + 0.25 * x;
  }
  return J;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  kappa = 0.11;
  react[0] = 0.3;
  react[1] = 1.2;
  ops_decl_const("kappa", 1, "double", &kappa);
  ops_decl_const("react", 2, "double", react);

  static double u0[NX * NY * NZ], w[NX * NY * NZ], fin[NX * NY * NZ];
  static float m[NX * NY * NZ];
  srand(7);
  int base[3] = {0, 0, 0}, dm[3] = {-1, -1, -1}, dp[3] = {1, 1, 1}, none[3] = {0, 0, 0};
  int start = 0;
  for (int b = 0; b < NBLK; b++) {
    char name[20];
    sprintf(name, "block%d", b);
    blk[b] = ops_decl_block(3, name);
    int size[3];
    local_size(b, size);
    // arrays with their halos, filled from physical indices
    int n = (size[0] + 2) * (size[1] + 2) * (size[2] + 2);
    double *uh = (double *)calloc(n, sizeof(double)), *wh = (double *)calloc(n, sizeof(double));
    for (int i = 0; i < len[b]; i++)
      for (int j = 0; j < NY; j++)
        for (int k = 0; k < NZ; k++) {
          int p[3] = {i, j, k}, l[3];
          to_local(b, p, l);
          int g = ((start + i) * NY + j) * NZ + k, at = ((l[2] + 1) * (size[1] + 2) + l[1] + 1) * (size[0] + 2) + l[0] + 1;
          uh[at] = u0[g] = rand() / (double)RAND_MAX;
          wh[at] = w[g] = 0.5 + rand() / (double)RAND_MAX;
          int side = l[0] * (b + 1) + l[1] * 2 + l[2] * (3 - b);
          m[g] = side % 3 == 0 ? 0.0f : 1.0f;
        }
    U0[b] = ops_decl_dat(blk[b], 1, size, base, dm, dp, uh, "double", "u0");
    W[b] = ops_decl_dat_passive(blk[b], 1, size, base, dm, dp, wh, "double", "w");
    double *temp = NULL;
    float *ftemp = NULL;
    U[b] = ops_decl_dat(blk[b], 1, size, base, dm, dp, temp, "double", "u");
    V[b] = ops_decl_dat(blk[b], 1, size, base, dm, dp, temp, "double", "v");
    mask[b] = ops_decl_dat(blk[b], 1, size, base, none, none, ftemp, "float", "mask");
    start += len[b];
  }
  int s000[] = {0, 0, 0};
  int s7[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  S000 = ops_decl_stencil(3, 1, s000, "000");
  S7 = ops_decl_stencil(3, 7, s7, "seven");
  SW = ops_decl_stencil(3, 7, s7, "wall");
  r_sum = ops_decl_reduction_handle(2 * sizeof(double), "double", "sum");
  r_max = ops_decl_reduction_handle(sizeof(double), "double", "max");
  g_ring_u = ring(U);
  g_ring_v = ring(V);
  ops_partition("1D_BLOCK_DECOMPOSE");

  for (int b = 0; b < NBLK; b++) {
    int range[6], side[3] = {b + 1, 2, 3 - b};
    set_range(b, range);
    ops_par_loop(ring_mask_kernel, "ring_mask", blk[b], 3, range, ops_arg_dat(mask[b], 1, S000, "float", OPS_WRITE), ops_arg_idx(),
                 ops_arg_gbl(side, 3, "int", OPS_READ));
  }

  int bad = 0;
  const int steps = 7;
  double J = advance(steps), P = plain(u0, w, m, steps, fin);
  ops_printf("objective %.15g, plain %.15g\n", J, P);
  if (fabs(J - P) > 1e-12 * fabs(P)) bad++;

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  // gradient at some physical cells, against differences of the plain code
  start = 0;
  double worst = 0, check = 0;
  for (int b = 0; b < NBLK; b++) {
    int size[3];
    local_size(b, size);
    std::vector<double> g = ops_dat_fetch_derivative<double>(U0[b]);
    for (int i = 0; i < len[b]; i++)
      for (int j = 0; j < NY; j++)
        for (int k = 0; k < NZ; k++) {
          int p[3] = {i, j, k}, l[3];
          to_local(b, p, l);
          double got = g[(l[2] * size[1] + l[1]) * size[0] + l[0]];
          check += got * (1 + i + 2 * j + 3 * k);
          int at = ((start + i) * NY + j) * NZ + k;
          double keep = u0[at], h = 1e-5;
          u0[at] = keep + h;
          double up = plain(u0, w, m, steps, fin);
          u0[at] = keep - h;
          double down = plain(u0, w, m, steps, fin);
          u0[at] = keep;
          double fd = (up - down) / (2 * h);
          worst = fmax(worst, fabs(fd - got));
        }
    start += len[b];
  }
  ops_printf("gradient: largest difference %s, checksum %a, objective %a\n", worst < 1e-7 ? "small" : "LARGE", check, J);
  if (!(worst < 1e-7)) bad++, ops_printf("worst %g\n", worst);
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad != 0;
}
