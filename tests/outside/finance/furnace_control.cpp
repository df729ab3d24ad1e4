// Optimal heating of a rod: gradient descent with a backtracking line search written in the program, the gradient
// from the reverse sweep of implicit heat steps. Every iterate is compared with the same descent in plain C++ that
// has its own adjoint. Features: recordings dropped with ops_ad_reset and made anew, tridiagonal solves in one
// dimension, passive loops on derivatives, a reduction of two components, trial runs without a gradient.
#include <cstdio>
#include <math.h>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"
double dx, dt;
#include "furnace_control_kernels.h"

#define N 41
#define NT 16
#define ITER 8
static const double alpha = 1e-4;
static double phase_of(int t) { return t < 10 ? 1.0 : 0.3; }

ops_block rod;
ops_dat u, q, z, a, b, c;
ops_stencil pt;
ops_reduction cost, norm;
static int all[] = {0, N};

static double run(ops_tridsolver_params &tri, bool gradient) {
  ops_ad_reset(OPS_instance::getOPSInstance());
  ops_par_loop(rod_cold, "cold", rod, 1, all, ops_arg_dat(u, 1, pt, "double", OPS_WRITE));
  for (int t = 0; t < NT; t++) {
    double phase = phase_of(t);
    ops_par_loop(rod_heat, "heat", rod, 1, all, ops_arg_dat(u, 1, pt, "double", OPS_RW),
                 ops_arg_dat(q, 1, pt, "double", OPS_READ), ops_arg_gbl(&phase, 1, "double", OPS_READ));
    ops_tridMultiDimBatch(1, 0, all, a, b, c, u, &tri);
  }
  ops_par_loop(rod_cost, "cost", rod, 1, all, ops_arg_dat(u, 1, pt, "double", OPS_READ),
               ops_arg_dat(z, 1, pt, "double", OPS_READ), ops_arg_dat(q, 1, pt, "double", OPS_READ),
               ops_arg_reduce(cost, 2, "double", OPS_INC));
  double j[2], seed[2] = {1.0, alpha};
  if (gradient) {
    cost->get_result<double>(j, seed);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
  } else {
    ops_reduction_result(cost, j);
  }
  return j[0] + alpha * j[1];
}

static void solve(std::vector<double> &x, bool transposed) {
  std::vector<double> lo(N), di(N), up(N);
  for (int i = 0; i < N; i++) {
    double f = dt / (dx * dx) * (1.0 + 0.5 * i * dx);
    lo[i] = up[i] = -f;
    di[i] = 1.0 + 2.0 * f;
  }
  if (transposed)
    for (int i = 0; i + 1 < N; i++)
      std::swap(up[i], lo[i + 1]);
  for (int i = 1; i < N; i++) {
    double m = lo[i] / di[i - 1];
    di[i] -= m * up[i - 1];
    x[i] -= m * x[i - 1];
  }
  x[N - 1] /= di[N - 1];
  for (int i = N - 2; i >= 0; i--)
    x[i] = (x[i] - up[i] * x[i + 1]) / di[i];
}

