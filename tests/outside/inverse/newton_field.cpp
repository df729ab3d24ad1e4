// The parameter field of a nonlinear elliptic problem from measurements, by Newton's method with conjugate gradients on products with the
// Hessian of a three-dimensional Allen-Cahn run: first and second derivatives, tangents along a scalar, and checks of symmetry. The whole
// optimisation runs in an instance of the C++ form, once for each of two instances. Oracle: the Hessian by an adjoint by hand,
// differentiated by the complex step.
#define OPS_3D
#define OPS_CPP_API
#include <cmath>
#include <complex>
#include <cstdio>
#include <memory>
#include <vector>

#include "ops_seq_v2.h"

#define NX 4
#define NY 3
#define NZ 3
#define CELLS (NX * NY * NZ)
#define STEPS 6

static void begin(const ACC<double> &m, ACC<double> &u) { u(0, 0, 0) = 0.5 * m(0, 0, 0); }
static void react(const ACC<double> &u, const ACC<double> &m, ACC<double> &next, const double *k) {
  const double around = u(1, 0, 0) + u(-1, 0, 0) + u(0, 1, 0) + u(0, -1, 0) + u(0, 0, 1) + u(0, 0, -1) - 6.0 * u(0, 0, 0);
  next(0, 0, 0) = u(0, 0, 0) + 0.1 * *k * around + 0.2 * (u(0, 0, 0) - u(0, 0, 0) * u(0, 0, 0) * u(0, 0, 0)) * exp(0.3 * m(0, 0, 0));
}
static void misfit(const ACC<double> &u, const ACC<double> &m, const ACC<double> &data, double *j) {
  const double d = u(0, 0, 0) - data(0, 0, 0);
  *j += 0.5 * d * d + 0.05 * m(0, 0, 0) * m(0, 0, 0);
}

typedef std::complex<double> C;
typedef std::vector<C> Field;
static C lap(const Field &f, int q) {
  int i = q % NX, j = q / NX % NY, k = q / NX / NY;
  C s = -6.0 * f[q];
  if (i) s += f[q - 1];
  if (i < NX - 1) s += f[q + 1];
  if (j) s += f[q - NX];
  if (j < NY - 1) s += f[q + NX];
  if (k) s += f[q - NX * NY];
  if (k < NZ - 1) s += f[q + NX * NY];
  return s;
}
static Field gradient(const Field &m, const std::vector<double> &data, C rate, C *value, C *by_rate) {
  std::vector<Field> u(STEPS + 1, Field(CELLS));
  Field b(CELLS), g(CELLS);
  *value = 0, *by_rate = 0;
  for (int q = 0; q < CELLS; q++) u[0][q] = 0.5 * m[q];
  for (int s = 0; s < STEPS; s++)
    for (int q = 0; q < CELLS; q++)
      u[s + 1][q] = u[s][q] + 0.1 * rate * lap(u[s], q) + 0.2 * (u[s][q] - u[s][q] * u[s][q] * u[s][q]) * exp(0.3 * m[q]);
  for (int q = 0; q < CELLS; q++) {
    b[q] = u[STEPS][q] - data[q], g[q] = 0.1 * m[q];
    *value += 0.5 * b[q] * b[q] + 0.05 * m[q] * m[q];
  }
  for (int s = STEPS - 1; s >= 0; s--) {
    Field c(CELLS);
    for (int q = 0; q < CELLS; q++) {
      C e = exp(0.3 * m[q]), v = u[s][q];
      *by_rate += 0.1 * b[q] * lap(u[s], q);
      g[q] += b[q] * 0.2 * (v - v * v * v) * e * 0.3;
      c[q] = b[q] * (1.0 + 0.2 * (1.0 - 3.0 * v * v) * e) + 0.1 * rate * lap(b, q);
    }
    b = c;
  }
  for (int q = 0; q < CELLS; q++) g[q] += 0.5 * b[q];
  return g;
}

