// Lattice gauge theory in four dimensions: a quaternion field on sites and an SU(2) link on each of four axes; periodic by halos of the
// block onto itself. The action is a reduction, its gradient the force of a leapfrog; kernels are built by macros. Oracle: plain loops.
#define OPS_4D
#include <cmath>
#include <cstdio>
#include <vector>
#include "ops_seq_v2.h"
enum { L0 = 4, L1 = 3, L2 = 3, L3 = 4, SITES = L0 * L1 * L2 * L3, COMP = 16 };
double beta_c = 0.7, mass = 0.3;
struct Q { double s, x, y, z; };
inline Q times(const Q& a, const Q& b) {
  return {a.s * b.s - a.x * b.x - a.y * b.y - a.z * b.z, a.s * b.x + a.x * b.s + a.y * b.z - a.z * b.y,
          a.s * b.y - a.x * b.z + a.y * b.s + a.z * b.x, a.s * b.z + a.x * b.y - a.y * b.x + a.z * b.s};
}
inline Q conj(const Q& a) { return {a.s, -a.x, -a.y, -a.z}; }
#define LINK(mu, i, j, k, l) Q{u(4 * (mu), i, j, k, l), u(4 * (mu) + 1, i, j, k, l), u(4 * (mu) + 2, i, j, k, l), u(4 * (mu) + 3, i, j, k, l)}
#define PLAQUETTE(name, mu, nu, a, b, c, d, e, f, g, h)                                                              \
  void name(const ACC<double>& u, double* action) {                                                                  \
    const Q p = times(times(LINK(mu, 0, 0, 0, 0), LINK(nu, a, b, c, d)), conj(times(LINK(nu, 0, 0, 0, 0), LINK(mu, e, f, g, h)))); \
    *action += beta_c * (1.0 - p.s);                                                                                 \
  }
