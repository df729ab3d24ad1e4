// Douglas' alternating direction scheme for heat in a box with varying conductivity, tridiagonal solves along each axis, restart from an HDF5
// file in the middle, checkpointing calls; against plain arrays, and gradients through the solves against differences.
#define OPS_3D
#include <ops_seq_v2.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef OPS_MPI
#include "ops_mpi_core.h"
#endif

#define NX 9
#define NY 7
#define NZ 6
double lambda_;

void adi_rhs(const ACC<double> &u, const ACC<double> &k, ACC<double> &d) {
  double c = u(0, 0, 0);
  d(0, 0, 0) = lambda_ * k(0, 0, 0) *
               ((u(1, 0, 0) - 2.0 * c + u(-1, 0, 0)) + (u(0, 1, 0) - 2.0 * c + u(0, -1, 0)) + (u(0, 0, 1) - 2.0 * c + u(0, 0, -1)));
}
void adi_coefficients(const ACC<double> &k, ACC<double> &a, ACC<double> &b, ACC<double> &c, const int *idx, const int *axis, const int *n) {
  double s = 0.5 * lambda_ * k(0, 0, 0);
  a(0, 0, 0) = idx[*axis] == 0 ? 0.0 : -s;
  c(0, 0, 0) = idx[*axis] == n[*axis] - 1 ? 0.0 : -s;
  b(0, 0, 0) = 1.0 + 2.0 * s;
}
void adi_start(ACC<double> &u, ACC<double> &k, const int *idx) {
  u(0, 0, 0) = sin(0.9 * idx[0]) * cos(0.4 * idx[1]) + 0.1 * idx[2];
  k(0, 0, 0) = 1.0 + 0.3 * sin(idx[0] + 2.0 * idx[1] - idx[2]);
}
void adi_square(const ACC<double> &u, double *s) { *s += u(0, 0, 0) * u(0, 0, 0); }
void adi_copy(const ACC<double> &a, ACC<double> &b) { b(0, 0, 0) = a(0, 0, 0); }

static ops_block box;
static ops_dat u0, u, k, a, b, c, d;
static ops_stencil P, S7;
static ops_reduction energy;
static int n[3] = {NX, NY, NZ}, range[6] = {0, NX, 0, NY, 0, NZ};

static void one_step(ops_dat field, ops_tridsolver_params *params) {
  ops_par_loop(adi_rhs, "rhs", box, 3, range, ops_arg_dat(field, 1, S7, "double", OPS_READ), ops_arg_dat(k, 1, P, "double", OPS_READ),
               ops_arg_dat(d, 1, P, "double", OPS_WRITE));
  for (int axis = 0; axis < 3; axis++) {
    ops_par_loop(adi_coefficients, "coefficients", box, 3, range, ops_arg_dat(k, 1, P, "double", OPS_READ), ops_arg_dat(a, 1, P, "double", OPS_WRITE),
                 ops_arg_dat(b, 1, P, "double", OPS_WRITE), ops_arg_dat(c, 1, P, "double", OPS_WRITE), ops_arg_idx(), ops_arg_gbl(&axis, 1, "int", OPS_READ),
                 ops_arg_gbl(n, 3, "int", OPS_READ));
    if (axis < 2) ops_tridMultiDimBatch(3, axis, range, a, b, c, d, params);
    else ops_tridMultiDimBatch_Inc(3, axis, range, a, b, c, d, field, params);
  }
}

// plain
static double plain(const std::vector<double> &start, const std::vector<double> &cond, int steps, std::vector<double> *out) {
  auto at = [](int i, int j, int l) { return (l * NY + j) * NX + i; };
  std::vector<double> x = start;
  for (int s = 0; s < steps; s++) {
    std::vector<double> r(x.size());
    auto v = [&](int i, int j, int l) { return i < 0 || j < 0 || l < 0 || i >= NX || j >= NY || l >= NZ ? 0.0 : x[at(i, j, l)]; };
    for (int l = 0; l < NZ; l++) for (int j = 0; j < NY; j++) for (int i = 0; i < NX; i++)
      r[at(i, j, l)] = lambda_ * cond[at(i, j, l)] * (v(i + 1, j, l) + v(i - 1, j, l) + v(i, j + 1, l) + v(i, j - 1, l) + v(i, j, l + 1) + v(i, j, l - 1) - 6 * v(i, j, l));
    int stride[3] = {1, NX, NX * NY};
    for (int axis = 0; axis < 3; axis++)
      for (int l = 0; l < NZ; l++) for (int j = 0; j < NY; j++) for (int i = 0; i < NX; i++) {
        int id[3] = {i, j, l};
        if (id[axis]) continue;
        int m = n[axis], st = stride[axis], o = at(i, j, l);
        std::vector<double> cp(m), dp(m);
        for (int q = 0; q < m; q++) {
          double sg = 0.5 * lambda_ * cond[o + q * st], A = q ? -sg : 0, B = 1 + 2 * sg, C = q < m - 1 ? -sg : 0;
          double den = B - (q ? A * cp[q - 1] : 0);
          cp[q] = C / den, dp[q] = (r[o + q * st] - (q ? A * dp[q - 1] : 0)) / den;
        }
        for (int q = m - 1; q >= 0; q--) r[o + q * st] = dp[q] - (q < m - 1 ? cp[q] * r[o + (q + 1) * st] : 0);
      }
    for (size_t q = 0; q < x.size(); q++) x[q] += r[q];
  }
  double e = 0;
  for (double q : x) e += q * q;
  if (out) *out = x;
  return e;
}

