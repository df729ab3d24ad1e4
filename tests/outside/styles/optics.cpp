// Rich kernels: constexpr tables, local structs, lambdas, early returns, while loops with breaks, an integer map of materials (short), templates of helpers,
// an input deck read by string streams into a table of pointers. Light through layers in 2-D. Oracle: complex step of the same formulas in plain loops.
#define OPS_2D
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>
#include "ops_seq_v2.h"

enum Material : short { AIR = 0, GLASS, DYE, WALL };
struct Layer {
  double index, absorb;
};
constexpr Layer layers[4] = {{1.0, 0.01}, {1.5, 0.05}, {1.3, 0.4}, {1.0, 2.0}};
constexpr std::array<double, 4> nodes{-0.861136311594053, -0.339981043584856, 0.339981043584856, 0.861136311594053};
constexpr double weights[] = {0.347854845137454, 0.652145154862546, 0.652145154862546, 0.347854845137454};
template <class T>
inline T bleached(const Layer& l, T light, double sat) {
  return l.absorb / (1.0 + light / sat);
}
template <int N, class T>
inline T power(T x) {
  if constexpr (N == 0) return T(1);
  else return x * power<N - 1>(x);
}
struct Ray {
  double left, path;
  double step(double k) { path += 0.5; return left *= 1.0 - 0.5 * k; }
};
double sat;  // published constant
void paint(ACC<short>& m, const int* idx) {
  m(0, 0) = AIR;
  if (idx[0] == 0 || idx[1] == 0) { m(0, 0) = WALL; return; }
  const int r2 = (idx[0] - 5) * (idx[0] - 5) + (idx[1] - 4) * (idx[1] - 4);
  if (r2 < 4) { m(0, 0) = DYE; return; }
  if ((idx[0] + 2 * idx[1]) % 5 == 0) m(0, 0) = GLASS;
}
void march(const ACC<double>& in, const ACC<short>& m, ACC<double>& out, const double* dose, const int* limit) {
  const Layer& here = layers[m(0, 0)];
  if (m(0, 0) == WALL) {
    out(0, 0) = 0.25 * in(0, 0) * in(1, 0);
    return;
  }
  auto mean = [&](int i, int j) { return m(i, j) == WALL ? in(0, 0) : 0.5 * (in(0, 0) + in(i, j)); };
  double light = mean(-1, 0) * 0.4 + mean(0, -1) * 0.35 + mean(1, 0) * 0.25;
  Ray ray{light, 0.0};
  int n = 0;
  while (true) {
    const double k = bleached(here, ray.left, sat);
    if (k < 0.02 || n >= *limit) break;
    ray.step(k * here.index);
    if (ray.left < 0.3 && n > 1) break;
    ++n;
  }
  double glow = 0.0;
  for (std::size_t q = 0; q < nodes.size(); ++q) {
    const double x = 0.5 * (nodes[q] + 1.0) * ray.left;
    if (m(0, 0) != DYE) continue;
    glow += 0.5 * weights[q] * power<3>(x) * dose[m(0, 0)];
  }
  out(0, 0) = ray.left + glow + 0.01 * ray.path * ray.left;
}
void seen(const ACC<double>& u, const ACC<short>& m, double* s) {
  if (m(0, 0) == WALL) return;
  *s += u(0, 0) * u(0, 0) * layers[m(0, 0)].index;
}
using C = std::complex<double>;
static C oracle(const std::vector<C>& start, const std::vector<C>& dose, const std::vector<short>& m, int nx, int ny, int limit, int steps) {
  std::vector<C> u = start, o(u.size());
  auto at = [&](const std::vector<C>& a, int i, int j) { return i < 0 || j < 0 || i >= nx || j >= ny ? C(0) : a[j * nx + i]; };
  auto mat = [&](int i, int j) { return i < 0 || j < 0 || i >= nx || j >= ny ? short(0) : m[j * nx + i]; };
  for (int s = 0; s < steps; ++s, std::swap(u, o))
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const short k = mat(i, j);
        const C a = at(u, i, j);
        if (k == WALL) { o[j * nx + i] = 0.25 * a * at(u, i + 1, j); continue; }
        auto mean = [&](int x, int y) { return mat(i + x, j + y) == WALL ? a : 0.5 * (a + at(u, i + x, j + y)); };
        C left = mean(-1, 0) * 0.4 + mean(0, -1) * 0.35 + mean(1, 0) * 0.25;
        double path = 0;
        for (int n = 0;; ++n) {
          const C b = layers[k].absorb / (1.0 + left / sat);
          if (b.real() < 0.02 || n >= limit) break;
          path += 0.5, left *= 1.0 - 0.5 * b * layers[k].index;
          if (left.real() < 0.3 && n > 1) break;
        }
        C glow = 0;
        if (k == DYE) for (int q = 0; q < 4; ++q) { const C x = 0.5 * (nodes[q] + 1) * left; glow += 0.5 * weights[q] * x * x * x * dose[k]; }
        o[j * nx + i] = left + glow + 0.01 * path * left;
      }
  C J = 0;
  for (std::size_t c = 0; c < u.size(); ++c) if (m[c] != WALL) J += u[c] * u[c] * layers[m[c]].index;
  return J;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int nx = 1, ny = 1, steps = 1, limit = 1;
  const std::map<std::string, int*> words{{"nx", &nx}, {"ny", &ny}, {"steps", &steps}, {"limit", &limit}};
  std::istringstream deck("# deck\nnx 11\nny 9\nsteps 5\nsaturation 0.8\nlimit 6\n");
  for (std::string line, word; std::getline(deck, line);) {
    std::istringstream one(line);
    if (!(one >> word) || word[0] == '#') continue;
    if (auto w = words.find(word); w != words.end()) one >> *w->second;
    else if (word == "saturation") one >> sat;
  }
  ops_decl_const("sat", 1, "double", &sat);
  ops_block b = ops_decl_block(2, "box");
  int size[] = {nx, ny}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, all[] = {0, nx, 0, ny}, zero[] = {0, 0}, cross[] = {0, 0, -1, 0, 1, 0, 0, -1};
  ops_stencil P = ops_decl_stencil(2, 1, zero, "P"), S = ops_decl_stencil(2, 4, cross, "S");
  ops_dat start = ops_decl_dat(b, 1, size, base, dm, dp, (double*)NULL, "double", "start"), u = ops_decl_dat(b, 1, size, base, dm, dp, (double*)NULL, "double", "u"),
          o = ops_decl_dat(b, 1, size, base, dm, dp, (double*)NULL, "double", "o"), m = ops_decl_dat(b, 1, size, base, dm, dp, (short*)NULL, "short", "m");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "seen");
  double d0[4] = {0.1, 0.2, 0.7, 0.3};
  ops_scalar dose = ops_decl_scalar("dose", d0, 4);
  ops_partition("");
  const int N = nx * ny;
  std::vector<double> u0(N), w(N);
  for (int i = 0; i < N; ++i) u0[i] = 0.9 + 0.3 * std::sin(1.7 * i), w[i] = std::cos(0.9 * i);
  ops_dat_set_data(start, u0);
  ops_par_loop(paint, "paint", b, 2, all, ops_arg_dat(m, 1, P, "short", OPS_WRITE), ops_arg_idx());
  ops_dat_deep_copy(u, start);
  for (int s = 0; s < steps; ++s, std::swap(u, o)) {
    ops_ad_step();
    ops_par_loop(march, "march", b, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(m, 1, S, "short", OPS_READ), ops_arg_dat(o, 1, P, "double", OPS_WRITE),
                 ops_arg_scalar(dose, 4, "double", OPS_READ), ops_arg_gbl(&limit, 1, "int", OPS_READ));
  }
  ops_par_loop(seen, "seen", b, 2, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_dat(m, 1, P, "short", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double J, one = 1;
  r->get_result(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  auto g = ops_dat_fetch_derivative<double>(start);
  auto gd = ops_scalar_fetch_derivative<double>(dose);
  auto mats = ops_dat_fetch_data<short>(m);
  bool ok = true;
  if (ops_num_procs() == 1) {
    double got = 0.4 * gd[2] + gd[0] + gd[1] + gd[3];
    std::vector<C> x, dd(d0, d0 + 4);
    for (int i = 0; i < N; ++i) got += g[i] * w[i], x.push_back(C(u0[i], 1e-30 * w[i]));
    dd[2] += C(0, 0.4e-30);
    const C want = oracle(x, dd, mats, nx, ny, limit, steps);
    ops_printf("along %.14g expected %.14g\n", got, want.imag() * 1e30);
    ok = std::fabs(J / want.real() - 1) < 1e-13 && std::fabs(got / (want.imag() * 1e30) - 1) < 1e-11;
  }
  ops_printf("J %.15g\noptics: %s\n", J, ok ? "passed" : "failed");
  ops_exit();
  return !ok;
}