PLAQUETTE(plaq01, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0)
PLAQUETTE(plaq02, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0)
PLAQUETTE(plaq03, 0, 3, 1, 0, 0, 0, 0, 0, 0, 1)
PLAQUETTE(plaq12, 1, 2, 0, 1, 0, 0, 0, 0, 1, 0)
PLAQUETTE(plaq13, 1, 3, 0, 1, 0, 0, 0, 0, 0, 1)
PLAQUETTE(plaq23, 2, 3, 0, 0, 1, 0, 0, 0, 0, 1)
void normalise(const ACC<double>& a, ACC<double>& u) {  // algebra-like parameters to unit quaternions
  for (int mu = 0; mu < 4; ++mu) {
    double n2 = 0;
    for (int c = 0; c < 4; ++c) n2 += a(4 * mu + c, 0, 0, 0, 0) * a(4 * mu + c, 0, 0, 0, 0);
    const double inv = 1.0 / std::sqrt(n2);
    for (int c = 0; c < 4; ++c) u(4 * mu + c, 0, 0, 0, 0) = a(4 * mu + c, 0, 0, 0, 0) * inv;
  }
}
void kinetic(const ACC<double>& a, const ACC<double>& m, double* energy) {
  for (int c = 0; c < COMP; ++c) *energy += 0.5 * m(c, 0, 0, 0, 0) * m(c, 0, 0, 0, 0) + mass * a(c, 0, 0, 0, 0) * a(c, 0, 0, 0, 0);
}
void kick(ACC<double>& m, const ACC<double>& force, const double* dt) { for (int c = 0; c < COMP; ++c) m(c, 0, 0, 0, 0) -= *dt * force(c, 0, 0, 0, 0); }
void drift(ACC<double>& a, const ACC<double>& m, const double* dt) { for (int c = 0; c < COMP; ++c) a(c, 0, 0, 0, 0) += *dt * m(c, 0, 0, 0, 0); }
// --- plain -------------------------------------------------------------------------------------------------------------
static const int ext[4] = {L0, L1, L2, L3};
static int site(const int* x, int mu, int nu = -1) {
  int y[4]; for (int d = 0; d < 4; ++d) y[d] = (x[d] + (d == mu) + (d == nu)) % ext[d];
  return ((y[3] * L2 + y[2]) * L1 + y[1]) * L0 + y[0];
}
static double plain_action(const std::vector<double>& a) {
  std::vector<double> u(a.size()); double s = 0;
  for (int i = 0; i < SITES * 4; ++i) { double n = 0; for (int c = 0; c < 4; ++c) n += a[4 * i + c] * a[4 * i + c]; for (int c = 0; c < 4; ++c) u[4 * i + c] = a[4 * i + c] / std::sqrt(n); }
  auto q = [&](int p, int mu) { const double* w = &u[p * COMP + 4 * mu]; return Q{w[0], w[1], w[2], w[3]}; };
  int x[4];
  for (x[3] = 0; x[3] < L3; ++x[3]) for (x[2] = 0; x[2] < L2; ++x[2]) for (x[1] = 0; x[1] < L1; ++x[1]) for (x[0] = 0; x[0] < L0; ++x[0])
    for (int mu = 0; mu < 4; ++mu) for (int nu = mu + 1; nu < 4; ++nu)
      s += beta_c * (1 - times(times(q(site(x, -1), mu), q(site(x, mu), nu)), conj(times(q(site(x, -1), nu), q(site(x, nu), mu)))).s);
  for (double v : a) s += mass * v * v;
  return s;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("beta_c", 1, "double", &beta_c);
  ops_decl_const("mass", 1, "double", &mass);
  ops_block b = ops_decl_block(4, "lattice");
  int size[] = {L0, L1, L2, L3}, base[4] = {}, dm[4] = {}, dp[] = {1, 1, 1, 1}, all[] = {0, L0, 0, L1, 0, L2, 0, L3};
  auto field = [&](const char* name) { return ops_decl_dat(b, COMP, size, base, dm, dp, (double*)NULL, "double", name); };
  ops_dat a = field("a"), u = field("u"), m = field("m");
  int zero[4] = {}, five[20] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  ops_stencil S0 = ops_decl_stencil(4, 1, zero, "0"), S5 = ops_decl_stencil(4, 5, five, "5");
  ops_reduction act = ops_decl_reduction_handle(sizeof(double), "double", "action");
  ops_halo halos[4]; ops_halo_group wrap[4];
  int dir[] = {1, 2, 3, 4};
  for (int d = 0; d < 4; ++d) {
    int it[4], from[4] = {}, to[4] = {};
    for (int e = 0; e < 4; ++e) it[e] = e == d ? 1 : size[e] + (e < d);
    to[d] = size[d];
    halos[d] = ops_decl_halo(u, u, it, from, to, dir, dir);
    wrap[d] = ops_decl_halo_group(1, &halos[d]);
  }
  ops_partition("");
  std::vector<double> A(SITES * COMP), M(A.size()), g(A.size());
  for (size_t i = 0; i < A.size(); ++i) A[i] = 0.4 * std::sin(0.9 * i + 0.1) + (i % 4 == 0 ? 1.0 : 0.1), M[i] = 0.3 * std::cos(2.1 * i);
  ops_dat_set_data(a, A);
  ops_dat_set_data(m, M);
  double total = 0; const double one = 1.0;
  auto forces = [&] {
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_par_loop(normalise, "normalise", b, 4, all, ops_arg_dat(a, COMP, S0, "double", OPS_READ), ops_arg_dat(u, COMP, S0, "double", OPS_WRITE));
    for (auto& w : wrap) ops_halo_transfer(w);
#define MEASURE(k) ops_par_loop(k, #k, b, 4, all, ops_arg_dat(u, COMP, S5, "double", OPS_READ), ops_arg_reduce(act, 1, "double", OPS_INC))
    MEASURE(plaq01); MEASURE(plaq02); MEASURE(plaq03); MEASURE(plaq12); MEASURE(plaq13); MEASURE(plaq23);
    ops_par_loop(kinetic, "kinetic", b, 4, all, ops_arg_dat(a, COMP, S0, "double", OPS_READ), ops_arg_dat(m, COMP, S0, "double", OPS_READ), ops_arg_reduce(act, 1, "double", OPS_INC));
    act->get_result(&total, &one);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
  };
  forces();
  double kin = 0, worst = 0;
  for (double v : M) kin += 0.5 * v * v;
  const double err0 = std::fabs(total - kin - plain_action(A));
  g = ops_dat_fetch_derivative<double>(a);
  for (size_t i = 0; i < A.size(); i += 7) {
    const double h = 1e-5, keep = A[i];
    A[i] = keep + h; const double p = plain_action(A); A[i] = keep - h; const double q = plain_action(A); A[i] = keep;
    worst = std::max(worst, std::fabs((p - q) / (2 * h) - g[i]));
  }
  const double start = total; double dt = 0.02;  // leapfrog: the energy must stay to second order
  for (int step = 0; step < 5; ++step) {
    double half = 0.5 * dt;
    ops_par_loop_passive(kick, "kick", b, 4, all, ops_arg_dat(m, COMP, S0, "double", OPS_RW), ops_arg_dat(ops_get_derivative_as_ops_dat(a), COMP, S0, "double", OPS_READ), ops_arg_gbl(&half, 1, "double", OPS_READ));
    ops_par_loop_passive(drift, "drift", b, 4, all, ops_arg_dat(a, COMP, S0, "double", OPS_RW), ops_arg_dat(m, COMP, S0, "double", OPS_READ), ops_arg_gbl(&dt, 1, "double", OPS_READ));
    forces();
    ops_par_loop_passive(kick, "kick", b, 4, all, ops_arg_dat(m, COMP, S0, "double", OPS_RW), ops_arg_dat(ops_get_derivative_as_ops_dat(a), COMP, S0, "double", OPS_READ), ops_arg_gbl(&half, 1, "double", OPS_READ));
  }
  M = ops_dat_fetch_data<double>(m);
  A = ops_dat_fetch_data<double>(a);
  double end = plain_action(A);
  for (double v : M) end += 0.5 * v * v;
  const bool good = err0 < 1e-10 && worst < 1e-7 && std::fabs(end - start) < 1e-2 * std::fabs(dt) * SITES / 10 && std::fabs(end - start) > 0;
  std::printf("action %.12g error %.2e, gradient error %.2e, energy drift %.2e\n%s\n", total, err0, worst, end - start, good ? "passed" : "failed");
  ops_exit();
  return !good;
}
