// Stiff three-species kinetics, solved by Newton iterations in each cell, and diffusion, in two dimensions. Gradient by rate constants (an
// array of scalars), temperature and initial values, against the complex step. Structs as constants, a time step that grows by
// ops_update_const, local matrices, a while loop with a break that depends on data.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

struct newton_opts;
double dt, dcoef, eact;
extern newton_opts nopt;
#include "stiffchem_kernels.h"
newton_opts nopt = {30, 1e-13, 1e-17};
int type_error(const newton_opts*, const char* type) { return std::string(type) != "newton_opts"; }

typedef std::complex<double> cplx;
static const int NX = 37, NY = 23, STEPS = 6;
static const double DT0 = 0.02, GROW = 1.6;

/* ---- the same in plain loops ---- */
template <class S>
struct Plain {
  std::vector<S> c, temp;
  S k[3];
  S j, mass;
  static int id(int s, int i, int jj) { return ((jj + 1) * (NX + 2) + i + 1) * 3 + s; }
  void cell(S* y, S T, double h) {
    S y0[3] = {y[0], y[1], y[2]};
    S k1 = k[0] * std::exp(eact * (1.0 - 1.0 / T));
    for (int it = 0; it < 30; it++) {
      S f0 = -k1 * y[0] + k[2] * y[1] * y[2], f2 = k[1] * y[1] * y[1], f1 = -f0 - f2;
      S a = 1.0 + h * k1, b = -h * k[2] * y[2], g = -h * k[2] * y[1];  // row 0
      S p = -h * 2.0 * k[1] * y[1];                                    // row 2, column 1
      S d0 = -h * k1, d1 = 1.0 + h * (k[2] * y[2] + 2.0 * k[1] * y[1]), d2 = h * k[2] * y[1];
      S r0 = -(y[0] - y0[0] - h * f0), r1 = -(y[1] - y0[1] - h * f1), r2 = -(y[2] - y0[2] - h * f2);
      // x2 = r2 - p x1 ; eliminate
      S A = a, B = b - g * p, R = r0 - g * r2;
      S C = d0, D = d1 - d2 * p, Q = r1 - d2 * r2;
      S x1 = (Q * A - C * R) / (D * A - C * B), x0 = (R - B * x1) / A, x2 = r2 - p * x1;
      y[0] += x0;
      y[1] += x1;
      y[2] += x2;
      if (std::abs(x0) <= 1e-13 * std::abs(y[0]) && std::abs(x1) <= 1e-13 * std::abs(y[1]) + 1e-17 &&
          std::abs(x2) <= 1e-13 * std::abs(y[2]) + 1e-17 && it > 4)
        break;
    }
  }
  void run() {
    double h = DT0;
    for (int n = 0; n < STEPS; n++) {
      for (int q = 0; q < NY; q++)
        for (int i = 0; i < NX; i++) cell(&c[id(0, i, q)], temp[q * NX + i], h);
      for (int s = 0; s < 3; s++) {
        for (int q = 0; q < NY; q++) {
          c[id(s, -1, q)] = c[id(s, 0, q)];
          c[id(s, NX, q)] = c[id(s, NX - 1, q)];
        }
        for (int i = 0; i < NX; i++) {
          c[id(s, i, -1)] = c[id(s, i, 0)];
          c[id(s, i, NY)] = c[id(s, i, NY - 1)];
        }
      }
      std::vector<S> m = c;
      for (int s = 0; s < 3; s++)
        for (int q = 0; q < NY; q++)
          for (int i = 0; i < NX; i++)
            m[id(s, i, q)] =
                c[id(s, i, q)] +
                h * dcoef * (c[id(s, i - 1, q)] + c[id(s, i + 1, q)] + c[id(s, i, q - 1)] + c[id(s, i, q + 1)] - 4.0 * c[id(s, i, q)]);
      c.swap(m);
      h *= GROW;
    }
    j = mass = 0.0;
    for (int q = 0; q < NY; q++)
      for (int i = 0; i < NX; i++) {
        S e = c[id(0, i, q)] - 0.7;
        j += e * e + 1e3 * c[id(1, i, q)] * c[id(2, i, q)];
        mass += c[id(0, i, q)] + c[id(1, i, q)] + c[id(2, i, q)];
      }
  }
};

