// tests/outside/fields/ocean.cpp: semi-implicit ocean, 3D: periodic x, state-dependent tridiagonal vertical mixing over part of the domain (wet interior), barotropic mean on a
// 2D dataset, explicit free surface, wind as a 2D active dataset, flux limiter, MIN for dt
#define OPS_3D
#include "ops.hpp"
#include "check.h"
constexpr int NX = 12, NY = 8, NZ = 7;
double dz[NZ] = {0.5, 0.7, 0.9, 1.0, 1.0, 1.2, 1.4}, f0 = 0.1, grav = 1.0, depth_total = 6.7;
enum Field { U, V, T, FIELDS };
double dtmax = 0.2;
void mean(const ACC<double>& u, const ACC<double>& v, ACC<double>& bar, const int* idx) {
  bar(0, 0, 0, 0) += u(0, 0, 0) * dz[idx[2]] / depth_total;
  bar(1, 0, 0, 0) += v(0, 0, 0) * dz[idx[2]] / depth_total;
}
void fastest(const ACC<double>& u, const ACC<double>& v, const ACC<double>& eta, double* least) {
  *least = fmin(*least, 0.5 / (fabs(u(0, 0, 0)) + fabs(v(0, 0, 0)) + sqrt(grav * (depth_total + eta(0, 0, 0)))));
}
void limit_dt(const double* least, double* dt) { *dt = MIN(*least, dtmax); }
void surface(const ACC<double>& eta, const ACC<double>& bar, ACC<double>& out, const double* dt, const int* idx) {
  const double n = idx[1] == NY - 1 ? 0.0 : 0.5 * (bar(1, 0, 0, 0) + bar(1, 0, 1, 0)), s = idx[1] == 0 ? 0.0 : 0.5 * (bar(1, 0, 0, 0) + bar(1, 0, -1, 0));
  out(0, 0, 0) = eta(0, 0, 0) - *dt * (depth_total + eta(0, 0, 0)) * (0.5 * (bar(0, 1, 0, 0) - bar(0, -1, 0, 0)) + n - s);
}
double minmod(double a, double b) { return a * b <= 0 ? 0.0 : (fabs(a) < fabs(b) ? a : b); }
void momentum(const ACC<double>& u, const ACC<double>& v, const ACC<double>& t, const ACC<double>& eta, ACC<double>& ru, ACC<double>& rv, ACC<double>& rt,
              const double* dt, const int* idx) {
  const double px = 0.5 * grav * (eta(1, 0, 0) - eta(-1, 0, 0)) - 0.05 * 0.5 * (t(1, 0, 0) - t(-1, 0, 0));
  const int jn = idx[1] < NY - 1, js = idx[1] > 0;
  const double py = 0.5 * grav * (eta(0, jn, 0) - eta(0, -js, 0));
  ru(0, 0, 0) = u(0, 0, 0) + *dt * (f0 * v(0, 0, 0) - px);
  rv(0, 0, 0) = v(0, 0, 0) - *dt * (f0 * u(0, 0, 0) + py);
  double flux[2];
  for (int s = 0; s < 2; ++s) {
    const double a = t(s - 1, 0, 0), b = t(s, 0, 0), w = 0.5 * (u(s - 1, 0, 0) + u(s, 0, 0));
    flux[s] = w > 0 ? w * (a + 0.5 * minmod(b - a, a - t(s - 2, 0, 0))) : w * (b - 0.5 * minmod(t(s + 1, 0, 0) - b, b - a));
  }
  rt(0, 0, 0) = t(0, 0, 0) - *dt * (flux[1] - flux[0]);
}
void matrix(const ACC<double>& u, const ACC<double>& v, const ACC<double>& t, ACC<double>& a, ACC<double>& b, ACC<double>& c, const double* dt, const double* nu, const int* idx) {
  const int k = idx[2];
  double lower = 0, upper = 0;
  auto kappa = [&](int o) {
    const double du = u(0, 0, o) - u(0, 0, o - 1), dv = v(0, 0, o) - v(0, 0, o - 1), n2 = t(0, 0, o) - t(0, 0, o - 1);
    const double ri = n2 / (du * du + dv * dv + 1e-2);
    return nu[0] + nu[1] / pow(1 + 5 * fmax(ri, 0.0), 2);
  };
  if (k > 0) lower = *dt * kappa(0) / (dz[k] * 0.5 * (dz[k] + dz[k - 1]));
  if (k < NZ - 1) upper = *dt * kappa(1) / (dz[k] * 0.5 * (dz[k] + dz[k + 1]));
  a(0, 0, 0) = -lower; c(0, 0, 0) = -upper; b(0, 0, 0) = 1 + lower + upper;
}
void stress(ACC<double>& ru, const ACC<double>& wind, const double* dt) { ru(0, 0, 0) += *dt * wind(0, 0, 0) / dz[NZ - 1]; }
void objective(const ACC<double>& t, const ACC<double>& u, const int* idx, double* j) { *j += t(0, 0, 0) * t(0, 0, 0) * (1 + 0.05 * idx[0]) + u(0, 0, 0) * u(0, 0, 0) * idx[2]; }
void level(const ACC<double>& e, double* j) { *j += e(0, 0, 0) * e(0, 0, 0) * e(0, 0, 0) + e(0, 0, 0); }
struct Ocean {
  ops_block sea = ops_decl_block(3, "sea");
  ops_dat d3(const std::string& n) { return ops_decl_dat<double>(sea, n.c_str(), {NX, NY, NZ}, {.halo = 2}); }
  ops_dat d2(const char* n, int dim = 1) { return ops_decl_dat<double>(sea, n, {NX, NY, 1}, {.dim = dim, .halo = 2}); }
  ops_dat start[FIELDS] = {d3("u0"), d3("v0"), d3("t0")}, x[FIELDS] = {d3("u"), d3("v"), d3("t")}, rhs[FIELDS] = {d3("ru"), d3("rv"), d3("rt")};
  ops_dat a = d3("a"), b = d3("b"), c = d3("c"), wind = d2("wind"), eta0 = d2("eta0"), eta = d2("eta"), eta1 = d2("eta1"), bar = d2("bar", 2);
  ops_halo_group px = ops_decl_halo_periodic(0, {x[U], x[V], x[T]}), pe = ops_decl_halo_periodic(0, {eta}), pe1 = ops_decl_halo_periodic(0, {eta1}), pb = ops_decl_halo_periodic(0, {bar});
  int o[99];
  ops_stencil pt, box, xy, hb, vert;
  ops_reduction least = ops_decl_reduction_handle(8, "double", "least"), J = ops_decl_reduction_handle(8, "double", "J");
  double i2[2] = {0.02, 0.3};
  ops_scalar nu = ops_decl_scalar("nu", i2, 2), dt = ops_decl_scalar("dt", i2, 1), lim = ops_decl_scalar("lim", i2, 1);
  Ocean() {
    int z[] = {0, 0, 0}, flat[] = {1, 1, 0}, v[] = {0, 0, 0, 0, 0, -1, 0, 0, 1}, n = 0, h[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0};
    for (int i = -2; i <= 2; ++i) { o[n++] = i; o[n++] = 0; o[n++] = 0; }
    pt = ops_decl_stencil(3, 1, z, "pt"); box = ops_decl_stencil(3, 5, o, "box"); vert = ops_decl_stencil(3, 3, v, "vert");
    xy = ops_decl_strided_stencil(3, 1, z, flat, "xy"); hb = ops_decl_strided_stencil(3, 5, h, flat, "hb");
    ops_decl_const("dz", NZ, "double", dz); ops_decl_const("f0", 1, "double", &f0); ops_decl_const("grav", 1, "double", &grav);
    ops_decl_const("depth_total", 1, "double", &depth_total); ops_decl_const("dtmax", 1, "double", &dtmax);
    ops_partition("");
  }
#define R_(d, n, s) ops_arg_dat(d, n, s, "double", OPS_READ)
#define W_(d, n, s, acc) ops_arg_dat(d, n, s, "double", acc)
#define DT ops_arg_scalar(dt, 1, "double", OPS_READ)
  double run(bool want) {
    int all[] = {0, NX, 0, NY, 0, NZ}, top2[] = {0, NX, 0, NY, 0, 1}, top[] = {0, NX, 0, NY, NZ - 1, NZ};
    for (int k = 0; k < FIELDS; ++k) ops_dat_deep_copy(x[k], start[k]);
    ops_dat_deep_copy(eta, eta0);
    for (int n = 0; n < 6; ++n) {
      ops_ad_step();
      ops_halo_transfer(px);
      ops_halo_transfer(pe);
      ops_par_loop(fastest, "fastest", sea, 3, all, R_(x[U], 1, pt), R_(x[V], 1, pt), R_(eta, 1, xy), ops_arg_reduce(least, 1, "double", OPS_MIN));
      ops_scalar_from_reduction(lim, least);
      ops_scalar_loop(limit_dt, "limit_dt", ops_arg_scalar(lim, 1, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE));
      ops_par_loop(mean, "mean", sea, 3, all, R_(x[U], 1, pt), R_(x[V], 1, pt), W_(bar, 2, xy, OPS_INC), ops_arg_idx());
      ops_halo_transfer(pb);
      ops_par_loop(surface, "surface", sea, 3, top2, R_(eta, 1, xy), R_(bar, 2, hb), W_(eta1, 1, xy, OPS_WRITE), DT, ops_arg_idx());
      ops_par_loop(momentum, "momentum", sea, 3, all, R_(x[U], 1, box), R_(x[V], 1, pt), R_(x[T], 1, box), R_(eta, 1, hb), W_(rhs[U], 1, pt, OPS_WRITE), W_(rhs[V], 1, pt, OPS_WRITE),
                   W_(rhs[T], 1, pt, OPS_WRITE), DT, ops_arg_idx());
      ops_par_loop(stress, "stress", sea, 3, top, W_(rhs[U], 1, pt, OPS_RW), R_(wind, 1, xy), DT);
      ops_par_loop(matrix, "matrix", sea, 3, all, R_(x[U], 1, vert), R_(x[V], 1, vert), R_(x[T], 1, vert), W_(a, 1, pt, OPS_WRITE), W_(b, 1, pt, OPS_WRITE), W_(c, 1, pt, OPS_WRITE), DT,
                   ops_arg_scalar(nu, 2, "double", OPS_READ), ops_arg_idx());
      int part[] = {0, NX, 1 + n % 2, NY - 1, n % 3, NZ};  // columns of a part, and not all of each column
      ops_tridsolver_params params(sea, ops_tridsolver_params::PCR);
      for (int k = 0; k < FIELDS; ++k) {
        if (k == T) ops_tridMultiDimBatch_Inc(3, 2, part, a, b, c, rhs[k], x[k], &params);
        else { ops_tridMultiDimBatch(3, 2, part, a, b, c, rhs[k], k ? nullptr : &params); std::swap(x[k], rhs[k]); swap_group(k); }
      }
      std::swap(eta, eta1);
      std::swap(pe, pe1);
    }
    ops_par_loop(objective, "objective", sea, 3, all, R_(x[T], 1, pt), R_(x[U], 1, pt), ops_arg_idx(), ops_arg_reduce(J, 1, "double", OPS_INC));
    ops_par_loop(level, "level", sea, 3, top2, R_(eta, 1, xy), ops_arg_reduce(J, 1, "double", OPS_INC));
    const double v = want ? ops_ad_objective(J) : ops_reduction_result<double>(J);
    if (swapped_) { std::swap(px, px1); std::swap(x[U], rhs[U]); std::swap(x[V], rhs[V]); swapped_ = false; }
    return v;
  }
  ops_halo_group px1 = ops_decl_halo_periodic(0, {rhs[U], rhs[V], x[T]});
  bool swapped_ = false;
  void swap_group(int k) { if (k == V) { std::swap(px, px1); swapped_ = !swapped_; } }
};
int app() {
  Ocean O;
  const int n3 = NX * NY * NZ, n2 = NX * NY;
  std::vector<double> F[FIELDS], E(n2), Wd(n2), NU = {0.02, 0.3};
  for (auto& f : F) f.resize(n3);
  for (int k = 0; k < NZ; ++k) for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) { const int c = (k * NY + j) * NX + i;
    F[U][c] = 0.2 * std::sin(0.5 * i + 0.3 * k) + 0.03 * j; F[V][c] = 0.1 * std::cos(0.7 * j + 0.2 * i * k); F[T][c] = 0.1 * k + 0.3 * std::sin(0.52 * i + 0.9 * j + 0.1 * k) + 0.05 * std::cos(k * 1.9); }
  for (int c = 0; c < n2; ++c) { E[c] = 0.1 * std::sin(0.4 * c); Wd[c] = 0.3 + 0.1 * std::cos(0.2 * c); }
  for (int k = 0; k < FIELDS; ++k) ops_dat_set_data(O.start[k], F[k]);
  ops_dat_set_data(O.eta0, E); ops_dat_set_data(O.wind, Wd);
  const double v = O.run(true);
  ops_interpret_adjoints();
  std::vector<double> g[FIELDS], ge = ops_dat_fetch_derivative<double>(O.eta0), gw = ops_dat_fetch_derivative<double>(O.wind), gn = ops_scalar_fetch_derivative<double>(O.nu);
  const char* names[] = {"u", "v", "t"};
  bits("value", {v}); bits("geta", ge); bits("gwind", gw); bits("gnu", gn);
  for (int k = 0; k < FIELDS; ++k) { g[k] = ops_dat_fetch_derivative<double>(O.start[k]); bits(names[k], g[k]); bits("x", ops_dat_fetch_data<double>(O.x[k])); }
  ops_ad_reset();
  auto again = [&] { double r = O.run(false); ops_ad_reset(); return r; };
  for (int k = 0; k < FIELDS; ++k) differences(names[k], F[k], g[k], {0, 13, 100, 311, 402, n3 - 1}, 1e-5, [&](const auto& y) { ops_dat_set_data(O.start[k], y); }, again, 1e-5);
  differences("eta", E, ge, {0, 13, 50, n2 - 1}, 1e-5, [&](const auto& y) { ops_dat_set_data(O.eta0, y); }, again, 1e-5);
  differences("wind", Wd, gw, {0, 13, 50, n2 - 1}, 1e-4, [&](const auto& y) { ops_dat_set_data(O.wind, y); }, again, 1e-5);
  differences("nu", NU, gn, {0, 1}, 1e-5, [&](const auto& y) { ops_scalar_set_data(O.nu, y); }, again, 1e-5);
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  return g_wrong != 0;
}
int main(int argc, char** argv) { return ops_main(argc, argv, app); }
