// Solvers as classes of templates over a flux policy and a number type, fields in maps, loops in lambdas, in function objects and through
// function pointers, in the C++ form of the API; values against plain arrays and gradients against differences.
#define OPS_2D
#define OPS_CPP_API
#include "ops_seq_v2.h"

#include <cmath>
#include <iostream>
#include <sstream>

#include "oo_policies.hpp"

namespace {
bool argc_is_large = false;
using source_kernel = void (*)(ACC<double>&, const double*);

struct SourceTerm {
  ops_stencil point;
  double strength;
  bool other;
  int nx, ny;
  void operator()(ops_block b, ops_dat u, int step) const {
    int r[] = {0, nx, 0, ny};
    double k = strength / (1 + step);
    if (other)
      ops_par_loop(flow::kernels::other_source, "other", b, 2, r, ops_arg_dat(u, 1, point, "double", OPS_RW), ops_arg_gbl(&k, 1, "double", OPS_READ));
    else
      ops_par_loop(flow::kernels::heun_source, "heun", b, 2, r, ops_arg_dat(u, 1, point, "double", OPS_RW), ops_arg_gbl(&k, 1, "double", OPS_READ));
  }
};

template <source_kernel k>
void pointed(ops_block b, ops_dat u, ops_stencil p, double strength, int nx, int ny) {
  int r[] = {0, nx, 0, ny};
  ops_par_loop(k, "pointed", b, 2, r, ops_arg_dat(u, 1, p, "double", OPS_RW), ops_arg_gbl(&strength, 1, "double", OPS_READ));
}

template <class R>
std::vector<R> initial(int nx, int ny) {
  std::vector<R> v(nx * ny);
  for (int k = 0; k < nx * ny; ++k) v[k] = (R)(0.3 + 0.2 * std::sin(0.7 * (k % nx)) + 0.15 * std::cos(1.1 * (k / nx)));
  return v;
}

template <class Policy, class R>
int check(const char* what, flow::Solver<Policy, R>& s, int nx, int ny, OPS_instance& ops, std::function<double(double, int)> source, double tol) {
  int bad = 0;
  const int steps = 4;
  std::vector<R> v = initial<R>(nx, ny);
  ops_ad_reset(&ops);
  s.set(v);
  flow::Base& b = s;
  double J = argc_is_large ? b.run(steps) : s.run(steps), P = flow::plain<Policy, R>(v, nx, ny, steps, s.speed, s.dt, source);
  if (!(std::fabs(J - P) <= tol * P)) bad++, ops_printf("%s: %.15g, plain %.15g\n", what, J, P);
  ops_interpret_adjoints(&ops);
  std::vector<R> g = s.gradient();
  double sum = 0;
  for (size_t k = 0; k < g.size(); ++k) {
    sum += g[k] * std::cos((double)k);
    if (k % 5) continue;
    std::vector<double> x(v.begin(), v.end()), y = x;
    x[k] += 1e-5, y[k] -= 1e-5;
    double c[2] = {s.speed[0], s.speed[1]}, dt = s.dt;
    double fd = (flow::plain<Policy, double>(x, nx, ny, steps, c, dt, source) - flow::plain<Policy, double>(y, nx, ny, steps, c, dt, source)) / 2e-5;
    if (!(std::fabs(fd - g[k]) <= tol * 1e4 * (1 + std::fabs(fd)))) bad++, ops_printf("%s %d: %.10g, differences %.10g\n", what, (int)k, (double)g[k], fd);
  }
  ops_printf("%s: %a, gradient %a\n", what, J, sum);
  return bad;
}
}  // namespace

int main(int argc, char** argv) {
  int bad = 0;
  std::stringstream log;
  {
    OPS_instance ops(argc, argv, 1, std::cout);
    try {
      auto upwind = std::make_unique<flow::Solver<flow::kernels::Upwind, double>>(ops, 11, 8, "upwind");
      auto rusanov = std::make_unique<flow::Solver<flow::kernels::Rusanov, float>>(ops, 9, 10, "rusanov");
      flow::Solver<flow::kernels::Burgers, double> burgers(ops, 8, 9, "burgers"), pointer(ops, 7, 6, "pointer");
      int zero[] = {0, 0};
      ops_stencil point = ops.decl_stencil(2, 1, zero, "point");
      ops.partition("");
      burgers.source_ = SourceTerm{point, 0.05, false, 8, 9};
      void (*choice)(ops_block, ops_dat, ops_stencil, double, int, int) = argc > 100 ? pointed<flow::kernels::heun_source> : pointed<flow::kernels::other_source>;
      pointer.source_ = [=](ops_block b, ops_dat u, int) { choice(b, u, point, 0.02, 7, 6); };
      bad += check<flow::kernels::Upwind, double>("upwind", *upwind, 11, 8, ops, nullptr, 1e-12);
      bad += check<flow::kernels::Rusanov, float>("rusanov", *rusanov, 9, 10, ops, nullptr, 1e-6);
      bad += check<flow::kernels::Burgers, double>("burgers", burgers, 8, 9, ops, [](double u, int n) { return u + 0.05 / (1 + n) * std::tanh(u); }, 1e-12);
      bad += check<flow::kernels::Burgers, double>("pointer", pointer, 7, 6, ops, [](double u, int) { return u - 0.02 * u * u; }, 1e-12);
      ops.timing_output(log);
      ops_printf(bad ? "FAIL\n" : "PASS\n");
    } catch (OPSException& e) {
      std::cout << "exception: " << e.what() << "\nFAIL\n";
      bad = 1;
    }
    ops.exit();
  }
  return bad != 0;
}
