// tests/outside/fields/topo.cpp: topology optimisation: density filter (5x5 cone), SIMP, heat conduction by CG with scalars, compliance + volume penalty, ops_hessian_vector, ops_tangent
#define OPS_2D
#include "ops.hpp"
#include "check.h"
constexpr int N = 16, R = 2, ITS = 25;
double kmin = 1e-3, penal = 3.0;
double cone[2 * R + 1][2 * R + 1];
#define FOR5(i) for (int i = -R; i <= R; ++i)
void filter(const ACC<double>& x, ACC<double>& rho, const int* idx) {
  double num = 0, den = 0;
  FOR5(j) FOR5(i) {
    const int I = idx[0] + i, J = idx[1] + j;
    if (I < 0 || J < 0 || I >= N || J >= N) continue;
    const double w = cone[j + R][i + R];
    num += w * x(i, j);
    den += w;
  }
  rho(0, 0) = num / den;
}
void simp(const ACC<double>& rho, ACC<double>& k, const double* beta) {
  const double b = *beta, h = (tanh(0.5 * b) + tanh(b * (rho(0, 0) - 0.5))) / (2 * tanh(0.5 * b));
  k(0, 0) = kmin + (1 - kmin) * pow(h, penal);
}
double face(double a, double b) { return 2 * a * b / (a + b); }
void apply(const ACC<double>& k, const ACC<double>& u, ACC<double>& Au) {
  const double c = k(0, 0), w = face(c, k(-1, 0)), e = face(c, k(1, 0)), s = face(c, k(0, -1)), n = face(c, k(0, 1));
  Au(0, 0) = (w + e + s + n) * u(0, 0) - w * u(-1, 0) - e * u(1, 0) - s * u(0, -1) - n * u(0, 1);
}
void rim(ACC<double>& k) { k(0, 0) = 0.5; }
void zero(ACC<double>& u) { u(0, 0) = 0; }
void dot(const ACC<double>& a, const ACC<double>& b, double* s) { *s += a(0, 0) * b(0, 0); }
void ratio(const double* a, const double* b, double* c) { c[0] = a[0] / b[0]; c[1] = -c[0]; }
template <int K> void axpy(ACC<double>& y, const ACC<double>& x, const double* a) { y(0, 0) += a[K] * x(0, 0); }
void xpay(ACC<double>& p, const ACC<double>& r, const double* b) { p(0, 0) = r(0, 0) + b[0] * p(0, 0); }
void penalty(const ACC<double>& rho, double* v) { v[0] += rho(0, 0); v[1] += rho(0, 0) * (1 - rho(0, 0)); }
void total(const double* c, const double* v, double* j) { const double d = v[0] / (N * N) - 0.4; *j = c[0] + 20 * d * d + 0.05 * v[1]; }
void single(const ACC<double>& u, double* s, const double* f) { *s += *f; (void)u; }

