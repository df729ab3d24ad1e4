// Groundwater flow in three dimensions with harmonic means of conductivity, implicit along z through the tridiagonal
// solver. Uses wells of one cell with an active scalar, and an integer constant. The gradient by conductivity and
// pumping rates is compared with complex steps.

#include <complex>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define OPS_3D
#include "ops_seq_v2.h"

double rxy = 0.08, rz = 0.9;
int nz = 13;
#include "aquifer_kernels.h"

enum { NX = 11, NY = 9, NZ = 13, NT = 7, WELLS = 2, GAUGES = 4 };
static const int well[WELLS][3] = {{3, 4, 2}, {8, 2, 10}};
static const int gauge_at[GAUGES][3] = {{1, 1, 1}, {5, 5, 6}, {9, 7, 11}, {7, 2, 9}};
static double seen[GAUGES] = {0.9, 0.7, 0.8, 0.4};
static double logk0(int i, int j, int k) {
  return 0.5 * sin(0.6 * i + 0.2 * k) - 0.4 * cos(0.5 * j) + (k / 4 == 1 ? -1.0 : 0.2);
}
static double head0(int i, int j, int k) { return 1.0 - 0.03 * i + 0.01 * j * j / 9.0 + 0.005 * k; }

// Planes are padded by one cell on each side of x and y; the padding keeps its first heads.
template <class S>
static S plain(const std::vector<S>& lk, const S* rate, std::vector<S>& h) {
  const int P = NX + 2, Q = P * (NY + 2);
  std::vector<S> k(lk.size()), hn, a(NZ), b(NZ), c(NZ), d(NZ);
  for (size_t n = 0; n < k.size(); n++) k[n] = exp(lk[n]);
  auto harm = [](S x, S y) { return 2.0 * x * y / (x + y); };
  h.resize(k.size());
  for (int z = 0; z < NZ; z++)
    for (int j = 0; j < NY + 2; j++)
      for (int i = 0; i < P; i++) h[i + P * j + Q * z] = head0(i - 1, j - 1, z);
  for (int t = 0; t < NT; t++) {
    hn = h;
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++) {
        for (int z = 0; z < NZ; z++) {
          int n = i + P * j + Q * z;
          a[z] = z > 0 ? -rz * harm(k[n], k[n - Q]) : S(0);
          c[z] = z < NZ - 1 ? -rz * harm(k[n], k[n + Q]) : S(0);
          b[z] = 1.0 - a[z] - c[z];
          d[z] = h[n];
          for (int o : {-1, 1, -P, P}) d[z] += rxy * harm(k[n], k[n + o]) * (h[n + o] - h[n]);
          for (int w = 0; w < WELLS; w++)
            if (well[w][0] == i - 1 && well[w][1] == j - 1 && well[w][2] == z) d[z] -= rate[w];
        }
        for (int z = 1; z < NZ; z++) {
          S m = a[z] / b[z - 1];
          b[z] -= m * c[z - 1];
          d[z] -= m * d[z - 1];
        }
        for (int z = NZ - 1; z >= 0; z--) {
          if (z < NZ - 1) d[z] -= c[z] * d[z + 1];
          d[z] /= b[z];
          hn[i + P * j + Q * z] = d[z];
        }
      }
    h.swap(hn);
  }
  S J = 0;
  for (int g = 0; g < GAUGES; g++) {
    S e = h[gauge_at[g][0] + 1 + P * (gauge_at[g][1] + 1) + Q * gauge_at[g][2]] - seen[g];
    J += e * e;
  }
  return J;
}

ops_block rock;
ops_stencil S0, S7;

