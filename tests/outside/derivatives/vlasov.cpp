// Vlasov and Poisson in one space and one velocity dimension: upwind steps with offsets chosen by data, a density summed into a dataset of
// one dimension, and the field by an external function with an adjoint of its own. Gradient by two scalars, against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

double dx, dv, dt, vmin, kwave;
#include "vlasov_kernels.h"

static const int NX = 31, NV = 26, STEPS = 9;
typedef std::complex<double> cplx;
static double Re(double a) { return a; }
static double Re(cplx a) { return a.real(); }

/* Gauss' law, mean removed, then a saturation: E = L / (1 + L^2) */
template <class S>
void linear_field(const S* rho, S* l) {
  S sum = 0.0, mean = 0.0;
  for (int i = 0; i < NX; i++) {
    sum += dx * (1.0 - rho[i]);
    l[i] = sum;
    mean += sum / double(NX);
  }
  for (int i = 0; i < NX; i++) l[i] -= mean;
}

/* oracle: result = field energy + 0.3 kinetic energy */
template <class S>
S plain(S vth, S eps, std::vector<S>& f) {
  f.resize(NX * NV);
  const double pi = 3.14159265358979323846;
  auto F = [](std::vector<S>& g, int i, int j) { return j < 0 || j >= NV ? S(0.0) : g[j * NX + (i + NX) % NX]; };
  for (int j = 0; j < NV; j++)
    for (int i = 0; i < NX; i++) {
      double x = (i + 0.5) * dx;
      S u = (vmin + (j + 0.5) * dv) / vth;
      f[j * NX + i] =
          std::exp(-0.5 * u * u) / (vth * sqrt(2.0 * pi)) * (1.0 + eps * cos(kwave * x) + 0.1 * eps * erf(sin(2.0 * kwave * x)));
    }
  S field = 0.0, kin = 0.0;
  std::vector<S> rho(NX), l(NX);
  for (int n = 0; n < STEPS; n++) {
    std::vector<S> g = f;
    for (int j = 0; j < NV; j++)
      for (int i = 0; i < NX; i++) {
        double c = (vmin + (j + 0.5) * dv) * dt / dx;
        f[j * NX + i] = g[j * NX + i] - fabs(c) * (g[j * NX + i] - F(g, i + (c > 0 ? -1 : 1), j));
      }
    for (int i = 0; i < NX; i++) {
      rho[i] = 0.0;
      for (int j = 0; j < NV; j++) rho[i] += f[j * NX + i] * dv;
    }
    linear_field(rho.data(), l.data());
    for (int i = 0; i < NX; i++) l[i] = l[i] / (1.0 + l[i] * l[i]);
    g = f;
    for (int j = 0; j < NV; j++)
      for (int i = 0; i < NX; i++) {
        S c = -l[i] * dt / dv;
        int d = Re(c) > 0 ? -1 : 1;
        f[j * NX + i] = g[j * NX + i] - (Re(c) < 0 ? -c : c) * (g[j * NX + i] - F(g, i, j + d));
      }
  }
  for (int i = 0; i < NX; i++) field += 0.5 * l[i] * l[i] * dx;
  for (int j = 0; j < NV; j++)
    for (int i = 0; i < NX; i++) {
      double v = vmin + (j + 0.5) * dv;
      kin += 0.5 * v * v * f[j * NX + i] * dx * dv;
    }
  return field + 0.3 * kin;
}

ops_block phase;
ops_dat f1, f2, rho, efield;
ops_stencil S00, SX, SV, SLINE;

static void field_primal() {
  int ms = OPS_HOST;
  double* r = (double*)ops_dat_get_raw_pointer(rho, 0, SLINE, &ms);
  double* e = (double*)ops_dat_get_raw_pointer(efield, 0, SLINE, &ms);
  linear_field(r, e);
  for (int i = 0; i < NX; i++) e[i] = e[i] / (1.0 + e[i] * e[i]);
  ops_dat_release_raw_data(rho, 0, OPS_READ);
  ops_dat_release_raw_data(efield, 0, OPS_WRITE);
}

