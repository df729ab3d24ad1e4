// An American put: implicit time steps, each an obstacle problem solved by projected Jacobi sweeps that stop when the
// largest change (a maximum read on the host) is small. Vega, rho and the derivative to the payoff of every node are
// compared with the complex step in plain loops. Features: swapped handles, break out of the loop on a reduction,
// a reduction of integers, one kernel used by two loops, weights given by an array.
#include <cmath>
#include <complex>
#include <cstdio>
#include <utility>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

double logmin = -1.1, dx = 0.022, dt = 0.06, strike_level = 1.0;
#include "american_put_kernels.h"

#define N 101
#define STEPS 9
#define S_AT 57
static const double weight[5] = {0.05, 0.2, 0.5, 0.2, 0.05};
static int sweeps[STEPS];

static double re(double x) { return x; }
static double re(std::complex<double> x) { return x.real(); }

template <class T> static T plain(const std::vector<T> &payoff, T sigma, T rate, std::vector<T> &v) {
  T lam = 0.5 * sigma * sigma / (dx * dx), mu = (rate - 0.5 * sigma * sigma) / (2.0 * dx);
  T lo = dt * (lam - mu), up = dt * (lam + mu), diag = 1.0 + dt * (2.0 * lam + rate);
  v = payoff;
  for (int s = 0; s < STEPS; s++) {
    std::vector<T> old = v;
    for (int it = 0; it < sweeps[s]; it++) {
      std::vector<T> g = v;
      for (int i = 1; i < N - 1; i++) {
        T y = (old[i] + lo * g[i - 1] + up * g[i + 1]) / diag;
        v[i] = re(y) > re(payoff[i]) ? y : payoff[i];
      }
    }
  }
  T sum = 0.0;
  for (int k = 0; k < 5; k++)
    sum += weight[k] * v[S_AT + k - 2];
  return sum;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("logmin", 1, "double", &logmin);
  ops_decl_const("dx", 1, "double", &dx);
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("strike_level", 1, "double", &strike_level);
  ops_block line = ops_decl_block(1, "line");
  int size = N, base = 0, dm = 0, dp = 0;
  double *temp = NULL;
  ops_dat payoff = ops_decl_dat(line, 1, &size, &base, &dm, &dp, temp, "double", "payoff");
  ops_dat old = ops_decl_dat(line, 1, &size, &base, &dm, &dp, temp, "double", "v_old");
  ops_dat cur = ops_decl_dat(line, 1, &size, &base, &dm, &dp, temp, "double", "v_cur");
  ops_dat next = ops_decl_dat(line, 1, &size, &base, &dm, &dp, temp, "double", "v_next");
  int z[] = {0}, three[] = {-1, 0, 1}, five[] = {-2, -1, 0, 1, 2};
  ops_stencil P = ops_decl_stencil(1, 1, z, "p"), P3 = ops_decl_stencil(1, 3, three, "p3"),
              P5 = ops_decl_stencil(1, 5, five, "p5");
  ops_reduction change = ops_decl_reduction_handle(8, "double", "change");
  ops_reduction value = ops_decl_reduction_handle(8, "double", "value");
  ops_reduction count = ops_decl_reduction_handle(sizeof(int), "int", "count");
  double market0[2] = {0.31, 0.045};
  ops_scalar market = ops_decl_scalar("market", market0, 2);
  ops_partition("");

  int all[] = {0, N}, inner[] = {1, N - 1}, at[] = {S_AT, S_AT + 1}, ends[2][2] = {{0, 1}, {N - 1, N}};
  ops_par_loop(put_payoff, "payoff", line, 1, all, ops_arg_dat(payoff, 1, P, "double", OPS_WRITE),
               ops_arg_dat(cur, 1, P, "double", OPS_WRITE), ops_arg_idx());
  ops_ad_reset(OPS_instance::getOPSInstance());

  ops_par_loop(put_start, "start", line, 1, all, ops_arg_dat(payoff, 1, P, "double", OPS_READ),
               ops_arg_dat(cur, 1, P, "double", OPS_WRITE));
  for (int s = 0; s < STEPS; s++) {
    ops_par_loop(put_start, "keep", line, 1, all, ops_arg_dat(cur, 1, P, "double", OPS_READ),
                 ops_arg_dat(old, 1, P, "double", OPS_WRITE));
    for (int e = 0; e < 2; e++)
      ops_par_loop(put_edges, "edges", line, 1, ends[e], ops_arg_dat(payoff, 1, P, "double", OPS_READ),
                   ops_arg_dat(cur, 1, P, "double", OPS_WRITE), ops_arg_dat(next, 1, P, "double", OPS_WRITE));
    sweeps[s] = 0;
    while (true) {
      double c = 0.0;
      ops_par_loop(put_sweep, "sweep", line, 1, inner, ops_arg_dat(old, 1, P, "double", OPS_READ),
                   ops_arg_dat(cur, 1, P3, "double", OPS_READ), ops_arg_dat(payoff, 1, P, "double", OPS_READ),
                   ops_arg_dat(next, 1, P, "double", OPS_WRITE), ops_arg_scalar(market, 2, "double", OPS_READ),
                   ops_arg_reduce(change, 1, "double", OPS_MAX));
      ops_reduction_result(change, &c);
      std::swap(cur, next);
      sweeps[s]++;
      if (c < 1e-7 || sweeps[s] == 200)
        break;
    }
  }
  int exercised = 0;
  double price = 0.0, one = 1.0, w[5];
  for (int k = 0; k < 5; k++)
    w[k] = weight[k];
  ops_par_loop(put_exercised, "exercised", line, 1, inner, ops_arg_dat(cur, 1, P, "double", OPS_READ),
               ops_arg_dat(payoff, 1, P, "double", OPS_READ), ops_arg_reduce(count, 1, "int", OPS_INC));
  ops_reduction_result(count, &exercised);
  ops_par_loop(put_value, "value", line, 1, at, ops_arg_dat(cur, 1, P5, "double", OPS_READ),
               ops_arg_gbl(w, 5, "double", OPS_READ), ops_arg_reduce(value, 1, "double", OPS_INC));
  value->get_result(&price, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> v(N), g(N), pay(N), vp;
  ops_dat_fetch_data(cur, 0, (char *)v.data());
  ops_dat_fetch_data(payoff, 0, (char *)pay.data());
  ops_dat_fetch_derivative(payoff, (char *)g.data(), OPS_HOST);
  double vega = market->get_derivative<double>()[0], rho = market->get_derivative<double>()[1];

  double err = fabs(price / plain<double>(pay, market0[0], market0[1], vp) - 1.0), gerr = 0.0, gmax = 0.0;
  int held = 0;
  for (int i = 0; i < N; i++)
    err = MAX(err, fabs(v[i] - vp[i]));
  for (int i = 1; i < N - 1; i++)
    held += pay[i] > 0.0 && vp[i] <= pay[i];
  for (int t = 0; t < 32; t++) {
    std::vector<std::complex<double>> pc(pay.begin(), pay.end()), out;
    std::complex<double> m[2] = {market0[0], market0[1]};
    (t < 2 ? m[t] : pc[20 + t]) += std::complex<double>(0, 1e-30);
    double want = plain<std::complex<double>>(pc, m[0], m[1], out).imag() / 1e-30;
    gerr = MAX(gerr, fabs(want - (t == 0 ? vega : t == 1 ? rho : g[20 + t])));
    gmax = MAX(gmax, fabs(want));
  }
  gerr /= gmax;
  ops_printf("put %.10f vega %.8f rho %.8f, exercised at %d nodes, %d sweeps in the last step\n", price, vega, rho,
             exercised, sweeps[STEPS - 1]);
  ops_printf("errors %.2e %.2e\n", err, gerr);
  bool good = err < 1e-12 && gerr < 1e-10 && exercised == held && held > 0;
  ops_printf("american_put: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
