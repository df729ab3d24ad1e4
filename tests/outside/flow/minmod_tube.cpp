// Shock tube with minmod limiter and Rusanov fluxes (1-D, C++ form, two-stage Runge-Kutta): function templates as kernels, a constant
// of a struct type, local arrays, ghost offsets from the index, stencils from one array of offsets. Gradient of the entropy by the
// initial state, against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>
#define OPS_1D
#define OPS_CPP_API
#include "ops_seq_v2.h"
#include "minmod_tube_kernels.h"

gas_params gas = {1.4, 1e-6, 0.2, 61};
static int type_error(const gas_params*, const char* type) { return strcmp(type, "gas_params"); }

typedef std::complex<double> cplx;
static double re(double a) { return a; }
static double re(cplx a) { return a.real(); }
template <class T> T mag(T a) { return re(a) < 0 ? -a : a; }

template <class T> struct Tube
{
  typedef std::vector<T> V;
  int n = gas.cells;
  static T press(const T* q)
  {
    T p = (gas.gamma - 1) * (q[2] - 0.5 * q[1] * q[1] / q[0]);
    return re(p) < gas.floor ? T(gas.floor) : p;
  }
  V rhs(const V& in)
  {
    V q(3 * (n + 4)), s(q), f(3 * (n + 1)), b(in);
    for (int i = -2; i < n + 2; i++)
      for (int c = 0; c < 3; c++)
        q[3 * (i + 2) + c] = in[3 * (i < 0 ? 0 : i >= n ? n - 1 : i) + c];
    for (int i = 3; i < 3 * (n + 3); i++)
    {
      T a = q[i] - q[i - 3], d = q[i + 3] - q[i];
      s[i] = re(a) * re(d) <= 0 ? T(0) : std::fabs(re(a)) < std::fabs(re(d)) ? a : d;
    }
    for (int i = 0; i <= n; i++)
    {
      T l[3], r[3];
      for (int c = 0; c < 3; c++)
        l[c] = q[3 * (i + 1) + c] + 0.5 * s[3 * (i + 1) + c], r[c] = q[3 * (i + 2) + c] - 0.5 * s[3 * (i + 2) + c];
      T pl = press(l), pr = press(r), ul = l[1] / l[0], ur = r[1] / r[0];
      T al = mag(ul) + std::sqrt(gas.gamma * pl / l[0]), ar = mag(ur) + std::sqrt(gas.gamma * pr / r[0]), a = re(al) > re(ar) ? al : ar;
      T fl[3] = {l[1], l[1] * ul + pl, (l[2] + pl) * ul}, fr[3] = {r[1], r[1] * ur + pr, (r[2] + pr) * ur};
      for (int c = 0; c < 3; c++)
        f[3 * i + c] = 0.5 * (fl[c] + fr[c]) - 0.5 * a * (r[c] - l[c]);
    }
    for (int i = 0; i < 3 * n; i++)
      b[i] = in[i] - gas.dtdx * (f[i + 3] - f[i]);
    return b;
  }
  T run(V& q, int steps, double* top)
  {
    for (int k = 0; k < steps; k++)
    {
      V b = rhs(rhs(q));
      for (size_t i = 0; i < q.size(); i++)
        q[i] = 0.5 * q[i] + 0.5 * b[i];
    }
    T sum = 0;
    *top = -1;
    for (int i = 0; i < n; i++)
    {
      T p = press(&q[3 * i]);
      sum += q[3 * i] * std::log(p / std::pow(q[3 * i], gas.gamma));
      *top = std::fmax(*top, re(p));
    }
    return sum;
  }
};

