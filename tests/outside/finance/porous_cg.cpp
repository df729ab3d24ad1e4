// Steady flow in a porous layer: conjugate gradients with the scalars of the iteration formed on the host from
// reductions. The solve is an external function whose adjoint is another solve. The head and the gradient with respect
// to the well rates are compared with a banded direct solve in plain C++. Features: ops_execute_external_function,
// derivatives as datasets in passive loops, many reductions read on the host, a norm with an early stop.
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
#include "porous_cg_kernels.h"

#define NX 33
#define NY 19
static ops_block layer;
static ops_dat perm, well, b, x, work[4];
static ops_stencil S0, S5;
static ops_reduction rr_, pq_;
static int range[] = {0, NX, 0, NY}, iterations;

#define A(dat, st, acc) ops_arg_dat(dat, 1, st, "double", acc)

static double value(ops_reduction h) {
  double v;
  ops_reduction_result(h, &v);
  return v;
}

// solves M sol = rhs
static void conjugate_gradients(ops_dat rhs, ops_dat sol) {
  ops_dat r = work[0], p = work[1], q = work[2];
  ops_par_loop(cg_start, "cg_start", layer, 2, range, A(rhs, S0, OPS_READ), A(sol, S0, OPS_WRITE), A(r, S0, OPS_WRITE),
               A(p, S0, OPS_WRITE), ops_arg_reduce(rr_, 1, "double", OPS_INC));
  double rr = value(rr_), stop = 1e-28 * rr;
  for (iterations = 0; iterations < 600 && rr > stop; iterations++) {
    ops_par_loop(cg_apply, "cg_apply", layer, 2, range, A(perm, S5, OPS_READ), A(p, S5, OPS_READ), A(q, S0, OPS_WRITE),
                 ops_arg_reduce(pq_, 1, "double", OPS_INC));
    double alpha = rr / value(pq_);
    ops_par_loop(cg_update, "cg_update", layer, 2, range, A(sol, S0, OPS_RW), A(r, S0, OPS_RW), A(p, S0, OPS_READ),
                 A(q, S0, OPS_READ), ops_arg_gbl(&alpha, 1, "double", OPS_READ),
                 ops_arg_reduce(rr_, 1, "double", OPS_INC));
    double fresh = value(rr_), beta = fresh / rr;
    ops_par_loop(cg_direction, "cg_direction", layer, 2, range, A(r, S0, OPS_READ), A(p, S0, OPS_RW),
                 ops_arg_gbl(&beta, 1, "double", OPS_READ));
    rr = fresh;
  }
}

static void primal() { conjugate_gradients(b, x); }

static void adjoint() {
  ops_dat xbar = ops_get_derivative_as_ops_dat(x), bbar = ops_get_derivative_as_ops_dat(b);
  conjugate_gradients(xbar, work[3]);
  ops_par_loop(add_kernel, "add", layer, 2, range, A(work[3], S0, OPS_READ), A(bbar, S0, OPS_RW));
  ops_par_loop(clear_kernel, "clear", layer, 2, range, A(xbar, S0, OPS_WRITE));
}

static double k_at(int i, int j) { return exp(0.8 * sin(0.3 * i) * cos(0.45 * j)); }

