// Euler equations in one dimension with an exact Riemann solver, several limiters, a table and reflecting ends; values against the same
// functions on plain arrays, gradients against differences and directional derivatives.
#define OPS_1D
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "ops_seq_v2.h"

double gamma_gas = 1.4;
double eos_table[6] = {0.0, 0.4, 0.9, 1.1, 1.0, 0.7};
#include "riemann_kernels.h"

namespace {
constexpr int N = 60;
ops_block tube;
ops_dat q0, q, w, f, its, target;
ops_stencil here, wide, pair_, mirror;
ops_reduction cost;

// An accessor for plain arrays with the same call syntax.
struct plain {
  std::vector<double> a;
  int nc, halo;
  plain(int nc_, int n, int halo_) : a((n + 2 * halo_) * nc_), nc(nc_), halo(halo_) {}
  double &at(int c, int i) { return a[(i + halo) * nc + c]; }
};

double advance(int steps, const int *kinds, int flag, double dtdx, int *most) {
  int all[] = {0, N}, faces[] = {0, N + 1};
  ops_dat_deep_copy(q, q0);
  for (int n = 0; n < steps; ++n) {
    ops_par_loop(euler_primitive, "primitive", tube, 1, all, ops_arg_dat(q, 3, here, "double", OPS_READ), ops_arg_dat(w, 3, here, "double", OPS_WRITE),
                 ops_arg_gbl(&flag, 1, "int", OPS_READ));
    for (int layer = 1; layer <= 2; ++layer)
      for (int side = -1; side <= 1; side += 2) {
        int cell[2] = {side < 0 ? -layer : N - 1 + layer, 0}, what[2] = {side, layer};
        cell[1] = cell[0] + 1;
        ops_par_loop(euler_ends, "ends", tube, 1, cell, ops_arg_dat(w, 3, mirror, "double", OPS_RW), ops_arg_gbl(what, 2, "int", OPS_READ));
      }
    ops_par_loop(euler_flux, "flux", tube, 1, faces, ops_arg_dat(w, 3, wide, "double", OPS_READ), ops_arg_dat(f, 3, here, "double", OPS_WRITE),
                 ops_arg_dat(its, 1, here, "int", OPS_WRITE), ops_arg_gbl(kinds, 3, "int", OPS_READ));
    ops_par_loop(euler_update, "update", tube, 1, all, ops_arg_dat(f, 3, pair_, "double", OPS_READ), ops_arg_dat(q, 3, here, "double", OPS_RW),
                 ops_arg_gbl(&dtdx, 1, "double", OPS_READ));
  }
  ops_par_loop(euler_primitive, "primitive", tube, 1, all, ops_arg_dat(q, 3, here, "double", OPS_READ), ops_arg_dat(w, 3, here, "double", OPS_WRITE),
               ops_arg_gbl(&flag, 1, "int", OPS_READ));
  ops_par_loop(euler_cost, "cost", tube, 1, all, ops_arg_dat(w, 3, here, "double", OPS_READ), ops_arg_dat(target, 1, here, "double", OPS_READ),
               ops_arg_reduce(cost, 1, "double", OPS_INC));
  double J, one = 1.0;
  cost->get_result(&J, &one);
  std::vector<int> n = ops_dat_fetch_data<int>(its);
  *most = 0;
  for (int k : n) *most = std::max(*most, k);
  return J;
}

double reference(const std::vector<double> &start, const std::vector<double> &goal, int steps, const int *kinds, int flag, double dtdx) {
  using namespace euler;
  plain Q(3, N, 0), W(3, N, 2), F(3, N + 1, 0);
  Q.a = start;
  auto prim = [&] {
    for (int i = 0; i < N; ++i) {
      double rho = Q.at(0, i), u = Q.at(1, i) / rho, e = Q.at(2, i) / rho - 0.5 * u * u;
      W.at(0, i) = rho, W.at(1, i) = u;
      if (flag) e *= 1.0 + 0.01 * table(eos_table, 4.0 * e);
      W.at(2, i) = (gamma_gas - 1.0) * rho * e;
    }
  };
  for (int n = 0; n < steps; ++n) {
    prim();
    for (int l = 1; l <= 2; ++l)
      for (int c = 0; c < 3; ++c) W.at(c, -l) = (c == 1 ? -1 : 1) * W.at(c, l - 1), W.at(c, N - 1 + l) = (c == 1 ? -1 : 1) * W.at(c, N - l);
    for (int i = 0; i <= N; ++i) {
      side_t s[2];
      double face[2][3];
      for (int c = 0; c < 3; ++c) {
        face[0][c] = W.at(c, i - 1) + 0.5 * limited(W.at(c, i - 1) - W.at(c, i - 2), W.at(c, i) - W.at(c, i - 1), kinds[c]);
        face[1][c] = W.at(c, i) - 0.5 * limited(W.at(c, i) - W.at(c, i - 1), W.at(c, i + 1) - W.at(c, i), kinds[c]);
      }
      for (int k = 0; k < 2; k++) {
        s[k].w = {face[k][0], face[k][1], face[k][2]};
        s[k].c = {sound(s[k].w), 2.0 / ((gamma_gas + 1.0) * s[k].w.rho), (gamma_gas - 1.0) / (gamma_gas + 1.0) * s[k].w.p};
      }
      primitive v = sample(s[0], s[1], star_state(s[0], s[1]));
      F.at(0, i) = v.rho * v.u, F.at(1, i) = v.rho * v.u * v.u + v.p, F.at(2, i) = v.u * (gamma_gas / (gamma_gas - 1.0) * v.p + 0.5 * v.rho * v.u * v.u);
    }
    for (int i = 0; i < N; ++i)
      for (int c = 0; c < 3; ++c) Q.at(c, i) -= dtdx * (F.at(c, i + 1) - F.at(c, i));
  }
  prim();
  double J = 0;
  for (int i = 0; i < N; ++i) {
    double d = W.at(2, i) - goal[i];
    double k = 0.5 * W.at(1, i) * W.at(1, i) + std::pow(W.at(0, i), 3) * 1e-2 + std::cbrt(W.at(0, i)) + std::hypot(W.at(1, i), 0.3);
    J += d * d + (d > 0 ? k : std::exp(-k)) * 0.1;
  }
  return J;
}
}  // namespace

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("gamma_gas", 1, "double", &gamma_gas);
  ops_decl_const("eos_table", 6, "double", eos_table);
  tube = ops_decl_block(1, "tube");
  int size = N, sizef = N + 1, base = 0, zero = 0, m2 = -2, p2 = 2;
  double *nul = nullptr;
  int *inul = nullptr;
  q0 = ops_decl_dat(tube, 3, &size, &base, &zero, &zero, nul, "double", "q0");
  q = ops_decl_dat(tube, 3, &size, &base, &zero, &zero, nul, "double", "q");
  w = ops_decl_dat(tube, 3, &size, &base, &m2, &p2, nul, "double", "w");
  f = ops_decl_dat(tube, 3, &sizef, &base, &zero, &zero, nul, "double", "f");
  its = ops_decl_dat(tube, 1, &sizef, &base, &zero, &zero, inul, "int", "its");
  target = ops_decl_dat_passive(tube, 1, &size, &base, &zero, &zero, nul, "double", "target");
  int s0[] = {0}, s4[] = {-2, -1, 0, 1}, s2[] = {0, 1}, sm[] = {0, 1, -1, 3, -3};
  here = ops_decl_stencil(1, 1, s0, "here"), wide = ops_decl_stencil(1, 4, s4, "wide"), pair_ = ops_decl_stencil(1, 2, s2, "pair");
  mirror = ops_decl_stencil(1, 5, sm, "mirror");
  cost = ops_decl_reduction_handle(sizeof(double), "double", "cost");
  ops_partition("");

  std::vector<double> start(3 * N), goal(N);
  for (int i = 0; i < N; ++i) {
    double rho = i < N / 2 ? 1.0 + 0.03 * std::sin(i) : 0.25 + 0.01 * std::cos(2 * i), u = 0.1 * std::sin(0.3 * i + 0.2), p = i < N / 2 ? 1.0 + 0.02 * std::cos(1.3 * i) : 0.2 + 0.02 * std::sin(1 + 0.7 * i);
    start[3 * i] = rho, start[3 * i + 1] = rho * u, start[3 * i + 2] = p / (gamma_gas - 1) + 0.5 * rho * u * u;
    goal[i] = 0.5 + 0.2 * std::cos(0.2 * i);
  }
  ops_dat_set_data(target, goal);
  int bad = 0;
  const int kinds[5][3] = {{0, 0, 0}, {1, 1, 1}, {2, 1, 3}, {3, 3, 3}, {4, 3, 4}};
  for (int test = 0; test < 5; ++test) {
    const int steps = 8;
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_dat_set_data(q0, start);
    int most;
    double J = advance(steps, kinds[test], test % 2, 0.2, &most), P = reference(start, goal, steps, kinds[test], test % 2, 0.2);
    if (std::fabs(J - P) > 1e-11 * P) bad++, ops_printf("limiters %d: %.15g, plain %.15g\n", test, J, P);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    std::vector<double> g = ops_dat_fetch_derivative<double>(q0);
    double sum = 0;
    int off = 0;
    for (int i = 0; i < 3 * N; ++i) {
      std::vector<double> x = start;
      double h = 2e-6;
      x[i] += h;
      double up = reference(x, goal, steps, kinds[test], test % 2, 0.2);
      x[i] -= 2 * h;
      double down = reference(x, goal, steps, kinds[test], test % 2, 0.2);
      double fd = (up - down) / (2 * h), mid = reference(start, goal, steps, kinds[test], test % 2, 0.2);
      // one-sided slopes tell kinks from mistakes
      double r = (up - mid) / h, l = (mid - down) / h, tol = 1e-6 + std::fabs(r - l);
      if (!(std::fabs(fd - g[i]) <= tol)) off++, ops_printf("limiters %d, input %d: gradient %.10g, differences %.10g .. %.10g\n", test, i, g[i], l, r);
      sum += g[i] * std::cos(i);
    }
    bad += off;
    ops_printf("limiters %d: J %a, iterations up to %d, gradient checksum %a\n", test, J, most, sum);
  }
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad != 0;
}