static ops_dat field(const char *name, int halo) {
  int base[3] = {0}, dm[3] = {-halo, -halo, -halo}, dp[3] = {halo, halo, halo};
  double *temp = NULL;
  return ops_decl_dat(box, 1, n, base, dm, dp, temp, "double", name);
}

int main(int argc, char *argv[]) {
  ops_init(argc, argv, 1);
  lambda_ = 0.35;
  ops_decl_const("lambda_", 1, "double", &lambda_);
  box = ops_decl_block(3, "box");
  u0 = field("u0", 0), u = field("u", 1), k = field("k", 0), a = field("a", 0), b = field("b", 0), c = field("c", 0), d = field("d", 0);
  ops_dat again = field("again", 1);
  int p[] = {0, 0, 0}, s7[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  P = ops_decl_stencil(3, 1, p, "P"), S7 = ops_decl_stencil(3, 7, s7, "S7");
  energy = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  ops_partition("");
  int bad = 0;
#define CHECK(x) if (!(x)) bad++, ops_printf("line %d: %s\n", __LINE__, #x)

  ops_tridsolver_params params(box, ops_tridsolver_params::SolveStrategy::ALLGATHER);
  params.set_batch_size(8);
  if (ops_checkpointing_init("adi_state.h5", 5.0, 0)) ops_printf("restoring\n");
  ops_par_loop(adi_start, "start", box, 3, range, ops_arg_dat(u0, 1, P, "double", OPS_WRITE), ops_arg_dat(k, 1, P, "double", OPS_WRITE), ops_arg_idx());
  ops_checkpointing_initphase_done();
  std::vector<double> start = ops_dat_fetch_data<double>(u0), cond = ops_dat_fetch_data<double>(k), result;
  ops_ad_reset();
  ops_dat_set_data(u0, start);
  ops_dat_set_data(k, cond);

  const int steps = 4;
  double e, half = 0.5;
  ops_par_loop(adi_copy, "copy", box, 3, range, ops_arg_dat(u0, 1, P, "double", OPS_READ), ops_arg_dat(u, 1, P, "double", OPS_WRITE));
  for (int s = 0; s < steps; s++) {
    one_step(u, &params);
    if (s == 1) {
      remove(ops_is_root() ? "adi_mid.h5" : "/nonexistent");
      ops_fetch_block_hdf5_file(box, "adi_mid.h5");
      ops_fetch_dat_hdf5_file(u, "adi_mid.h5");
      ops_fetch_dat_hdf5_file(k, "adi_mid.h5");
      ops_write_const_hdf5("steps_done", 1, "int", (char *)&s, "adi_mid.h5");
      int slab[] = {1, 4, 0, NY, 2, 5};
      ops_write_data_slab_hdf5(u, slab, "adi_mid.h5", "cuts/slab");
      ops_write_plane_hdf5(u, 2, 3, "adi_mid.h5", "cuts/plane");
    }
  }
  ops_par_loop(adi_square, "square", box, 3, range, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_reduce(energy, 1, "double", OPS_INC));
  energy->get_result(&e, &half);
  double want = plain(start, cond, steps, &result);
  std::vector<double> got = ops_dat_fetch_data<double>(u);
  double worst = 0;
  for (size_t q = 0; q < got.size(); q++) worst = fmax(worst, fabs(got[q] - result[q]));
  CHECK(worst < 1e-12);
  CHECK(fabs(e - want) < 1e-11 * want);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> gu = ops_dat_fetch_derivative<double>(u0), gk = ops_dat_fetch_derivative<double>(k);
  double check = 0;
  for (size_t q = 0; q < gu.size(); q++) {
    check += gu[q] * (q % 5) + gk[q];
    if (q % 17) continue;
    std::vector<double> up = start, down = start, ku = cond, kd = cond;
    up[q] += 1e-5, down[q] -= 1e-5, ku[q] += 1e-5, kd[q] -= 1e-5;
    double f1 = 0.5 * (plain(up, cond, steps, NULL) - plain(down, cond, steps, NULL)) / 2e-5, f2 = 0.5 * (plain(start, ku, steps, NULL) - plain(start, kd, steps, NULL)) / 2e-5;
    if (fabs(f1 - gu[q]) > 1e-8 * (1 + fabs(f1))) bad++, ops_printf("by the start %d: %.12g, differences %.12g\n", (int)q, gu[q], f1);
    if (fabs(f2 - gk[q]) > 1e-8 * (1 + fabs(f2))) bad++, ops_printf("by conductivity %d: %.12g, differences %.12g\n", (int)q, gk[q], f2);
  }
  ops_printf("energy %a, gradient checksum %a\n", e, check);

  // restart: read what was written in the middle, into new handles
  ops_ad_reset();
  int done = -1;
  ops_get_const_hdf5("steps_done", 1, "int", (char *)&done, "adi_mid.h5");
  CHECK(done == 1);
  ops_block box2 = ops_decl_block_hdf5(3, "box", "adi_mid.h5");
  ops_dat u2 = ops_decl_dat_hdf5(box2, 1, "double", "u", "adi_mid.h5");
  std::vector<double> mid = ops_dat_fetch_data<double>(u2), mid_plain;
  plain(start, cond, 2, &mid_plain);
  worst = 0;
  CHECK(mid.size() == mid_plain.size());
  for (size_t q = 0; q < mid.size() && q < mid_plain.size(); q++) worst = fmax(worst, fabs(mid[q] - mid_plain[q]));
  CHECK(worst < 1e-12);
  ops_dat_set_data(again, mid);
  for (int s = done + 1; s < steps; s++) one_step(again, &params);
  std::vector<double> resumed = ops_dat_fetch_data<double>(again);
  CHECK(memcmp(resumed.data(), got.data(), got.size() * sizeof(double)) == 0);
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad != 0;
}