// symmetric banded elimination
static std::vector<double> direct(std::vector<double> f) {
  const int n = NX * NY, w = NX;
  std::vector<double> m(n * (2 * w + 1), 0.0);
  auto e = [&](int r, int c) -> double & { return m[r * (2 * w + 1) + c - r + w]; };
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      int q = j * NX + i;
      const int di[4] = {1, -1, 0, 0}, dj[4] = {0, 0, 1, -1};
      for (int t = 0; t < 4; t++) {
        int a = i + di[t], c = j + dj[t];
        double k = 0.5 * (k_at(i, j) + k_at(a, c));
        e(q, q) += k;
        if (a >= 0 && a < NX && c >= 0 && c < NY)
          e(q, c * NX + a) -= k;
      }
    }
  for (int p = 0; p < n; p++)
    for (int r = p + 1; r <= std::min(n - 1, p + w); r++) {
      double l = e(r, p) / e(p, p);
      for (int c = p; c <= std::min(n - 1, p + w); c++)
        e(r, c) -= l * e(p, c);
      f[r] -= l * f[p];
    }
  for (int r = n - 1; r >= 0; r--) {
    for (int c = r + 1; c <= std::min(n - 1, r + w); c++)
      f[r] -= e(r, c) * f[c];
    f[r] /= e(r, r);
  }
  return f;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  layer = ops_decl_block(2, "layer");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1};
  double *t = NULL;
  perm = ops_decl_dat_passive(layer, 1, size, base, dm, dp, t, "double", "perm");
  well = ops_decl_dat(layer, 1, size, base, dm, dp, t, "double", "well");
  b = ops_decl_dat(layer, 1, size, base, dm, dp, t, "double", "b");
  x = ops_decl_dat(layer, 1, size, base, dm, dp, t, "double", "x");
  const char *names[] = {"r", "p", "q", "lambda"};
  for (int k = 0; k < 4; k++)
    work[k] = ops_decl_dat_passive(layer, 1, size, base, dm, dp, t, "double", names[k]);
  int s0[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  S0 = ops_decl_stencil(2, 1, s0, "S0");
  S5 = ops_decl_stencil(2, 5, s5, "S5");
  rr_ = ops_decl_reduction_handle(8, "double", "rr");
  pq_ = ops_decl_reduction_handle(8, "double", "pq");
  ops_reduction head = ops_decl_reduction_handle(8, "double", "head");
  ops_partition("");

  int halo[] = {-1, NX + 1, -1, NY + 1};
  ops_par_loop_passive(perm_kernel, "perm", layer, 2, halo, A(perm, S0, OPS_WRITE), A(well, S0, OPS_WRITE),
                       ops_arg_idx());
  ops_par_loop(pump_kernel, "pump", layer, 2, range, A(well, S0, OPS_READ), A(b, S0, OPS_WRITE));
  ops_execute_external_function(primal, adjoint, A(b, S0, OPS_READ), A(x, S0, OPS_RW), A(perm, S5, OPS_READ),
                                A(work[0], S0, OPS_RW), A(work[1], S5, OPS_RW), A(work[2], S0, OPS_RW),
                                A(work[3], S0, OPS_RW));
  int forward = iterations;
  ops_par_loop(head_kernel, "head", layer, 2, range, A(x, S0, OPS_READ), A(well, S0, OPS_READ),
               ops_arg_reduce(head, 1, "double", OPS_INC));
  double J, seed = 1.0;
  head->get_result<double>(&J, &seed);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> xs(NX * NY), g(NX * NY);
  xs = ops_dat_fetch_data<double>(x);
  g = ops_dat_fetch_derivative<double>(well);

  std::vector<double> w(NX * NY, 0.0), f(NX * NY), xd, lam(NX * NY);
  double Jp = 0.0, err = 0.0, gerr = 0.0, xm = 0.0, gm = 0.0;
  for (int j = 4; j < 8; j++)
    for (int i = 6; i < 9; i++)
      w[j * NX + i] = 1.0 + 0.1 * i;
  for (int q = 0; q < NX * NY; q++)
    f[q] = w[q] * w[q] - 0.3 * w[q];
  xd = direct(f);
  for (int q = 0; q < NX * NY; q++) {
    lam[q] = xd[q] - 1.5;
    Jp += 0.5 * lam[q] * lam[q] + 0.01 * w[q] * w[q];
  }
  lam = direct(lam);
  for (int q = 0; q < NX * NY; q++) {
    double want = (2.0 * w[q] - 0.3) * lam[q] + 0.02 * w[q];
    err = MAX(err, fabs(xs[q] - xd[q]));
    xm = MAX(xm, fabs(xd[q]));
    gerr = MAX(gerr, fabs(g[q] - want));
    gm = MAX(gm, fabs(want));
  }
  err = MAX(err / xm, fabs(J / Jp - 1.0));
  gerr /= gm;
  ops_printf("J %.12f, %d iterations, errors of head %.2e and gradient %.2e\n", J, forward, err, gerr);
  bool good = err < 1e-11 && gerr < 1e-10 && forward < 600;
  ops_printf("porous_cg: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