class Solver
{
public:
  ops_block line;
  ops_dat q, q1, s, f;
  ops_stencil c1, lo, hi, three, two, fwd;
  Solver(OPS_instance& ops, double* start)
  {
    line = ops.decl_block(1, "tube");
    int size[] = {gas.cells}, base[] = {0}, dm[] = {-2}, dp[] = {2};
    double* nothing = NULL;
    q = line->decl_dat(3, size, base, dm, dp, start, "double", "q");
    q1 = line->decl_dat(3, size, base, dm, dp, nothing, "double", "q1");
    s = line->decl_dat(3, size, base, dm, dp, nothing, "double", "slope");
    f = line->decl_dat(3, size, base, dm, dp, nothing, "double", "flux");
    int p[] = {-2, -1, 0, 1, 2};
    c1 = ops.decl_stencil(1, 1, p + 2, "c1");
    lo = ops.decl_stencil(1, 3, p + 2, "lo");
    hi = ops.decl_stencil(1, 3, p, "hi");
    three = ops.decl_stencil(1, 3, p + 1, "three");
    two = ops.decl_stencil(1, 2, p + 1, "two");
    fwd = ops.decl_stencil(1, 2, p + 2, "fwd");
  }
  void residual(ops_dat v)
  {
    const int n = gas.cells;
    int left[] = {-2, 0}, right[] = {n, n + 2}, wide[] = {-1, n + 1}, faces[] = {0, n + 1};
    ops_par_loop(ghost<double>, "ghost left", line, 1, left, ops_arg_dat(v, 3, lo, "double", OPS_RW), ops_arg_idx());
    ops_par_loop(ghost<double>, "ghost right", line, 1, right, ops_arg_dat(v, 3, hi, "double", OPS_RW), ops_arg_idx());
    ops_par_loop(slope<double>, "slope", line, 1, wide, ops_arg_dat(v, 3, three, "double", OPS_READ), ops_arg_dat(s, 3, c1, "double", OPS_WRITE));
    ops_par_loop(face_flux<double>, "flux", line, 1, faces, ops_arg_dat(v, 3, two, "double", OPS_READ), ops_arg_dat(s, 3, two, "double", OPS_READ),
                 ops_arg_dat(f, 3, c1, "double", OPS_WRITE));
  }
  void step()
  {
    int all[] = {0, gas.cells};
    double first[2] = {0, 1}, half[2] = {0.5, 0.5};
    residual(q);
    ops_par_loop(stage<double>, "predict", line, 1, all, ops_arg_dat(q, 3, c1, "double", OPS_READ), ops_arg_dat(q, 3, c1, "double", OPS_READ),
                 ops_arg_dat(f, 3, fwd, "double", OPS_READ), ops_arg_dat(q1, 3, c1, "double", OPS_WRITE), ops_arg_gbl(first, 2, "double", OPS_READ));
    residual(q1);
    ops_par_loop(stage<double>, "correct", line, 1, all, ops_arg_dat(q, 3, c1, "double", OPS_READ), ops_arg_dat(q1, 3, c1, "double", OPS_READ),
                 ops_arg_dat(f, 3, fwd, "double", OPS_READ), ops_arg_dat(q, 3, c1, "double", OPS_RW), ops_arg_gbl(half, 2, "double", OPS_READ));
  }
};

int main(int argc, char** argv)
{
  const int steps = 17, n = gas.cells;
  OPS_instance ops(argc, argv, 1);
  ops.decl_const<gas_params>("gas", 1, "gas_params", &gas);
  std::vector<double> q0(3 * n), padded(3 * (n + 4), 1.0);
  for (int i = 0; i < n; i++)
  {
    double r = i < n / 2 ? 1.0 : 0.125 + 0.02 * sin(0.5 * i), p = i < n / 2 ? 1.0 + 0.05 * cos(0.3 * i) : 0.1, u = 0.05 * sin(0.2 * i + 0.1);
    q0[3 * i] = r, q0[3 * i + 1] = r * u, q0[3 * i + 2] = p / (gas.gamma - 1) + 0.5 * r * u * u;
    for (int c = 0; c < 3; c++)
      padded[3 * (i + 2) + c] = q0[3 * i + c];
  }
  Solver sol(ops, padded.data());
  ops_reduction total = ops.decl_reduction_handle(sizeof(double), "double", "entropy");
  ops_reduction top = ops.decl_reduction_handle(sizeof(double), "double", "top pressure");
  ops.partition("x");
  for (int k = 0; k < steps; k++)
    sol.step();
  int all[] = {0, n};
  ops_par_loop(entropy<double>, "entropy", sol.line, 1, all, ops_arg_dat(sol.q, 3, sol.c1, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_INC), ops_arg_reduce(top, 1, "double", OPS_MAX));
  double S, pmax, seed = -2.0;
  total->get_result<double>(&S, &seed);
  top->get_result<double>(&pmax);

  Tube<double> ref;
  std::vector<double> q(q0), got(3 * n), g(3 * n);
  double pref, S0 = ref.run(q, steps, &pref), err = std::fmax(std::fabs(S / S0 - 1), std::fabs(pmax / pref - 1));
  got = ops_dat_fetch_data<double>(sol.q);
  for (int i = 0; i < 3 * n; i++)
    err = std::fmax(err, std::fabs(got[i] - q[i]));

  ops_interpret_adjoints(&ops);
  g = ops_dat_fetch_derivative<double>(sol.q);
  double gerr = 0, gmax = 0;
  for (double v : g)
    gmax = std::fmax(gmax, std::fabs(v));
  for (int i = 0; i < 3 * n; i += 4)
  {
    std::vector<cplx> z(q0.begin(), q0.end());
    z[i] += cplx(0, 1e-40);
    double d, e;
    d = -2.0 * Tube<cplx>().run(z, steps, &e).imag() / 1e-40;
    e = std::fabs(d - g[i]) / gmax;
    if (!(e <= gerr)) gerr = e;
  }
  printf("S %.12g pmax %.12g: values %.2e gradient %.2e\n", S, pmax, err, gerr);
  if (err < 1e-12 && gerr < 1e-10)
  {
    printf("minmod_tube: passed\n");
    return 0;
  }
  printf("minmod_tube: failed\n");
  return 1;
}
