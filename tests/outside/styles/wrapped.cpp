// Kernels as template arguments of everything around their loops: free functions, templates of kernels, static members, kernels in tables of types,
// chains of wrappers, default arguments, packs. A reaction network in 2-D; the oracle is a dual number.
#define OPS_2D
#include <cmath>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>
#include "ops_seq_v2.h"

enum { NX = 8, NY = 6, N = NX * NY };
static ops_block grid;
static ops_stencil P, X, Y;
static int all[] = {0, NX, 0, NY};

// --- kernels, generic in the number so that the oracle is a plain transcription, not the same code
inline void decay(const ACC<double>& u, ACC<double>& o, const double* k) { o(0, 0) = u(0, 0) - k[0] * u(0, 0) * u(0, 0); }
template <int D>
struct Diffuse {
static void kernel(const ACC<double>& u, ACC<double>& o) {
  if constexpr (D == 0) o(0, 0) = u(0, 0) + 0.1 * (u(-1, 0) - 2 * u(0, 0) + u(1, 0));
  else o(0, 0) = u(0, 0) + 0.2 * (u(0, -1) - 2 * u(0, 0) + u(0, 1));
}
};
template <class T, int Pow>
struct Power {
  static void kernel(const ACC<T>& u, ACC<T>& o) {
    T r = 1;
    for (int i = 0; i < Pow; ++i) r *= u(0, 0);
    o(0, 0) = r;
  }
  static void sum(const ACC<T>& u, T* s) { *s += Power<T, Pow + 1>::weight * u(0, 0); }
  static constexpr T weight = T(1) / (Pow + 1);
};
namespace fluxes {
constexpr double table[3] = {0.5, -0.25, 0.125};
void poly(const ACC<double>& u, ACC<double>& o) { double s = 0; for (double c : table) s = s * u(0, 0) + c; o(0, 0) += s; }
}  // namespace fluxes

// --- wrappers
template <class Kernels>
void apply(ops_dat u, ops_dat o, ops_stencil s, ops_access how = OPS_WRITE) {
  ops_par_loop(Kernels::kernel, "apply", grid, 2, all, ops_arg_dat(u, 1, s, "double", OPS_READ), ops_arg_dat(o, 1, P, "double", OPS_WRITE));
}
template <auto K>
void apply_rw(ops_dat u, ops_dat o) {
  ops_par_loop(K, "apply_rw", grid, 2, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_dat(o, 1, P, "double", OPS_RW));
}
template <void (&K)(const ACC<double>&, ACC<double>&, const double*)>
void with_rate(ops_dat u, ops_dat o, ops_scalar k) {
  ops_par_loop(K, "with_rate", grid, 2, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_dat(o, 1, P, "double", OPS_WRITE), ops_arg_scalar(k, 1, "double", OPS_READ));
}
template <class First, class... Rest>
struct Chain {
  static void run(ops_dat& u, ops_dat& o, ops_stencil s) {
    apply<First>(u, o, s);
    std::swap(u, o);
    if constexpr (sizeof...(Rest) > 0) Chain<Rest...>::run(u, o, P);
  }
};
template <class Kernels>
double total(ops_dat u, ops_reduction r) {
  ops_par_loop(Kernels::sum, "total", grid, 2, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double v, one = 1.0;
  r->get_result(&v, &one);
  return v;
}
template <int D>
struct Sweep {
  ops_dat from, to;
  template <class K = Diffuse<D>>
  Sweep& go() { apply<K>(from, to, D == 0 ? X : Y); std::swap(from, to); return *this; }
};
template <class F>
void twice(F f) { f(); f(); }

struct Dual { double v, d; };
static Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
static Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
static Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
static Dual c(double x) { return {x, 0}; }
static Dual oracle(std::vector<Dual> u, Dual k) {
  auto at = [](const std::vector<Dual>& a, int i, int j) { return i < 0 || i >= NX || j < 0 || j >= NY ? c(0) : a[j * NX + i]; };
  auto sweep = [&](bool y) {
    auto o = u;
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i)
        o[j * NX + i] = u[j * NX + i] + c(y ? 0.2 : 0.1) * (at(u, i - !y, j - y) - c(2) * u[j * NX + i] + at(u, i + !y, j + y));
    u = o;
  };
  for (int twice = 0; twice < 2; ++twice) {
    for (Dual& x : u) x = x - k * x * x;
    sweep(false), sweep(true), sweep(true);
    for (Dual& x : u) x = x * x;          // chain: cube of the square
    for (Dual& x : u) x = x * x * x;
    for (Dual& x : u) x = (c(0.5) * x + c(-0.25)) * x + c(0.125) + x;
  }
  Dual s = c(0);
  for (Dual& x : u) s = s + c(1.0 / 4) * x;
  return s;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, px[] = {0, 0, -1, 0, 1, 0}, py[] = {0, 0, 0, -1, 0, 1};
  grid = ops_decl_block(2, "grid");
  double* none = NULL;
  ops_dat start = ops_decl_dat(grid, 1, size, base, dm, dp, none, "double", "start"), d[2] = {ops_decl_dat(grid, 1, size, base, dm, dp, none, "double", "a"), ops_decl_dat(grid, 1, size, base, dm, dp, none, "double", "b")};
  P = ops_decl_stencil(2, 1, px, "P"), X = ops_decl_stencil(2, 3, px, "X"), Y = ops_decl_stencil(2, 3, py, "Y");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "r");
  double k0 = 0.3;
  ops_scalar k = ops_decl_scalar("k", &k0, 1);
  ops_partition("");
  std::vector<double> u0(N), way(N);
  for (int i = 0; i < N; ++i) u0[i] = 1.1 + 0.2 * std::sin(1.0 * i), way[i] = std::cos(0.7 * i);
  ops_dat_set_data(start, u0);
  ops_dat u = d[0], o = d[1];
  ops_dat_deep_copy(u, start);
  twice([&] {
    with_rate<decay>(u, o, k);
    std::swap(u, o);
    Sweep<0> x{u, o};
    x.go();
    Sweep<1> y{x.from, x.to};
    y.go().template go<Diffuse<1>>();
    u = y.from, o = y.to;
    Chain<Power<double, 2>, Power<double, 3>>::run(u, o, P);
    ops_dat_deep_copy(o, u);
    apply_rw<fluxes::poly>(u, o);
    std::swap(u, o);
  });
  const double J = total<Power<double, 2>>(u, r);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g = ops_dat_fetch_derivative<double>(start);
  double got = 0.5 * *k->get_derivative<double>();
  std::vector<Dual> x;
  for (int i = 0; i < N; ++i) got += g[i] * way[i], x.push_back({u0[i], way[i]});
  const Dual want = oracle(x, {k0, 0.5});
  const double e1 = std::fabs(J / want.v - 1), e2 = std::fabs(got / want.d - 1);
  ops_printf("J %.15g along %.15g; expected %.15g %.15g\n", J, got, want.v, want.d);
  const bool ok = e1 < 1e-13 && e2 < 1e-12;
  ops_printf("wrapped: %s\n", ok ? "passed" : "failed");
  ops_exit();
  return !ok;
}