struct Inversion {
  OPS_instance *ops;
  ops_block box;
  ops_dat m, u[2], data;
  ops_stencil S0, S7;
  ops_scalar k;
  ops_reduction j;
  double rate;
  Inversion(int argc, char **argv, double k0) : ops(new OPS_instance(argc, argv, 1)), rate(k0) {
    int size[] = {NX, NY, NZ}, zero[] = {0, 0, 0}, dm[] = {-1, -1, -1}, dp[] = {1, 1, 1},
        star[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    double *none = nullptr;
    box = ops->decl_block(3, "box");
    m = box->decl_dat(1, size, zero, zero, zero, none, "double", "m");
    for (int i = 0; i < 2; i++) u[i] = box->decl_dat(1, size, zero, dm, dp, none, "double", i ? "u1" : "u0");
    data = box->decl_dat_passive(1, size, zero, zero, zero, none, "double", "data");
    S0 = ops->decl_stencil(3, 1, star, "S0"), S7 = ops->decl_stencil(3, 7, star, "S7");
    k = ops->decl_scalar<double>("k", &rate, 1);
    j = ops->decl_reduction_handle(sizeof(double), "double", "j");
    ops->partition("");
  }
  ~Inversion() {
    ops->exit();
    delete ops;
  }
  double run(const std::vector<double> &x) {
    int all[] = {0, NX, 0, NY, 0, NZ};
    ops_ad_reset(ops);
    ops_dat_set_data(m, x);
    ops_par_loop(begin, "begin", box, 3, all, ops_arg_dat(m, 1, S0, "double", OPS_READ), ops_arg_dat(u[0], 1, S0, "double", OPS_WRITE));
    for (int s = 0; s < STEPS; s++) {
      ops_ad_step(ops);
      ops_par_loop(react, "react", box, 3, all, ops_arg_dat(u[s % 2], 1, S7, "double", OPS_READ), ops_arg_dat(m, 1, S0, "double", OPS_READ),
                   ops_arg_dat(u[1 - s % 2], 1, S0, "double", OPS_WRITE), ops_arg_scalar(k, 1, "double", OPS_READ));
    }
    ops_par_loop(misfit, "misfit", box, 3, all, ops_arg_dat(u[STEPS % 2], 1, S0, "double", OPS_READ),
                 ops_arg_dat(m, 1, S0, "double", OPS_READ), ops_arg_dat(data, 1, S0, "double", OPS_READ),
                 ops_arg_reduce(j, 1, "double", OPS_INC));
    double value, one = 1.0;
    j->get_result(&value, &one);
    ops_interpret_adjoints(ops);
    return value;
  }
  std::vector<double> slope() {
    return ops_dat_fetch_derivative<double>(m);
  }
  std::vector<double> times(const std::vector<double> &v) {
    ops_hessian_vector(ops, {ops_ad_along(m, v)});
    return ops_dat_fetch_hessian_vector<double>(m);
  }
};

static double dot(const std::vector<double> &a, const std::vector<double> &b) {
  double s = 0;
  for (int q = 0; q < CELLS; q++) s += a[q] * b[q];
  return s;
}

static bool invert(int argc, char **argv, double rate) {
  Inversion problem(argc, argv, rate);
  std::vector<double> x(CELLS), data(CELLS);
  for (int q = 0; q < CELLS; q++) data[q] = 0.5 * sin(1.3 * q), x[q] = 0.1 * cos(0.4 * q);
  ops_dat_set_data(problem.data, data);
  bool right = true;
  double norm = 0;
  for (int newton = 0; newton < 9; newton++) {
    double value = problem.run(x), off = 0, off_second = 0, largest = 0;
    std::vector<double> g = problem.slope(), p(CELLS), s(CELLS), r = g;
    for (int q = 0; q < CELLS; q++) r[q] = -g[q];
    p = r;
    double rr = dot(r, r);
    norm = sqrt(rr);
    // products with the first directions are compared
    for (int k = 0; k < 30 && rr > 1e-28; k++) {
      std::vector<double> hp = problem.times(p);
      if (k < 3) {
        Field z(CELLS);
        C v, by_rate;
        for (int q = 0; q < CELLS; q++) z[q] = C(x[q], 1e-40 * p[q]);
        Field exact = gradient(z, data, rate, &v, &by_rate);
        off = fmax(off, fabs(v.real() - value));
        double step_rate = *problem.k->get_derivative<double>();
        off = fmax(off, fabs(by_rate.real() - step_rate));
        for (int q = 0; q < CELLS; q++) {
          off = fmax(off, fabs(exact[q].real() - g[q]));
          off_second = fmax(off_second, fabs(exact[q].imag() / 1e-40 - hp[q])), largest = fmax(largest, fabs(hp[q]));
        }
      }
      double alpha = rr / dot(p, hp);
      for (int q = 0; q < CELLS; q++) s[q] += alpha * p[q], r[q] -= alpha * hp[q];
      double fresh = dot(r, r);
      for (int q = 0; q < CELLS; q++) p[q] = r[q] + fresh / rr * p[q];
      rr = fresh;
    }
    std::printf("newton %d: value %.10g, gradient %.2e, off by %.1e, second derivatives off by %.1e of %.1e\n", newton, value, norm, off,
                off_second, largest);
    right = right && off < 1e-13 && off_second <= 1e-12 * largest;
    for (int q = 0; q < CELLS; q++) x[q] += s[q];
  }
  return right && norm < 1e-10;
}

int main(int argc, char **argv) {
  bool right = invert(argc, argv, 0.6);
  right = invert(argc, argv, 0.9) && right;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