static void field_adjoint() {
  int ms = OPS_HOST;
  double* r = (double*)ops_dat_get_raw_pointer(rho, 0, SLINE, &ms);
  double* ra = (double*)ops_dat_derivative_get_raw_pointer(rho, SLINE, &ms);
  double* ea = (double*)ops_dat_derivative_get_raw_pointer(efield, SLINE, &ms);
  std::vector<double> l(NX), la(NX);
  linear_field(r, l.data());
  double mean_a = 0.0, sum_a = 0.0;
  for (int i = 0; i < NX; i++) {
    double q = 1.0 + l[i] * l[i];
    la[i] = ea[i] * (1.0 - l[i] * l[i]) / (q * q);
    mean_a -= la[i];
    ea[i] = 0.0;
  }
  for (int i = NX - 1; i >= 0; i--) {
    sum_a += la[i] + mean_a / NX;
    ra[i] -= dx * sum_a;
  }
  ops_dat_release_raw_data(rho, 0, OPS_READ);
  ops_dat_release_raw_derivative(rho, OPS_RW, OPS_HOST);
  ops_dat_release_raw_derivative(efield, OPS_RW, OPS_HOST);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  dx = 4.0 * M_PI / NX;
  dv = 10.0 / NV;
  vmin = -5.0;
  dt = 0.06;
  kwave = 0.5;
  ops_decl_const("dx", 1, "double", &dx);
  ops_decl_const("dv", 1, "double", &dv);
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("vmin", 1, "double", &vmin);
  ops_decl_const("kwave", 1, "double", &kwave);
  phase = ops_decl_block(2, "phase");
  int size[] = {NX, NV}, line[] = {NX, 1}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, zero[] = {0, 0};
  double* t = NULL;
  f1 = ops_decl_dat(phase, 1, size, base, dm, dp, t, "double", "f1");
  f2 = ops_decl_dat(phase, 1, size, base, dm, dp, t, "double", "f2");
  rho = ops_decl_dat(phase, 1, line, base, zero, zero, t, "double", "rho");
  efield = ops_decl_dat(phase, 1, line, base, zero, zero, t, "double", "E");
  int o1[] = {0, 0}, ox[] = {0, 0, -1, 0, 1, 0}, ov[] = {0, 0, 0, -1, 0, 1}, along[] = {1, 0};
  S00 = ops_decl_stencil(2, 1, o1, "S00");
  SX = ops_decl_stencil(2, 3, ox, "SX");
  SV = ops_decl_stencil(2, 3, ov, "SV");
  SLINE = ops_decl_strided_stencil(2, 1, o1, along, "line");
  int it[] = {1, NV}, d12[] = {1, 2}, fr[] = {NX - 1, 0}, fl[] = {0, 0}, tl[] = {-1, 0}, tr[] = {NX, 0};
  ops_halo h[] = {ops_decl_halo(f1, f1, it, fr, tl, d12, d12), ops_decl_halo(f1, f1, it, fl, tr, d12, d12)};
  ops_halo_group periodic = ops_decl_halo_group(2, h);
  double vth = 0.93, eps = 0.21, one = 1.0, third = 0.3, we, wk;
  ops_scalar s_vth = ops_decl_scalar("vth", &vth, 1), s_eps = ops_decl_scalar("eps", &eps, 1);
  ops_reduction r_e = ops_decl_reduction_handle(8, "double", "field"), r_k = ops_decl_reduction_handle(8, "double", "kinetic");
  ops_partition("");

  int all[] = {0, NX, 0, NV}, slab[] = {0, NX, 0, 1};
  ops_par_loop(f_init, "f_init", phase, 2, all, ops_arg_dat(f1, 1, S00, "double", OPS_WRITE), ops_arg_scalar(s_vth, 1, "double", OPS_READ),
               ops_arg_scalar(s_eps, 1, "double", OPS_READ), ops_arg_idx());
  for (int n = 0; n < STEPS; n++) {
    ops_halo_transfer(periodic);
    ops_par_loop(stream, "stream", phase, 2, all, ops_arg_dat(f1, 1, SX, "double", OPS_READ), ops_arg_dat(f2, 1, S00, "double", OPS_WRITE),
                 ops_arg_idx());
    ops_par_loop(clear_line, "clear_line", phase, 2, slab, ops_arg_dat(rho, 1, SLINE, "double", OPS_WRITE));
    ops_par_loop(deposit, "deposit", phase, 2, all, ops_arg_dat(f2, 1, S00, "double", OPS_READ),
                 ops_arg_dat(rho, 1, SLINE, "double", OPS_INC));
    ops_execute_external_function(field_primal, field_adjoint, ops_arg_dat(rho, 1, SLINE, "double", OPS_READ),
                                  ops_arg_dat(efield, 1, SLINE, "double", OPS_WRITE));
    ops_par_loop(kick, "kick", phase, 2, all, ops_arg_dat(f2, 1, SV, "double", OPS_READ), ops_arg_dat(efield, 1, SLINE, "double", OPS_READ),
                 ops_arg_dat(f1, 1, S00, "double", OPS_WRITE));
  }
  ops_par_loop(energy_field, "energy_field", phase, 2, slab, ops_arg_dat(efield, 1, SLINE, "double", OPS_READ),
               ops_arg_reduce(r_e, 1, "double", OPS_INC));
  ops_par_loop(energy_kinetic, "energy_kinetic", phase, 2, all, ops_arg_dat(f1, 1, S00, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(r_k, 1, "double", OPS_INC));
  r_e->get_result(&we, &one);
  r_k->get_result(&wk, &third);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> f, got(NX * NV);
  double J = plain(vth, eps, f), err = fabs(we + 0.3 * wk - J) / J;
  ops_dat_fetch_data(f1, 0, (char*)got.data());
  double big = 0, diff = 0;
  for (int i = 0; i < NX * NV; i++) {
    big = fmax(big, fabs(f[i]));
    diff = fmax(diff, fabs(f[i] - got[i]));
  }
  err = fmax(err, diff / big);
  std::vector<cplx> z;
  double g1 = plain(cplx(vth, 1e-30), cplx(eps), z).imag() / 1e-30, g2 = plain(cplx(vth), cplx(eps, 1e-30), z).imag() / 1e-30;
  double a1 = *s_vth->get_derivative<double>(), a2 = *s_eps->get_derivative<double>();
  double gerr = fmax(fabs(a1 / g1 - 1.0), fabs(a2 / g2 - 1.0));
  printf("dJ/dvth %.12g (%.12g) dJ/deps %.12g (%.12g); relative error: values %.2e, gradient %.2e\n", a1, g1, a2, g2, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("vlasov: %s\n", ok ? "passed" : "failed");
  return !ok;
}
