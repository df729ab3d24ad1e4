// A pseudo-spectral Burgers equation: the transform is an external function over raw pointers whose adjoint is the transposed transform; sines by
// a table, a filter by an active scalar array indexed by wave number; checkpoints with marked steps; the same run with _recomp. C form.
#define OPS_1D
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>
#include "ops_seq_v2.h"
constexpr int M = 16, STEPS = 9, BANDS = 4;
double visc_c = 0.02, tau_c = 0.05;
static double sine[M], cosine[M];
static void product(const ACC<double>& u, ACC<double>& w) { w(0) = 0.5 * u(0) * u(0); }
static void damp(ACC<double>& wh, const ACC<double>& uh, const double* filter, const int* idx) {  // d/dx in spectral space and viscosity
  const int k = idx[0] <= M / 2 ? idx[0] : idx[0] - M;
  const int band = abs(k) * BANDS / (M / 2 + 1);
  const double re = wh(0, 0), im = wh(1, 0);
  const double slope_re = -k * im, slope_im = k * re;
  wh(0, 0) = uh(0, 0) - tau_c * (filter[band] * slope_re + visc_c * k * k * uh(0, 0));
  wh(1, 0) = uh(1, 0) - tau_c * (filter[band] * slope_im + visc_c * k * k * uh(1, 0));
}
static void energy(const ACC<double>& u, double* e) { const double s = u(0); *e += s * s * s * s + s; }
// F: real points to complex modes; B: modes to the real part at the points. sign +1 transposes.
static void forward(const double* x, double* y) { for (int k = 0; k < M; ++k) { y[2 * k] = y[2 * k + 1] = 0; for (int i = 0; i < M; ++i) y[2 * k] += x[i] * cosine[i * k % M], y[2 * k + 1] -= x[i] * sine[i * k % M]; } }
static void forward_t(const double* y, double* x) { for (int i = 0; i < M; ++i) for (int k = 0; k < M; ++k) x[i] += y[2 * k] * cosine[i * k % M] - y[2 * k + 1] * sine[i * k % M]; }
static void backward(const double* y, double* x) { for (int i = 0; i < M; ++i) { x[i] = 0; for (int k = 0; k < M; ++k) x[i] += (y[2 * k] * cosine[i * k % M] - y[2 * k + 1] * sine[i * k % M]) / M; } }
static void backward_t(const double* x, double* y) { for (int k = 0; k < M; ++k) for (int i = 0; i < M; ++i) y[2 * k] += x[i] * cosine[i * k % M] / M, y[2 * k + 1] -= x[i] * sine[i * k % M] / M; }
struct Raw {  // values of a dataset inside an external function
  ops_dat d; ops_access acc; int host = OPS_HOST; double* p;
  Raw(ops_dat d_, ops_stencil s, ops_access a) : d(d_), acc(a), p((double*)ops_dat_get_raw_pointer(d_, 0, s, &host)) {}
  ~Raw() { ops_dat_release_raw_data_memspace(d, 0, acc, &host); }
};
struct Bar {  // derivatives
  ops_dat d; ops_access acc; int host = OPS_HOST; double* p;
  Bar(ops_dat d_, ops_stencil s, ops_access a) : d(d_), acc(a), p((double*)ops_dat_derivative_get_raw_pointer(d_, s, &host)) {}
  ~Bar() { ops_dat_release_raw_derivative(d, acc, host); }
};
static double plain(const std::vector<double>& u0, const double* f) {
  std::vector<double> u = u0, w(M), uh(2 * M), wh(2 * M); double e = 0;
  for (int t = 0; t < STEPS; ++t) {
    for (int i = 0; i < M; ++i) w[i] = 0.5 * u[i] * u[i];
    for (int k = 0; k < M; ++k) for (int z = 0; z < 2; ++z) { uh[2 * k + z] = wh[2 * k + z] = 0; for (int i = 0; i < M; ++i) { const double a = 2 * std::numbers::pi * i * k / M, c = z ? -std::sin(a) : std::cos(a); uh[2 * k + z] += c * u[i]; wh[2 * k + z] += c * w[i]; } }
    for (int n = 0; n < M; ++n) { const int k = n <= M / 2 ? n : n - M, b = std::abs(k) * BANDS / (M / 2 + 1); const double r = wh[2 * n], q = wh[2 * n + 1]; uh[2 * n] -= tau_c * (-f[b] * k * q + visc_c * k * k * uh[2 * n]); uh[2 * n + 1] -= tau_c * (f[b] * k * r + visc_c * k * k * uh[2 * n + 1]); }
    for (int i = 0; i < M; ++i) { u[i] = 0; for (int k = 0; k < M; ++k) { const double a = 2 * std::numbers::pi * i * k / M; u[i] += (uh[2 * k] * std::cos(a) - uh[2 * k + 1] * std::sin(a)) / M; } }
  }
  for (double s : u) e += s * s * s * s + s;
  return e;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("visc_c", 1, "double", &visc_c); ops_decl_const("tau_c", 1, "double", &tau_c);
  for (int i = 0; i < M; ++i) sine[i] = std::sin(2 * std::numbers::pi * i / M), cosine[i] = std::cos(2 * std::numbers::pi * i / M);
  ops_block b = ops_decl_block(1, "ring");
  int size[] = {M}, base[] = {0}, none[] = {0}, all[] = {0, M}, o[] = {0};
  std::vector<double> start(M), g(M); double filter[BANDS] = {1, 0.95, 0.7, 0.2};
  for (int i = 0; i < M; ++i) start[i] = std::sin(2 * std::numbers::pi * i / M) + 0.3 * std::cos(4 * std::numbers::pi * i / M + 1);
  ops_dat u = ops_decl_dat(b, 1, size, base, none, none, (double*)NULL, "double", "u"), w = ops_decl_dat(b, 1, size, base, none, none, (double*)NULL, "double", "w");
  ops_dat uh = ops_decl_dat(b, 2, size, base, none, none, (double*)NULL, "double", "uh"), wh = ops_decl_dat(b, 2, size, base, none, none, (double*)NULL, "double", "wh");
  ops_stencil S = ops_decl_stencil(1, 1, o, "0");
  ops_scalar f = ops_decl_scalar("filter", filter, BANDS);
  ops_reduction e = ops_decl_reduction_handle(8, "double", "e");
  ops_partition("");
  OPS_instance* instance = OPS_instance::getOPSInstance();
  double values[3], worst = 0, up; const double one = 1; std::vector<double> first;
  for (int mode = 0; mode < 3; ++mode) {
    ops_ad_reset(instance);
    if (mode == 2) ops_ad_set_checkpoint_count(3, STEPS);
    ops_dat_set_data(u, 0, (char*)start.data());
    for (int t = 0; t < STEPS; ++t) {
      if (mode == 2) ops_ad_step();
      ops_par_loop(product, "product", b, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(w, 1, S, "double", OPS_WRITE));
      auto transform = [&](ops_dat x, ops_dat y) {
        auto primal = [=] { Raw a(x, S, OPS_READ), z(y, S, OPS_WRITE); forward(a.p, z.p); };
        auto adjoint = [=] { Bar z(y, S, OPS_RW), a(x, S, OPS_RW); forward_t(z.p, a.p); for (int i = 0; i < 2 * M; ++i) z.p[i] = 0; };
        if (mode == 0) ops_execute_external_function(primal, adjoint, ops_arg_dat(x, 1, S, "double", OPS_READ), ops_arg_dat(y, 2, S, "double", OPS_WRITE));
        else ops_execute_external_function_recomp(primal, adjoint, ops_arg_dat(x, 1, S, "double", OPS_READ), ops_arg_dat(y, 2, S, "double", OPS_WRITE));
      };
      transform(u, uh); transform(w, wh);
      ops_par_loop(damp, "damp", b, 1, all, ops_arg_dat(wh, 2, S, "double", OPS_RW), ops_arg_dat(uh, 2, S, "double", OPS_READ), ops_arg_scalar(f, BANDS, "double", OPS_READ), ops_arg_idx());
      ops_execute_external_function([=] { Raw a(wh, S, OPS_READ), z(u, S, OPS_WRITE); backward(a.p, z.p); },
        [=] { Bar z(u, S, OPS_RW), a(wh, S, OPS_RW); backward_t(z.p, a.p); for (int i = 0; i < M; ++i) z.p[i] = 0; },
        ops_arg_dat(wh, 2, S, "double", OPS_READ), ops_arg_dat(u, 1, S, "double", OPS_WRITE));
    }
    ops_par_loop(energy, "energy", b, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_reduce(e, 1, "double", OPS_INC));
    e->get_result(&values[mode], &one);
    ops_interpret_adjoints(instance);
    ops_dat_fetch_derivative(u, (char*)g.data(), OPS_HOST);
    std::vector<double> gf(f->get_derivative<double>(), f->get_derivative<double>() + BANDS), got = g;
    for (int i = 0; i < M; ++i) { auto s = start; s[i] += 1e-6; up = plain(s, filter); s[i] -= 2e-6; worst = std::fmax(worst, std::fabs((up - plain(s, filter)) / 2e-6 - g[i])); }
    for (int i = 0; i < BANDS; ++i) { const double keep = filter[i]; filter[i] = keep + 1e-6; up = plain(start, filter); filter[i] = keep - 1e-6; const double down = plain(start, filter); filter[i] = keep; worst = std::fmax(worst, std::fabs((up - down) / 2e-6 - gf[i])); }
    got.insert(got.end(), gf.begin(), gf.end());
    if (mode == 0) first = got; else if (first != got) worst = 1, std::printf("mode %d: other bits\n", mode);
  }
  const bool good = worst < 1e-7 && std::fabs(values[0] - plain(start, filter)) < 1e-11 && values[1] == values[0] && values[2] == values[0];
  ops_exit();
  std::printf("energy %.14g gradient %.2e\n%s\n", values[0], worst, good ? "passed" : "failed");
  return !good;
}
