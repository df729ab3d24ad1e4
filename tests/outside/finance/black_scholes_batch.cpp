// A batch of European calls by Crank-Nicolson: one option per column, a tridiagonal solve along the price axis.
// The gradient of a weighted book with respect to volatility, spot and strike of every option and the common rate
// (vega, delta, rho) is compared with the complex step in plain loops. Features: ops_tridMultiDimBatch, datasets of
// one row, a scalar, constants, an index argument.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

int nprice = 61;
double xlow = -2.7, dlog = 0.09, dtau = 0.05;

#include "black_scholes_batch_kernels.h"

#define NOPT 23
#define NSTEP 19
typedef std::complex<double> cplx;

static double vol0[NOPT], spot0[NOPT], strike0[NOPT], rate0 = 0.035;
ops_block book;
ops_dat da, db, dc, dd, du, dvol, dspot, dstrike, dprice;

template <class T> static T plain(const T *vol, const T *spot, const T *strike, T rate, T *price) {
  T sum = 0.0;
  for (int o = 0; o < NOPT; o++) {
    std::vector<T> a(nprice, T(0.0)), b(nprice, T(1.0)), c(nprice, T(0.0)), d(nprice), u(nprice), g(nprice);
    T s2 = vol[o] * vol[o], diff = 0.5 * s2 / (dlog * dlog), drift = (rate - 0.5 * s2) / (2.0 * dlog);
    for (int j = 0; j < nprice; j++) {
      double x = xlow + j * dlog;
      u[j] = x > 0.0 ? std::exp(x) - 1.0 : 0.0;
      if (j == 0 || j == nprice - 1)
        continue;
      a[j] = -0.5 * dtau * (diff - drift);
      b[j] = 1.0 + 0.5 * dtau * (2.0 * diff + rate);
      c[j] = -0.5 * dtau * (diff + drift);
    }
    for (int n = 1; n <= NSTEP; n++) {
      for (int j = 1; j < nprice - 1; j++)
        d[j] = -a[j] * u[j - 1] + (2.0 - b[j]) * u[j] - c[j] * u[j + 1];
      d[0] = 0.0;
      d[nprice - 1] = std::exp(xlow + (nprice - 1) * dlog) - std::exp(-rate * (n * dtau));
      T beta = b[0];
      u[0] = d[0] / beta;
      for (int j = 1; j < nprice; j++) {
        g[j] = c[j - 1] / beta;
        beta = b[j] - a[j] * g[j];
        u[j] = (d[j] - a[j] * u[j - 1]) / beta;
      }
      for (int j = nprice - 2; j >= 0; j--)
        u[j] -= g[j + 1] * u[j + 1];
    }
    int jm = nprice / 2;
    T t = (std::log(spot[o] / strike[o]) - (xlow + jm * dlog)) / dlog;
    price[o] = strike[o] * (0.5 * t * (t - 1.0) * u[jm - 1] + (1.0 - t * t) * u[jm] + 0.5 * t * (t + 1.0) * u[jm + 1]);
    sum += (1.0 + 0.25 * (o % 3)) * price[o];
  }
  return sum;
}

static double complex_step(int which, int o) {
  const double h = 1e-30;
  std::vector<cplx> v(vol0, vol0 + NOPT), s(spot0, spot0 + NOPT), k(strike0, strike0 + NOPT), p(NOPT);
  cplx r = rate0;
  if (which == 0)
    v[o] += cplx(0, h);
  if (which == 1)
    s[o] += cplx(0, h);
  if (which == 2)
    k[o] += cplx(0, h);
  if (which == 3)
    r += cplx(0, h);
  return plain<cplx>(v.data(), s.data(), k.data(), r, p.data()).imag() / h;
}