static double init_c(int s, int i, int j) {
  return s == 0 ? 0.9 + 0.08 * sin(0.3 * i) * cos(0.5 * j) : s == 1 ? 2e-5 * (1 + 0.3 * cos(0.2 * i + j)) : 0.05 + 0.02 * sin(0.7 * j);
}
static double init_t(int i, int j) { return 1.0 + 0.1 * sin(0.21 * i + 0.4 * j); }
template <class S>
static void fill(Plain<S>& p, const double* k) {
  p.c.assign((NX + 2) * (NY + 2) * 3, S(0.0));
  p.temp.resize(NX * NY);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      for (int s = 0; s < 3; s++) p.c[p.id(s, i, j)] = init_c(s, i, j);
      p.temp[j * NX + i] = init_t(i, j);
    }
  for (int m = 0; m < 3; m++) p.k[m] = k[m];
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  dt = DT0;
  dcoef = 0.15;
  eact = 8.0;
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("dcoef", 1, "double", &dcoef);
  ops_decl_const("eact", 1, "double", &eact);
  ops_decl_const("nopt", 1, "newton_opts", &nopt);

  double rate[3] = {0.04, 3.0e7, 1.0e4};
  ops_block grid = ops_decl_block(2, "reactor");
  int size[] = {NX, NY}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, d_0[] = {0, 0};
  std::vector<double> ci((NX + 2) * (NY + 2) * 3, 0.0), ti(NX * NY);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      for (int s = 0; s < 3; s++) ci[Plain<double>::id(s, i, j)] = init_c(s, i, j);
      ti[j * NX + i] = init_t(i, j);
    }
  double* temp = NULL;
  ops_dat c0 = ops_decl_dat(grid, 3, size, base, d_m, d_p, ci.data(), "double", "c");
  ops_dat cn = ops_decl_dat(grid, 3, size, base, d_m, d_p, temp, "double", "cn");
  ops_dat tf = ops_decl_dat(grid, 1, size, base, d_0, d_0, ti.data(), "double", "temp");
  ops_scalar k = ops_decl_scalar("rate", rate, 3);
  int p0[] = {0, 0}, p5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, pl[] = {0, 0, 1, 0}, pr[] = {0, 0, -1, 0}, pb[] = {0, 0, 0, 1},
      pt[] = {0, 0, 0, -1};
  ops_stencil S0 = ops_decl_stencil(2, 1, p0, "00"), S5 = ops_decl_stencil(2, 5, p5, "5pt");
  ops_stencil SL = ops_decl_stencil(2, 2, pl, "l"), SR = ops_decl_stencil(2, 2, pr, "r"), SB = ops_decl_stencil(2, 2, pb, "b"),
              ST = ops_decl_stencil(2, 2, pt, "t");
  ops_reduction rj = ops_decl_reduction_handle(sizeof(double), "double", "J"),
                rm = ops_decl_reduction_handle(sizeof(double), "double", "mass");
  ops_partition("");

  int all[] = {0, NX, 0, NY}, left[] = {-1, 0, 0, NY}, right[] = {NX, NX + 1, 0, NY}, bot[] = {0, NX, -1, 0}, top[] = {0, NX, NY, NY + 1};
  ops_dat c = c0;
  for (int n = 0; n < STEPS; n++) {
    ops_par_loop(react, "react", grid, 2, all, ops_arg_dat(c, 3, S0, "double", OPS_RW), ops_arg_dat(tf, 1, S0, "double", OPS_READ),
                 ops_arg_scalar(k, 3, "double", OPS_READ));
    ops_par_loop(mirror_left, "left", grid, 2, left, ops_arg_dat(c, 3, SL, "double", OPS_RW));
    ops_par_loop(mirror_right, "right", grid, 2, right, ops_arg_dat(c, 3, SR, "double", OPS_RW));
    ops_par_loop(mirror_bottom, "bottom", grid, 2, bot, ops_arg_dat(c, 3, SB, "double", OPS_RW));
    ops_par_loop(mirror_top, "top", grid, 2, top, ops_arg_dat(c, 3, ST, "double", OPS_RW));
    ops_par_loop(diffuse, "diffuse", grid, 2, all, ops_arg_dat(c, 3, S5, "double", OPS_READ), ops_arg_dat(cn, 3, S0, "double", OPS_WRITE));
    ops_dat swap = c;
    c = cn;
    cn = swap;
    dt *= GROW;
    ops_update_const("dt", 1, "double", &dt);
  }
  ops_par_loop(misfit, "misfit", grid, 2, all, ops_arg_dat(c, 3, S0, "double", OPS_READ), ops_arg_reduce(rj, 1, "double", OPS_INC),
               ops_arg_reduce(rm, 1, "double", OPS_INC));
  double J = 0, mass = 0, one = 1.0;
  rj->get_result(&J, &one);
  ops_reduction_result(rm, &mass);

  double worst = 0, gworst = 0;
  Plain<double> p;
  fill(p, rate);
  p.run();
  std::vector<double> out(NX * NY * 3);
  ops_dat_fetch_data(c, 0, (char*)out.data());
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      for (int s = 0; s < 3; s++) {
        double e = p.c[p.id(s, i, j)];
        worst = fmax(worst, fabs(out[(j * NX + i) * 3 + s] - e) / fabs(e));
      }
  worst = fmax(worst, fmax(fabs(J - p.j) / p.j, fabs(mass - p.mass) / p.mass));

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> gt(NX * NY), gc(NX * NY * 3);
  ops_dat_fetch_derivative(tf, (char*)gt.data(), OPS_HOST);
  ops_dat_fetch_derivative(c0, (char*)gc.data(), OPS_HOST);
  const double* gk = k->get_derivative<double>();
  auto check = [&](const char* what, double g, cplx* in, Plain<cplx>& q, double scale) {
    const double h = 1e-30 * scale;
    *in += cplx(0, h);
    q.run();
    double ref = q.j.imag() / h, e = fabs(g - ref) / fabs(ref);
    if (e > 1e-10) printf("  %s: %.15g, expected %.15g\n", what, g, ref);
    gworst = fmax(gworst, e);
  };
  for (int m = 0; m < 3; m++) {
    Plain<cplx> q;
    fill(q, rate);
    check("rate", gk[m], &q.k[m], q, rate[m]);
  }
  int pts[4][2] = {{0, 0}, {36, 22}, {17, 5}, {3, 19}};
  for (auto& a : pts) {
    {
      Plain<cplx> q;
      fill(q, rate);
      check("temperature", gt[a[1] * NX + a[0]], &q.temp[a[1] * NX + a[0]], q, 1.0);
    }
    {
      Plain<cplx> q;
      fill(q, rate);
      int s = a[0] % 3;
      check("initial c", gc[(a[1] * NX + a[0]) * 3 + s], &q.c[q.id(s, a[0], a[1])], q, 1e-3);
    }
  }
  printf("largest relative error: values %.2e, gradient %.2e\n", worst, gworst);
  bool ok = worst < 1e-12 && gworst < 1e-10;
  ops_exit();
  printf("stiffchem: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
