// tests/outside/fields/fwi.cpp: full-waveform inversion: 2D acoustics in float, absorbing layer by 1D profiles (active), wavelet as a scalar array, receivers by halo slab,
// three-level rotation, misfit in double, passive observations with several components, changing record ranges
#define OPS_2D
#include "ops_seq_v2.h"
#include "ops.hpp"
#include "check.h"
typedef float real;
#define REAL "float"
const int nx = 40, ny = 30, nt = 60, nrec = 8;
float h_inv2 = 1.0f / 100.0f;
double tstep = 1.0;
inline float lap(const ACC<real>& u) {
  return h_inv2 * ((4.0f / 3) * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1)) - (1.0f / 12) * (u(-2, 0) + u(2, 0) + u(0, -2) + u(0, 2)) - 5.0f * u(0, 0));
}
void step_wave(const ACC<real>& old, const ACC<real>& now, ACC<real>& next, const ACC<real>& m, const ACC<real>& dx, const ACC<real>& dy) {
  const float d = dx(0, 0) + dy(0, 0), dt = (float)tstep;
  next(0, 0) = (2 * now(0, 0) - (1 - 0.5f * d * dt) * old(0, 0) + dt * dt / m(0, 0) * lap(now)) / (1 + 0.5f * d * dt);
}
void inject(ACC<real>& u, const ACC<real>& m, const double* wavelet, const int* n) {
  float w = 0;
  for (int k = 0; k < nt; ++k) if (k == *n) w = (float)wavelet[k];
  u(0, 0) += w / m(0, 0);
}
void record(const ACC<real>& u, ACC<double>& trace) { trace(0, 0) += (double)u(0, 0); }
void compare(const ACC<double>& trace, const ACC<double>& obs, const ACC<int>& alive, double* J, float* peak) {
  const double d = trace(0, 0) - obs(0, 0);
  if (alive(0, 0)) { *J += 0.5 * d * d; *peak = MAX(*peak, (float)fabs(d)); }
}
static ops_block land;
static ops_dat m, lev[3], dampx, dampy, trace, obs, alive;
static ops_stencil P, STAR, SX, SY, REC;
static ops_reduction J, peak;
static ops_scalar wavelet;
double forward(bool seed) {
  int in[] = {0, nx, 0, ny}, full[] = {-2, nx + 2, -2, ny + 2};
  ops_dat a = lev[0], b = lev[1], c = lev[2];
  (void)full;
  for (int n = 0; n < nt; ++n) {
    ops_ad_manual_checkpoint_datlist(a, b, trace);
    // the front grows: only cells that the wave can have reached
    int reach[] = {MAX(0, 12 - 2 * n - 2), MIN(nx, 12 + 2 * n + 3), MAX(0, 9 - 2 * n - 2), MIN(ny, 9 + 2 * n + 3)};
    ops_par_loop(step_wave, "step_wave", land, 2, n % 3 == 2 ? in : reach, ops_arg_dat(a, 1, P, REAL, OPS_READ), ops_arg_dat(b, 1, STAR, REAL, OPS_READ),
                 ops_arg_dat(c, 1, P, REAL, OPS_WRITE), ops_arg_dat(m, 1, P, REAL, OPS_READ), ops_arg_dat(dampx, 1, SX, REAL, OPS_READ), ops_arg_dat(dampy, 1, SY, REAL, OPS_READ));
    int src[] = {12, 13, 9, 10};
    ops_par_loop(inject, "inject", land, 2, src, ops_arg_dat(c, 1, P, REAL, OPS_RW), ops_arg_dat(m, 1, P, REAL, OPS_READ),
                 ops_arg_scalar(wavelet, nt, "double", OPS_READ), ops_arg_gbl(&n, 1, "int", OPS_READ));
    if (n % 4 == 3) {
      int row[] = {5, nx - 5, 4 + n / 20, 5 + n / 20};
      ops_par_loop(record, "record", land, 2, row, ops_arg_dat(c, 1, P, REAL, OPS_READ), ops_arg_dat(trace, 1, REC, "double", OPS_INC));
    }
    ops_dat t = a; a = b; b = c; c = t;
  }
  int row[] = {5, nx - 5, 0, 1};
  ops_par_loop(compare, "compare", land, 2, row, ops_arg_dat(trace, 1, P, "double", OPS_READ), ops_arg_dat(obs, 1, P, "double", OPS_READ), ops_arg_dat(alive, 1, P, "int", OPS_READ),
               ops_arg_reduce(J, 1, "double", OPS_INC), ops_arg_reduce(peak, 1, "float", OPS_MAX));
  double v, one = 1;
  float f;
  if (seed) J->get_result(&v, &one); else J->get_result(&v);
  ops_reduction_result(peak, &f);
  return v;
}
int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  land = ops_decl_block(2, "land");
  int s[] = {nx, ny}, sx[] = {nx, 1}, sy[] = {1, ny}, b[] = {0, 0}, lo[] = {-2, -2}, hi[] = {2, 2}, z[] = {0, 0};
  float* nf = NULL; double* nd = NULL;
  m = ops_decl_dat(land, 1, s, b, lo, hi, nf, REAL, "m");
  for (int i = 0; i < 3; ++i) { char nm[10]; snprintf(nm, 10, "u%d", i); lev[i] = ops_decl_dat(land, 1, s, b, lo, hi, nf, REAL, nm); }
  dampx = ops_decl_dat(land, 1, sx, b, z, z, nf, REAL, "dampx"); dampy = ops_decl_dat(land, 1, sy, b, z, z, nf, REAL, "dampy");
  trace = ops_decl_dat(land, 1, sx, b, z, z, nd, "double", "trace"); obs = ops_decl_dat_passive(land, 1, sx, b, z, z, nd, "double", "obs");
  int* ni = NULL;
  alive = ops_decl_dat(land, 1, sx, b, z, z, ni, "int", "alive");
  int o0[] = {0, 0}, os[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1, -2, 0, 2, 0, 0, -2, 0, 2}, x1[] = {1, 0}, y1[] = {0, 1};
  P = ops_decl_stencil(2, 1, o0, "P"); STAR = ops_decl_stencil(2, 9, os, "STAR"); SX = ops_decl_strided_stencil(2, 1, o0, x1, "SX"); SY = ops_decl_strided_stencil(2, 1, o0, y1, "SY"); REC = SX;
  J = ops_decl_reduction_handle(sizeof(double), "double", "J"); peak = ops_decl_reduction_handle(sizeof(float), "float", "peak");
  std::vector<double> W(nt);
  for (int k = 0; k < nt; ++k) { double a = 0.02 * (k - 20) * (k - 20); W[k] = (1 - 2 * a) * std::exp(-a) * 50; }
  wavelet = ops_decl_scalar("wavelet", W.data(), nt);
  ops_decl_const("h_inv2", 1, "float", &h_inv2); ops_decl_const("tstep", 1, "double", &tstep);
  ops_partition("");
  ops_ad_set_checkpoint_count(9, nt);
  std::vector<float> M(nx * ny), DX(nx), DY(ny), zero(nx * ny, 0.0f);
  for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) M[j * nx + i] = 0.035f + 0.005f * std::sin(0.3f * i + 0.2f * j);
  for (int i = 0; i < nx; ++i) { float d = std::fmax(0.f, std::fmax(6.f - i, i - (nx - 7.f))); DX[i] = 0.01f * d * d; }
  for (int i = 0; i < ny; ++i) { float d = std::fmax(0.f, std::fmax(6.f - i, i - (ny - 7.f))); DY[i] = 0.01f * d * d; }
  std::vector<double> O(nx);
  std::vector<int> AL(nx);
  for (int i = 0; i < nx; ++i) { O[i] = 0.2 * std::sin(i); AL[i] = i % 5 != 2; }
  ops_dat_set_data(obs, O); ops_dat_set_data(alive, AL);
  auto reset = [&] { ops_dat_set_data(m, M); ops_dat_set_data(dampx, DX); ops_dat_set_data(dampy, DY); for (auto u : lev) ops_dat_set_data(u, zero); ops_dat_set_data(trace, std::vector<double>(nx, 0.0)); ops_scalar_set_data(wavelet, W); };
  reset();
  const double v = forward(true);
  ops_interpret_adjoints();
  auto dbl = [](const std::vector<float>& f) { return std::vector<double>(f.begin(), f.end()); };
  auto gm = dbl(ops_dat_fetch_derivative<float>(m)), gdx = dbl(ops_dat_fetch_derivative<float>(dampx)), gdy = dbl(ops_dat_fetch_derivative<float>(dampy)), g0 = dbl(ops_dat_fetch_derivative<float>(lev[0]));
  auto gw = ops_scalar_fetch_derivative<double>(wavelet), gt = ops_dat_fetch_derivative<double>(trace);
  bits("value", {v}); bits("gm", gm); bits("gdx", gdx); bits("gdy", gdy); bits("gu0", g0); bits("gw", gw); bits("gtrace", gt); bits("u", dbl(ops_dat_fetch_data<float>(lev[1])));
  ops_ad_reset();
  auto fd = [&](const char* what, auto& vec, const std::vector<double>& g, std::vector<int> at, double h, double tol) {
    for (int i : at) { auto keep = vec[i]; double r[2], pos[2]; for (int k = 0; k < 2; ++k) { vec[i] = keep + (k ? -h : h); pos[k] = vec[i]; reset(); r[k] = forward(false); ops_ad_reset(); }
      vec[i] = keep; judge(what, i, g[i], (r[0] - r[1]) / (pos[0] - pos[1]), biggest(g), tol); } };
  fd("m", M, gm, {9 * nx + 12, 8 * nx + 12, 5 * nx + 20, 20 * nx + 15}, 1e-4, 1e-2);
  fd("dampx", DX, gdx, {2, 12, 20, 36}, 1e-3, 1e-2); fd("dampy", DY, gdy, {2, 9, 5, 15}, 1e-3, 1e-2);
  fd("wavelet", W, gw, {0, 5, 18, 25}, 1.0, 1e-2);
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  ops_exit();
  return g_wrong != 0;
}