static double rel(double x, double y) { return fabs(x - y) / MAX(1e-8, fabs(y)); }

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  for (int o = 0; o < NOPT; o++) {
    vol0[o] = 0.15 + 0.013 * o;
    strike0[o] = 90.0 + 3.0 * (o % 7);
    spot0[o] = strike0[o] * exp(0.01 * (o % 5) - 0.02);
  }

  ops_decl_const("nprice", 1, "int", &nprice);
  ops_decl_const("xlow", 1, "double", &xlow);
  ops_decl_const("dlog", 1, "double", &dlog);
  ops_decl_const("dtau", 1, "double", &dtau);

  book = ops_decl_block(2, "book");
  int size[2] = {NOPT, nprice}, row[2] = {NOPT, 1}, base[2] = {0, 0}, d_m[2] = {0, -1}, d_p[2] = {0, 1},
      zero[2] = {0, 0};
  double *temp = NULL;
  da = ops_decl_dat(book, 1, size, base, d_m, d_p, temp, "double", "a");
  db = ops_decl_dat(book, 1, size, base, d_m, d_p, temp, "double", "b");
  dc = ops_decl_dat(book, 1, size, base, d_m, d_p, temp, "double", "c");
  dd = ops_decl_dat(book, 1, size, base, d_m, d_p, temp, "double", "d");
  du = ops_decl_dat(book, 1, size, base, d_m, d_p, temp, "double", "u");
  dvol = ops_decl_dat(book, 1, row, base, zero, zero, vol0, "double", "vol");
  dspot = ops_decl_dat(book, 1, row, base, zero, zero, spot0, "double", "spot");
  dstrike = ops_decl_dat(book, 1, row, base, zero, zero, strike0, "double", "strike");
  dprice = ops_decl_dat(book, 1, row, base, zero, zero, temp, "double", "price");
  ops_scalar rate = ops_decl_scalar("rate", &rate0, 1);

  int p1[] = {0, 0}, p3[] = {0, -1, 0, 0, 0, 1}, along[] = {1, 0};
  ops_stencil S00 = ops_decl_stencil(2, 1, p1, "00"), S3 = ops_decl_stencil(2, 3, p3, "price3");
  ops_stencil SX = ops_decl_strided_stencil(2, 1, p1, along, "per_option");
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_partition("");

  ops_tridsolver_params params(book);
  int all[4] = {0, NOPT, 0, nprice}, mid[4] = {0, NOPT, nprice / 2, nprice / 2 + 1}, line[4] = {0, NOPT, 0, 1};

  ops_par_loop(bs_payoff, "bs_payoff", book, 2, all, ops_arg_dat(du, 1, S00, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(bs_matrix, "bs_matrix", book, 2, all, ops_arg_dat(da, 1, S00, "double", OPS_WRITE),
               ops_arg_dat(db, 1, S00, "double", OPS_WRITE), ops_arg_dat(dc, 1, S00, "double", OPS_WRITE),
               ops_arg_dat(dvol, 1, SX, "double", OPS_READ), ops_arg_scalar(rate, 1, "double", OPS_READ),
               ops_arg_idx());
  for (int n = 1; n <= NSTEP; n++) {
    double tau = n * dtau;
    ops_par_loop(bs_rhs, "bs_rhs", book, 2, all, ops_arg_dat(da, 1, S00, "double", OPS_READ),
                 ops_arg_dat(db, 1, S00, "double", OPS_READ), ops_arg_dat(dc, 1, S00, "double", OPS_READ),
                 ops_arg_dat(du, 1, S3, "double", OPS_READ), ops_arg_dat(dd, 1, S00, "double", OPS_WRITE),
                 ops_arg_scalar(rate, 1, "double", OPS_READ), ops_arg_gbl(&tau, 1, "double", OPS_READ), ops_arg_idx());
    ops_tridMultiDimBatch(2, 1, all, da, db, dc, dd, &params);
    ops_par_loop(bs_copy, "bs_copy", book, 2, all, ops_arg_dat(dd, 1, S00, "double", OPS_READ),
                 ops_arg_dat(du, 1, S00, "double", OPS_WRITE));
  }
  ops_par_loop(bs_price, "bs_price", book, 2, mid, ops_arg_dat(du, 1, S3, "double", OPS_READ),
               ops_arg_dat(dspot, 1, SX, "double", OPS_READ), ops_arg_dat(dstrike, 1, SX, "double", OPS_READ),
               ops_arg_dat(dprice, 1, SX, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(bs_book, "bs_book", book, 2, line, ops_arg_dat(dprice, 1, SX, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(total, 1, "double", OPS_INC));
  double value = 0.0, one = 1.0;
  total->get_result<double>(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> price(NOPT), plain_price(NOPT), g[3];
  ops_dat_fetch_data(dprice, 0, (char *)price.data());
  ops_dat inputs[3] = {dvol, dspot, dstrike};
  for (int w = 0; w < 3; w++) {
    g[w].resize(NOPT);
    ops_dat_fetch_derivative(inputs[w], (char *)g[w].data(), OPS_HOST);
  }
  double drate = rate->get_derivative<double>()[0];

  double reference = plain<double>(vol0, spot0, strike0, rate0, plain_price.data());
  double err = rel(value, reference), gerr = rel(drate, complex_step(3, 0));
  for (int o = 0; o < NOPT; o++) {
    err = MAX(err, rel(price[o], plain_price[o]));
    for (int w = 0; w < 3; w++)
      gerr = MAX(gerr, rel(g[w][o], complex_step(w, o)));
  }
  ops_printf("book %.10f  rho %.10f  error of values %.2e  of Greeks %.2e\n", value, drate, err, gerr);
  bool good = err < 1e-11 && gerr < 1e-10;
  ops_printf("black_scholes_batch: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
