// Calls and puts under stochastic volatility: explicit steps with the cross derivative, both contracts as components
// of one dataset stored as structure of arrays. The gradient of a weighted sum of both prices with respect to the
// five model parameters and the strike is compared with the complex step in plain loops. Features: OPS_SOA, a constant
// of a struct type, a function template called from a kernel, a switch, a reduction of two components with two seeds.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#define OPS_2D
#define OPS_SOA
#include "ops_seq_v2.h"

#include "heston_cross_types.h"
heston_grid hg;
int type_error(const heston_grid *, const char *type) { return strcmp(type, "heston_grid"); }

#include "heston_cross_kernels.h"

#define NS 31
#define NV 21
#define NT 25

ops_block plane;
ops_stencil here, nine, edge[4];

static void edges(ops_dat u) {
  int ranges[4][4] = {{0, 1, 1, NV - 1}, {NS - 1, NS, 1, NV - 1}, {0, NS, 0, 1}, {0, NS, NV - 1, NV}};
  for (int side = 0; side < 4; side++)
    ops_par_loop(heston_edge, "edge", plane, 2, ranges[side], ops_arg_dat(u, 2, edge[side], "double", OPS_RW),
                 ops_arg_gbl(&side, 1, "int", OPS_READ));
}

template <class T> static void plain(const T *par, T strike, T *out) {
  for (int c = 0; c < 2; c++) {
    std::vector<T> u(NS * NV), n(NS * NV);
    for (int j = 0; j < NV; j++)
      for (int i = 0; i < NS; i++) {
        T z = std::exp(hg.x0 + i * hg.dx) - strike, soft = 0.5 * (z + std::sqrt(z * z + 0.0025));
        u[j * NS + i] = c ? soft - z : soft;
      }
    for (int t = 0; t < NT; t++) {
      for (int j = 1; j < NV - 1; j++) {
        double v = (j + 1) * hg.dv;
        for (int i = 1; i < NS - 1; i++) {
          const T *p = &u[j * NS + i];
          T d = 0.5 * v * (p[1] - 2.0 * p[0] + p[-1]) / (hg.dx * hg.dx);
          d += par[0] * par[1] * v * (p[NS + 1] - p[1 - NS] - p[NS - 1] + p[-NS - 1]) / (4.0 * hg.dx * hg.dv);
          d += 0.5 * par[1] * par[1] * v * (p[NS] - 2.0 * p[0] + p[-NS]) / (hg.dv * hg.dv);
          d += (par[4] - 0.5 * v) * (p[1] - p[-1]) / (2.0 * hg.dx);
          d += par[2] * (par[3] - v) * (p[NS] - p[-NS]) / (2.0 * hg.dv) - par[4] * p[0];
          n[j * NS + i] = p[0] + hg.dt * d;
        }
        n[j * NS] = 2.0 * n[j * NS + 1] - n[j * NS + 2];
        n[j * NS + NS - 1] = 2.0 * n[j * NS + NS - 2] - n[j * NS + NS - 3];
      }
      for (int i = 0; i < NS; i++) {
        n[i] = 2.0 * n[NS + i] - n[2 * NS + i];
        n[(NV - 1) * NS + i] = 2.0 * n[(NV - 2) * NS + i] - n[(NV - 3) * NS + i];
      }
      u.swap(n);
    }
    out[c] = 0.0;
    for (int j = 5; j < 8; j++)
      for (int i = 13; i < 19; i++)
        out[c] += u[j * NS + i];
  }
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  OPS_instance::getOPSInstance()->OPS_soa = 1;

  hg.dx = 0.1;
  hg.dv = 0.04;
  hg.dt = 0.004;
  hg.x0 = -1.55;
  ops_decl_const("hg", 1, "heston_grid", &hg);
  plane = ops_decl_block(2, "plane");
  int size[2] = {NS, NV}, base[2] = {0, 0}, d_m[2] = {-2, -2}, d_p[2] = {2, 2};
  double *temp = NULL;
  ops_dat u = ops_decl_dat(plane, 2, size, base, d_m, d_p, temp, "double", "u");
  ops_dat unew = ops_decl_dat(plane, 2, size, base, d_m, d_p, temp, "double", "unew");
  int s1[] = {0, 0}, s9[18], n = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++) {
      s9[n++] = i;
      s9[n++] = j;
    }
  here = ops_decl_stencil(2, 1, s1, "here");
  nine = ops_decl_stencil(2, 9, s9, "nine");
  int e[4][6] = {{0, 0, 1, 0, 2, 0}, {0, 0, -1, 0, -2, 0}, {0, 0, 0, 1, 0, 2}, {0, 0, 0, -1, 0, -2}};
  for (int k = 0; k < 4; k++)
    edge[k] = ops_decl_stencil(2, 3, e[k], "edge");
  ops_reduction prices = ops_decl_reduction_handle(2 * sizeof(double), "double", "prices");
  double p0[5] = {-0.6, 0.35, 1.4, 0.2, 0.03}, k0 = 1.05;
  ops_scalar par = ops_decl_scalar("model", p0, 5);
  ops_scalar strike = ops_decl_scalar("strike", &k0, 1);
  ops_partition("");

  int all[] = {0, NS, 0, NV}, inner[] = {1, NS - 1, 1, NV - 1}, window[] = {13, 19, 5, 8};
  ops_par_loop(heston_payoff, "payoff", plane, 2, all, ops_arg_dat(u, 2, here, "double", OPS_WRITE),
               ops_arg_scalar(strike, 1, "double", OPS_READ), ops_arg_idx());
  for (int t = 0; t < NT; t++) {
    ops_par_loop(heston_step, "step", plane, 2, inner, ops_arg_dat(u, 2, nine, "double", OPS_READ),
                 ops_arg_dat(unew, 2, here, "double", OPS_WRITE), ops_arg_scalar(par, 5, "double", OPS_READ),
                 ops_arg_idx());
    edges(unew);
    ops_dat swap = u;
    u = unew;
    unew = swap;
  }
  ops_par_loop(heston_pick, "pick", plane, 2, window, ops_arg_dat(u, 2, here, "double", OPS_READ),
               ops_arg_reduce(prices, 2, "double", OPS_INC));
  double v[2], seed[2] = {1.0, -0.7};
  prices->get_result<double>(v, seed);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  double g[6];
  for (int k = 0; k < 5; k++)
    g[k] = par->get_derivative<double>()[k];
  g[5] = strike->get_derivative<double>()[0];

  double vp[2], err = 0.0, gerr = 0.0;
  plain<double>(p0, k0, vp);
  err = MAX(fabs(v[0] / vp[0] - 1.0), fabs(v[1] / vp[1] - 1.0));
  for (int k = 0; k < 6; k++) {
    std::complex<double> pc[6] = {p0[0], p0[1], p0[2], p0[3], p0[4], k0}, out[2];
    pc[k] += std::complex<double>(0.0, 1e-25);
    plain<std::complex<double>>(pc, pc[5], out);
    double want = (seed[0] * out[0].imag() + seed[1] * out[1].imag()) / 1e-25;
    ops_printf("  derivative %d: %18.12f, plain %18.12f\n", k, g[k], want);
    gerr = MAX(gerr, fabs(g[k] - want) / MAX(fabs(want), 1e-3));
  }
  ops_printf("call %.10f put %.10f errors %.2e %.2e\n", v[0], v[1], err, gerr);
  bool good = err < 1e-12 && gerr < 1e-10;
  ops_printf("heston_cross: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