static ops_dat field(const char* name, double* values) {
  static int size[] = {NX, NY, NZ}, base[] = {0, 0, 0}, dm[] = {-1, -1, 0}, dp[] = {1, 1, 0};
  return ops_decl_dat(rock, 1, size, base, dm, dp, values, "double", name);
}
static void cell(int* range, const int* at) {
  for (int d = 0; d < 3; d++) range[2 * d] = at[d], range[2 * d + 1] = at[d] + 1;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  rock = ops_decl_block(3, "rock");
  const int n = (NX + 2) * (NY + 2) * NZ;
  std::vector<double> lk(n), hs(n);
  for (int z = 0, q = 0; z < NZ; z++)
    for (int j = -1; j <= NY; j++)
      for (int i = -1; i <= NX; i++, q++) lk[q] = logk0(i, j, z), hs[q] = head0(i, j, z);
  ops_dat logk = field("logk", lk.data()), head = field("head", hs.data()), cond = field("cond", NULL);
  ops_dat a = field("a", NULL), b = field("b", NULL), c = field("c", NULL), d = field("d", NULL);
  int o[] = {0, 0, 0}, star[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  S0 = ops_decl_stencil(3, 1, o, "S0");
  S7 = ops_decl_stencil(3, 5, star, "S7");
  ops_stencil SZ = ops_decl_stencil(3, 7, star, "SZ");
  ops_decl_const("rxy", 1, "double", &rxy);
  ops_decl_const("rz", 1, "double", &rz);
  ops_decl_const("nz", 1, "int", &nz);
  ops_reduction red = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_partition("");
  ops_tridsolver_params solver(rock);

  double rate0[WELLS] = {0.15, 0.08};
  ops_scalar rate = ops_decl_scalar("rate", rate0, WELLS);
  int all[] = {0, NX, 0, NY, 0, NZ}, padded[] = {-1, NX + 1, -1, NY + 1, 0, NZ}, r[6];
  ops_par_loop(conductivity, "conductivity", rock, 3, padded, ops_arg_dat(logk, 1, S0, "double", OPS_READ),
               ops_arg_dat(cond, 1, S0, "double", OPS_WRITE));
  for (int t = 0; t < NT; t++) {
    ops_par_loop(assemble, "assemble", rock, 3, all, ops_arg_dat(head, 1, S7, "double", OPS_READ),
                 ops_arg_dat(cond, 1, SZ, "double", OPS_READ), ops_arg_dat(a, 1, S0, "double", OPS_WRITE),
                 ops_arg_dat(b, 1, S0, "double", OPS_WRITE), ops_arg_dat(c, 1, S0, "double", OPS_WRITE),
                 ops_arg_dat(d, 1, S0, "double", OPS_WRITE), ops_arg_idx());
    for (int w = 0; w < WELLS; w++) {
      cell(r, well[w]);
      ops_par_loop(pump, "pump", rock, 3, r, ops_arg_dat(d, 1, S0, "double", OPS_RW),
                   ops_arg_scalar(rate, WELLS, "double", OPS_READ), ops_arg_gbl(&w, 1, "int", OPS_READ));
    }
    ops_tridMultiDimBatch(3, 2, all, a, b, c, d, &solver);
    ops_par_loop(take, "take", rock, 3, all, ops_arg_dat(d, 1, S0, "double", OPS_READ),
                 ops_arg_dat(head, 1, S0, "double", OPS_WRITE));
  }
  for (int g = 0; g < GAUGES; g++) {
    cell(r, gauge_at[g]);
    ops_par_loop(gauge, "gauge", rock, 3, r, ops_arg_dat(head, 1, S0, "double", OPS_READ),
                 ops_arg_gbl(&seen[g], 1, "double", OPS_READ), ops_arg_reduce(red, 1, "double", OPS_INC));
  }
  double J, one = 1;
  red->get_result<double>(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> h(NX * NY * NZ), g(h.size()), ph;
  double Jp = plain<double>(lk, rate0, ph), err = fabs(J - Jp) / Jp, gerr = 0, gmax = 0;
  h = ops_dat_fetch_data<double>(head);
  g = ops_dat_fetch_derivative<double>(logk);
  for (int z = 0, q = 0; z < NZ; z++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++, q++) {
        err = fmax(err, fabs(h[q] - ph[i + 1 + (NX + 2) * (j + 1 + (NY + 2) * z)]));
        gmax = fmax(gmax, fabs(g[q]));
      }
  typedef std::complex<double> Z;
  for (int t = 0; t < 32; t++) {
    int i = (3 + 5 * t) % NX, j = (1 + 2 * t) % NY, z = (4 * t + 1) % NZ;
    std::vector<Z> ck(lk.begin(), lk.end()), ch;
    Z cr[WELLS] = {rate0[0], rate0[1]};
    (t < WELLS ? cr[t] : ck[i + 1 + (NX + 2) * (j + 1 + (NY + 2) * z)]) += Z(0, 1e-40);
    double want = plain<Z>(ck, cr, ch).imag() / 1e-40;
    gerr = fmax(gerr, t < WELLS ? fabs(want - rate->get_derivative<double>()[t]) / fabs(want)
                                : fabs(want - g[i + NX * (j + NY * z)]) / gmax);
  }
  ops_printf("misfit %.10g, error %.2e, gradient error %.2e\n", J, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10 && gmax > 0;
  ops_printf(ok ? "aquifer: passed\n" : "aquifer: failed\n");
  ops_exit();
  exit(ok ? 0 : 1);
}