class Topo {
 public:
  ops_block grid = ops_decl_block(2, "plate");
  ops_dat make(const char* n, int h = 1) { return ops_decl_dat<double>(grid, n, {N, N}, {.halo = h}); }
  ops_dat x = make("x", R), rho = make("rho"), k = make("k"), f = make("f"), u = make("u"), r = make("r"), p = make("p"), Ap = make("Ap");
  int o[50];
  ops_stencil st[3];
  ops_reduction red[3] = {ops_decl_reduction_handle(8, "double", "rr"), ops_decl_reduction_handle(16, "double", "vol"), ops_decl_reduction_handle(8, "double", "J")};
  double init[2] = {4.0, 0};
  ops_scalar beta = ops_decl_scalar("beta", init, 1), rr = ops_decl_scalar("rr", init, 1), rn = ops_decl_scalar("rn", init, 1), pAp = ops_decl_scalar("pAp", init, 1),
             al = ops_decl_scalar("alpha", init, 2), be = ops_decl_scalar("be", init, 2), vol = ops_decl_scalar("vols", init, 2), J = ops_decl_scalar("Jsc", init, 1);
  int all[4] = {0, N, 0, N};
  Topo() {
    int n = 0;
    for (int j = -R; j <= R; ++j) for (int i = -R; i <= R; ++i) { o[n++] = i; o[n++] = j; cone[j + R][i + R] = std::fmax(0.0, R + 0.5 - std::sqrt(i * i + j * j)); }
    int star[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
    st[0] = ops_decl_stencil(2, 1, star, "point"); st[1] = ops_decl_stencil(2, 5, star, "star"); st[2] = ops_decl_stencil(2, 25, o, "box");
    ops_decl_const("kmin", 1, "double", &kmin); ops_decl_const("penal", 1, "double", &penal); ops_decl_const("cone", 25, "double", &cone[0][0]);
    ops_partition("");
  }
#define RD(d, s) ops_arg_dat(d, 1, st[s], "double", OPS_READ)
#define WR(d, a) ops_arg_dat(d, 1, st[0], "double", a)
#define SC(s, n) ops_arg_scalar(s, n, "double", OPS_READ)
  void product(ops_dat a, ops_dat b, ops_scalar to) {
    ops_par_loop(dot, "dot", grid, 2, all, RD(a, 0), RD(b, 0), ops_arg_reduce(red[0], 1, "double", OPS_INC));
    ops_scalar_from_reduction(to, red[0]);
  }
  double run(bool want) {
    int wide[] = {-1, N + 1, -1, N + 1};
    ops_par_loop(filter, "filter", grid, 2, all, RD(x, 2), WR(rho, OPS_WRITE), ops_arg_idx());
    ops_par_loop(rim, "rim", grid, 2, wide, WR(k, OPS_WRITE));
    ops_par_loop(simp, "simp", grid, 2, all, RD(rho, 0), WR(k, OPS_WRITE), SC(beta, 1));
    ops_par_loop(zero, "zero", grid, 2, wide, WR(u, OPS_WRITE));
    ops_par_loop(zero, "zero2", grid, 2, wide, WR(p, OPS_WRITE));
    ops_dat_deep_copy(r, f);
    ops_dat_deep_copy(p, f);
    product(r, r, rr);
    for (int it = 0; it < ITS; ++it) {
      ops_ad_step();
      ops_par_loop(apply, "apply", grid, 2, all, RD(k, 1), RD(p, 1), WR(Ap, OPS_WRITE));
      product(p, Ap, pAp);
      ops_scalar_loop(ratio, "alpha", SC(rr, 1), SC(pAp, 1), ops_arg_scalar(al, 2, "double", OPS_WRITE));
      ops_par_loop(axpy<0>, "u+=", grid, 2, all, WR(u, OPS_INC), RD(p, 0), SC(al, 2));
      ops_par_loop(axpy<1>, "r-=", grid, 2, all, WR(r, OPS_INC), RD(Ap, 0), SC(al, 2));
      product(r, r, rn);
      ops_scalar_loop(ratio, "be", SC(rn, 1), SC(rr, 1), ops_arg_scalar(be, 2, "double", OPS_WRITE));
      ops_par_loop(xpay, "p", grid, 2, all, WR(p, OPS_RW), RD(r, 0), SC(be, 2));
      std::swap(rr, rn);
    }
    ops_par_loop(dot, "compliance", grid, 2, all, RD(u, 0), RD(f, 0), ops_arg_reduce(red[0], 1, "double", OPS_INC));
    ops_scalar_from_reduction(pAp, red[0]);
    ops_par_loop(penalty, "penalty", grid, 2, all, RD(rho, 0), ops_arg_reduce(red[1], 2, "double", OPS_INC));
    ops_scalar_from_reduction(vol, red[1]);
    ops_scalar_loop(total, "total", SC(pAp, 1), SC(vol, 2), ops_arg_scalar(J, 1, "double", OPS_WRITE));
    int one[] = {3, 4, 5, 6};
    ops_par_loop(single, "single", grid, 2, one, RD(u, 0), ops_arg_reduce(red[2], 1, "double", OPS_INC), SC(J, 1));
    if (want) return ops_ad_objective(red[2]);
    double v; ops_reduction_result(red[2], &v); return v;
  }
};
int app() {
  Topo T;
  std::vector<double> X(N * N), F(N * N), D(N * N);
  for (int j = 0; j < N; ++j) for (int i = 0; i < N; ++i) { X[j * N + i] = 0.5 + 0.3 * std::sin(0.8 * i) * std::cos(0.6 * j); F[j * N + i] = 0.01 * (1 + 0.2 * std::cos(i - j)); D[j * N + i] = std::sin(3.1 * i + j * j); }
  auto fresh = [&] { ops_dat_set_data(T.x, X); ops_dat_set_data(T.f, F); };
  fresh();
  const double v = T.run(true);
  ops_interpret_adjoints();
  auto gx = ops_dat_fetch_derivative<double>(T.x), gf = ops_dat_fetch_derivative<double>(T.f), gb = ops_scalar_fetch_derivative<double>(T.beta);
  auto* in = OPS_instance::getOPSInstance();
  ops_tangent(in, {ops_ad_along(T.x, D)});
  const double slope = *ops_reduction_get_tangent(T.red[2]);
  
  ops_hessian_vector(in, {ops_ad_along(T.x, D)});
  auto HV = ops_dat_fetch_hessian_vector<double>(T.x);
  auto HF = ops_dat_fetch_hessian_vector<double>(T.f);
  bits("value", {v}); bits("gx", gx); bits("gf", gf); bits("gbeta", gb); bits("slope", {slope}); bits("HV", HV); bits("HF", HF);
  ops_ad_reset();
  double s = 0; for (int i = 0; i < N * N; ++i) s += gx[i] * D[i];
  judge("tangent", 0, slope, s, std::fabs(s), 1e-10);
  auto again = [&] { double r = T.run(false); ops_ad_reset(); return r; };
  differences("x", X, gx, {0, 17, 90, 133, N * N - 1}, 1e-5, [&](const auto& y) { ops_dat_set_data(T.x, y); }, again);
  for (double hh : {1e-7, 1e-8}) differences("f", F, gf, {0, 17, 90, N * N - 1}, hh, [&](const auto& y) { ops_dat_set_data(T.f, y); }, again);
  differences("beta", {4.0}, gb, {0}, 1e-4, [&](const auto& y) { ops_scalar_set_data(T.beta, y); }, again);
  std::vector<double> gp[2], fp[2];
  for (int side = 0; side < 2; ++side) {
    std::vector<double> Y = X;
    for (int i = 0; i < N * N; ++i) Y[i] += (side ? -1e-5 : 1e-5) * D[i];
    ops_dat_set_data(T.x, Y);
    T.run(true);
    ops_interpret_adjoints();
    gp[side] = ops_dat_fetch_derivative<double>(T.x); fp[side] = ops_dat_fetch_derivative<double>(T.f);
    ops_ad_reset();
  }
  for (int i : {0, 17, 90, 133, N * N - 1}) { judge("Hx", i, HV[i], (gp[0][i] - gp[1][i]) / 2e-5, biggest(HV), 1e-5); judge("Hf", i, HF[i], (fp[0][i] - fp[1][i]) / 2e-5, biggest(HF), 1e-5); }
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  return g_wrong != 0;
}
int main(int argc, char** argv) { return ops_main(argc, argv, app); }