static double plain(const std::vector<double> &w, std::vector<double> *g) {
  std::vector<std::vector<double>> before(NT);
  std::vector<double> v(N, 0.0);
  for (int t = 0; t < NT; t++) {
    before[t] = v;
    for (int i = 0; i < N; i++)
      v[i] += dt * w[i] / sqrt(1.0 + 0.05 * w[i] * w[i]) * phase_of(t) - dt * 0.2 * v[i] * v[i] * v[i];
    solve(v, false);
  }
  double j = 0.0;
  for (int i = 0; i < N; i++) {
    double x = (i + 1) * dx;
    v[i] -= x < 0.4 ? 0.5 * x : x * (1.0 - x);
    j += 0.5 * v[i] * v[i] * dx + alpha * 0.5 * w[i] * w[i] * dx;
  }
  if (!g)
    return j;
  for (int i = 0; i < N; i++) {
    v[i] *= dx;
    (*g)[i] = alpha * w[i] * dx;
  }
  for (int t = NT - 1; t >= 0; t--) {
    solve(v, true);
    for (int i = 0; i < N; i++) {
      (*g)[i] += v[i] * dt * phase_of(t) * pow(1.0 + 0.05 * w[i] * w[i], -1.5);
      v[i] *= 1.0 - dt * 0.6 * before[t][i] * before[t][i];
    }
  }
  return j;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  dx = 1.0 / (N + 1);
  dt = 0.02;
  ops_decl_const("dx", 1, "double", &dx);
  ops_decl_const("dt", 1, "double", &dt);
  rod = ops_decl_block(1, "rod");
  int size = N, zero = 0;
  double *tmp = NULL;
  u = ops_decl_dat(rod, 1, &size, &zero, &zero, &zero, tmp, "double", "u");
  q = ops_decl_dat(rod, 1, &size, &zero, &zero, &zero, tmp, "double", "q");
  z = ops_decl_dat_passive(rod, 1, &size, &zero, &zero, &zero, tmp, "double", "z");
  a = ops_decl_dat(rod, 1, &size, &zero, &zero, &zero, tmp, "double", "a");
  b = ops_decl_dat(rod, 1, &size, &zero, &zero, &zero, tmp, "double", "b");
  c = ops_decl_dat(rod, 1, &size, &zero, &zero, &zero, tmp, "double", "c");
  pt = ops_decl_stencil(1, 1, &zero, "pt");
  cost = ops_decl_reduction_handle(2 * sizeof(double), "double", "cost");
  norm = ops_decl_reduction_handle(sizeof(double), "double", "norm");
  ops_partition("");
  ops_tridsolver_params tri(rod);
  ops_par_loop(rod_matrix, "matrix", rod, 1, all, ops_arg_dat(a, 1, pt, "double", OPS_WRITE),
               ops_arg_dat(b, 1, pt, "double", OPS_WRITE), ops_arg_dat(c, 1, pt, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(rod_target, "target", rod, 1, all, ops_arg_dat(z, 1, pt, "double", OPS_WRITE), ops_arg_idx());

  std::vector<double> w(N, 0.0), gp(N), got(N), gg(N);
  double err = 0.0, first = 0.0, last = 0.0, step = 1500000.0, pstep = 1500000.0;
  for (int it = 0; it < ITER; it++) {
    double J = run(tri, true), gn, back;
    if (it == 0)
      first = J;
    ops_dat g = ops_get_derivative_as_ops_dat(q);
    ops_par_loop_passive(rod_norm, "norm", rod, 1, all, ops_arg_dat(g, 1, pt, "double", OPS_READ),
                         ops_arg_reduce(norm, 1, "double", OPS_INC));
    ops_reduction_result(norm, &gn);
    gg = ops_dat_fetch_derivative<double>(q);
    // the trial runs drop the recording, so the descent uses its own copy of the gradient
    ops_dat keep = ops_decl_dat_passive(rod, 1, &size, &zero, &zero, &zero, gg.data(), "double", "gradient");
    double move = step;
    ops_par_loop_passive(rod_descend, "descend", rod, 1, all, ops_arg_dat(q, 1, pt, "double", OPS_RW),
                         ops_arg_dat(keep, 1, pt, "double", OPS_READ), ops_arg_gbl(&move, 1, "double", OPS_READ));
    while ((last = run(tri, false)) > J - 1e-3 * step * gn) {
      back = -0.5 * step;
      step *= 0.5;
      ops_par_loop_passive(rod_descend, "back", rod, 1, all, ops_arg_dat(q, 1, pt, "double", OPS_RW),
                           ops_arg_dat(keep, 1, pt, "double", OPS_READ), ops_arg_gbl(&back, 1, "double", OPS_READ));
      if (step < 1e-6)
        break;
    }
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_free_dat(keep);

    double Jp = plain(w, &gp), pn = 0.0, gm = 0.0;
    for (int i = 0; i < N; i++) {
      pn += gp[i] * gp[i];
      gm = MAX(gm, fabs(gp[i]));
    }
    for (int i = 0; i < N; i++)
      err = MAX(err, fabs(gg[i] - gp[i]) / gm);
    std::vector<double> w0(w);
    while (true) {
      for (int i = 0; i < N; i++)
        w[i] = w0[i] - pstep * gp[i];
      if (pstep < 1e-6 || plain(w, NULL) <= Jp - 1e-3 * pstep * pn)
        break;
      pstep *= 0.5;
    }
    got = ops_dat_fetch_data<double>(q);
    double wm = 1e-30;
    for (int i = 0; i < N; i++)
      wm = MAX(wm, fabs(w[i]));
    for (int i = 0; i < N; i++)
      err = MAX(err, fabs(got[i] - w[i]) / wm);
    err = MAX3(err, fabs(J - Jp) / Jp, fabs(step - pstep));
    ops_printf("iteration %d: J %.10e step %g, error so far %.2e\n", it, J, step, err);
  }
  bool good = err < 1e-9 && last < 0.5 * first && step < 1500000.0;
  ops_printf("furnace_control: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
