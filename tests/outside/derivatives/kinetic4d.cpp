// A relaxing gas in two space and two velocity dimensions. The final distribution is seeded by ops_dat_set_derivative; the derivative by
// relaxation times (a dataset of two dimensions) is used as a dataset in a passive loop that takes a step downhill. Against the complex
// step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_4D
#include "ops_seq_v2.h"
#define NX 7
#define NY 5
#define NVX 6
#define NVY 4
#define NSTEP 5
double cfl;
#include "kinetic4d_kernels.h"
typedef std::complex<double> cplx;

static double tau_at(int i, int j) { return 0.8 + 0.15 * sin(i + 2.0 * j); }
static double weight(int i, int j, int k, int l) { return cos(0.3 * i - 0.4 * j + 0.5 * k + 0.6 * l); }
#define LOOP4                      \
  for (int l = 0; l < NVY; l++)    \
    for (int k = 0; k < NVX; k++)  \
      for (int j = 0; j < NY; j++) \
        for (int i = 0; i < NX; i++)
static int at(int i, int j, int k, int l) { return ((l * NVX + k) * NY + j) * NX + i; }

template <class S>
S plain(const std::vector<S>& tau, std::vector<S>& f, S bump = S(0.0)) {
  f.assign(NX * NY * NVX * NVY, S(0.0));
  LOOP4 {
    double a = xi(k, NVX) - 0.2, b = xi(l, NVY);
    f[at(i, j, k, l)] = (1.0 + 0.3 * sin(0.9 * i) * cos(0.7 * j)) * exp(-a * a - 0.7 * b * b);
  }
  f[at(3, 2, 4, 1)] += bump;
  for (int n = 0; n < NSTEP; n++) {
    std::vector<S> o = f, m(3 * NX * NY, S(0.0));
    auto O = [&](int i, int j, int k, int l) { return i < 0 || j < 0 || i >= NX || j >= NY ? S(0.0) : o[at(i, j, k, l)]; };
    LOOP4 {
      double a = xi(k, NVX), b = xi(l, NVY);
      S c = O(i, j, k, l);
      f[at(i, j, k, l)] = c - cfl * (fabs(a) * (c - O(i + (a > 0 ? -1 : 1), j, k, l)) + fabs(b) * (c - O(i, j + (b > 0 ? -1 : 1), k, l)));
    }
    LOOP4 {
      S *q = &m[3 * (j * NX + i)], v = f[at(i, j, k, l)];
      q[0] += v;
      q[1] += xi(k, NVX) * v;
      q[2] += xi(l, NVY) * v;
    }
    LOOP4 {
      S *q = &m[3 * (j * NX + i)], u = q[1] / q[0], v = q[2] / q[0], a = xi(k, NVX) - u, b = xi(l, NVY) - v;
      S& x = f[at(i, j, k, l)];
      x += cfl / tau[j * NX + i] * (q[0] * 0.1 * std::exp(-0.8 * (a * a + b * b)) - x);
    }
  }
  S J = 0.0;
  LOOP4 J += weight(i, j, k, l) * f[at(i, j, k, l)];
  return J;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  cfl = 0.21;
  ops_decl_const("cfl", 1, "double", &cfl);
  ops_block ps = ops_decl_block(4, "phase space");
  int size[] = {NX, NY, NVX, NVY}, plane[] = {NX, NY, 1, 1}, base[] = {0, 0, 0, 0}, dm[] = {-1, -1, 0, 0}, dp[] = {1, 1, 0, 0},
      no[] = {0, 0, 0, 0};
  double* null = NULL;
  std::vector<double> tau0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) tau0.push_back(tau_at(i, j));
  ops_dat f = ops_decl_dat(ps, 1, size, base, dm, dp, null, "double", "f"),
          g = ops_decl_dat(ps, 1, size, base, dm, dp, null, "double", "g");
  ops_dat mom = ops_decl_dat(ps, 3, plane, base, no, no, null, "double", "moments"),
          tau = ops_decl_dat(ps, 1, plane, base, no, no, tau0.data(), "double", "tau");
  int pt[] = {0, 0, 0, 0}, up[] = {0, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0}, str[] = {1, 1, 0, 0};
  ops_stencil S0 = ops_decl_stencil(4, 1, pt, "S0"), SU = ops_decl_stencil(4, 5, up, "SU"),
              SP = ops_decl_strided_stencil(4, 1, pt, str, "plane");
  ops_reduction rn = ops_decl_reduction_handle(sizeof(double), "double", "norm"),
                rl = ops_decl_reduction_handle(sizeof(double), "double", "low");
  ops_partition("");
  int all[] = {0, NX, 0, NY, 0, NVX, 0, NVY}, xy[] = {0, NX, 0, NY, 0, 1, 0, 1};

  ops_par_loop_passive(k4_init, "k4_init", ps, 4, all, ops_arg_dat(f, 1, S0, "double", OPS_WRITE), ops_arg_idx());
  ops_dat f_first = f;
  for (int n = 0; n < NSTEP; n++) {
    ops_par_loop(k4_stream, "k4_stream", ps, 4, all, ops_arg_dat(f, 1, SU, "double", OPS_READ), ops_arg_dat(g, 1, S0, "double", OPS_WRITE),
                 ops_arg_idx());
    ops_par_loop(k4_clear, "k4_clear", ps, 4, xy, ops_arg_dat(mom, 3, SP, "double", OPS_WRITE));
    ops_par_loop(k4_moments, "k4_moments", ps, 4, all, ops_arg_dat(g, 1, S0, "double", OPS_READ),
                 ops_arg_dat(mom, 3, SP, "double", OPS_INC), ops_arg_idx());
    ops_par_loop(k4_collide, "k4_collide", ps, 4, all, ops_arg_dat(g, 1, S0, "double", OPS_RW), ops_arg_dat(mom, 3, SP, "double", OPS_READ),
                 ops_arg_dat(tau, 1, SP, "double", OPS_READ), ops_arg_idx());
    ops_dat t = f;
    f = g;
    g = t;
  }
  std::vector<double> got(NX * NY * NVX * NVY), seed(got.size()), ref, gf(got.size());
  LOOP4 seed[at(i, j, k, l)] = weight(i, j, k, l);
  ops_dat_fetch_data(f, 0, (char*)got.data());
  ops_dat_set_derivative(f, (char*)seed.data(), OPS_HOST);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  double err = 0, gerr = 0, big = 0;
  plain(tau0, ref);
  for (size_t i = 0; i < ref.size(); i++) {
    err = fmax(err, fabs(ref[i] - got[i]));
    big = fmax(big, fabs(ref[i]));
  }
  err /= big;

  /* one step down the gradient, in a loop that is not recorded */
  ops_dat gtau = ops_get_derivative_as_ops_dat(tau);
  double step = 0.05, norm, low;
  ops_par_loop_passive(k4_descend, "k4_descend", ps, 4, xy, ops_arg_dat(tau, 1, SP, "double", OPS_RW),
                       ops_arg_dat(gtau, 1, SP, "double", OPS_READ), ops_arg_gbl(&step, 1, "double", OPS_READ),
                       ops_arg_reduce(rn, 1, "double", OPS_INC), ops_arg_reduce(rl, 1, "double", OPS_MIN));
  ops_reduction_result(rn, &norm);
  ops_reduction_result(rl, &low);
  std::vector<double> grad(NX * NY), tau1(NX * NY);
  ops_dat_fetch_derivative(tau, (char*)grad.data(), OPS_HOST);
  ops_dat_fetch_data(tau, 0, (char*)tau1.data());
  ops_dat_fetch_derivative(f_first, (char*)gf.data(), OPS_HOST);
  double pn = 0, pl = 1e30, gmax = 0, terr = 0;
  std::vector<cplx> z(tau0.begin(), tau0.end()), w;
  for (int i = 0; i < NX * NY; i++) {
    z[i] = cplx(tau0[i], 1e-30);
    double e = plain(z, w).imag() / 1e-30;
    z[i] = tau0[i];
    gerr = fmax(gerr, fabs(grad[i] - e));
    gmax = fmax(gmax, fabs(e));
    terr = fmax(terr, fabs(tau1[i] - (tau0[i] - step * e)));
    pn += e * e;
    pl = fmin(pl, e);
  }
  gerr = fmax(fmax(gerr / gmax, terr), fmax(fabs(norm / pn - 1), fabs(low / pl - 1)));
  double e = plain(z, w, cplx(0, 1e-30)).imag() / 1e-30;
  gerr = fmax(gerr, fabs(gf[at(3, 2, 4, 1)] / e - 1));
  printf("gradient norm %g; relative error: values %.2e, gradient %.2e\n", sqrt(norm), err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("kinetic4d: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
