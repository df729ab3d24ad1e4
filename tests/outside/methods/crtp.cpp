// C++ form: a solver by static polymorphism (CRTP) in float and double on two instances, kernels as static members of policy templates, an adjoint
// written by hand beside them (ACC_A1S spelling), tangents, the dot test, scalars, mixed precision. Oracle: plain loops, differences.
#define OPS_2D
#define OPS_CPP_API
#include <cmath>
#include <cstdio>
#include <sstream>
#include <type_traits>
#include <vector>
#include "ops_seq_v2.h"
constexpr int nx = 10, ny = 8, turns = 5;
template <class T> constexpr const char* name_of() { return std::is_same_v<T, float> ? "float" : "double"; }
template <class T>
struct Logistic { static constexpr T rate(T x) { return x * (T(1) - x); } };
template <class T>
struct Allee { static T rate(T x) { return x * (T(1) - x) * (x - T(0.2)); } };
template <class T, template <class> class Law>
struct Kernels {
  static void react(const ACC<T>& u, ACC<T>& v, const T* s) { v(0, 0) = u(0, 0) + s[0] * Law<T>::rate(u(0, 0)); }
  static void total(const ACC<T>& u, const ACC<double>& weight, double* sum) { *sum += weight(0, 0) * u(0, 0) * u(0, 0); }
};
void spread(const ACC<double>& u, ACC<double>& v, const double* s) { v(0, 0) = u(0, 0) + s[1] * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u(0, 0)); }
void spread_adjoint(const ACC<double>& u, ACC_A1S<double>& u_a1s, ACC<double>& v, ACC_A1S<double>& v_a1s, const double* s, double* s_a1s) {
  const double b = v_a1s(0, 0);
  u_a1s(0, 0) += b * (1 - 4 * s[1]);
  u_a1s(1, 0) += b * s[1]; u_a1s(-1, 0) += b * s[1]; u_a1s(0, 1) += b * s[1]; u_a1s(0, -1) += b * s[1];
  s_a1s[1] += b * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u(0, 0));
  v_a1s(0, 0) = 0;
}
void spread_f(const ACC<float>& u, ACC<float>& v, const float* s) { v(0, 0) = u(0, 0) + s[1] * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u(0, 0)); }
template <class Derived, class T>
class Solver {
 public:
  OPS_instance* inst; ops_block block; ops_dat u, v, weight; ops_scalar s; ops_reduction sum; ops_stencil S0, S5;
  int all[4] = {0, nx, 0, ny};
  explicit Solver(OPS_instance* i, const T* p) : inst(i), block(i->decl_block(2, "grid")) {
    int size[] = {nx, ny}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, o[] = {0, 0}, c[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    T* none = nullptr; double* no = nullptr;
    u = block->decl_dat(1, size, base, dm, dp, none, name_of<T>(), "u"); v = block->decl_dat(1, size, base, dm, dp, none, name_of<T>(), "v");
    weight = block->decl_dat(1, size, base, dm, dp, no, "double", "weight");
    S0 = inst->decl_stencil(2, 1, o, "0"); S5 = inst->decl_stencil(2, 5, c, "5");
    s = inst->template decl_scalar<T>("s", p, 2); sum = inst->decl_reduction_handle(sizeof(double), "double", "sum");
  }
  double run(const std::vector<T>& start, const std::vector<double>& w) {
    ops_dat_set_data(u, start); ops_dat_set_data(weight, w);
    for (int t = 0; t < turns; ++t) { static_cast<Derived*>(this)->reaction(); static_cast<Derived*>(this)->diffusion(); }
    static_cast<Derived*>(this)->measure();
    double r; const double one = 1.0; sum->template get_result<double>(&r, &one);
    return r;
  }
};
template <class T, template <class> class Law>
class Spread : public Solver<Spread<T, Law>, T> {
  using K = Kernels<T, Law>;
 public:
  Spread(OPS_instance* i, const T* p) : Solver<Spread, T>(i, p) {}
  void reaction() { ops_par_loop((K::react), "react", this->block, 2, this->all, ops_arg_dat(this->u, 1, this->S0, name_of<T>(), OPS_READ), ops_arg_dat(this->v, 1, this->S0, name_of<T>(), OPS_WRITE), ops_arg_scalar(this->s, 2, name_of<T>(), OPS_READ)); }
  void diffusion() {
    if constexpr (std::is_same_v<T, double>) ops_par_loop(spread, "spread", this->block, 2, this->all, ops_arg_dat(this->v, 1, this->S5, "double", OPS_READ), ops_arg_dat(this->u, 1, this->S0, "double", OPS_WRITE), ops_arg_scalar(this->s, 2, "double", OPS_READ));
    else ops_par_loop(spread_f, "spread_f", this->block, 2, this->all, ops_arg_dat(this->v, 1, this->S5, "float", OPS_READ), ops_arg_dat(this->u, 1, this->S0, "float", OPS_WRITE), ops_arg_scalar(this->s, 2, "float", OPS_READ));
  }
  void measure() { ops_par_loop(K::total, "total", this->block, 2, this->all, ops_arg_dat(this->u, 1, this->S0, name_of<T>(), OPS_READ), ops_arg_dat(this->weight, 1, this->S0, "double", OPS_READ), ops_arg_reduce(this->sum, 1, "double", OPS_INC)); }
};
static double plain(bool allee, const std::vector<double>& start, const std::vector<double>& w, double a, double d) {
  std::vector<double> u((nx + 2) * (ny + 2)), v(u); auto P = [](int i, int j) { return (j + 1) * (nx + 2) + i + 1; }; double r = 0;
  for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) u[P(i, j)] = start[j * nx + i];
  for (int t = 0; t < turns; ++t) {
    for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) { const double x = u[P(i, j)]; v[P(i, j)] = x + a * x * (1 - x) * (allee ? x - 0.2 : 1); }
    for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) u[P(i, j)] = v[P(i, j)] + d * (v[P(i + 1, j)] + v[P(i - 1, j)] + v[P(i, j + 1)] + v[P(i, j - 1)] - 4 * v[P(i, j)]);
  }
  for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) r += w[j * nx + i] * u[P(i, j)] * u[P(i, j)];
  return r;
}
template <class T, template <class> class Law>
bool test(int argc, char** argv, bool allee, double tol, double h) {
  std::ostringstream log;
  auto inst = new OPS_instance(argc, argv, 1, log);
  const T p[] = {T(0.5), T(0.125)};
  Spread<T, Law> solver(inst, p);
  inst->partition("");
  std::vector<double> start(nx * ny), w(nx * ny), dir(nx * ny);
  for (int i = 0; i < nx * ny; ++i) start[i] = float(0.5 + 0.4 * std::sin(0.9 * i)), w[i] = 1 + 0.3 * std::cos(i), dir[i] = float(std::sin(3.0 * i));
  const double r = solver.run(std::vector<T>(start.begin(), start.end()), w), q = plain(allee, start, w, p[0], p[1]);
  ops_interpret_adjoints(inst);
  std::vector<T> g(nx * ny), td(dir.begin(), dir.end()); std::vector<double> gw(nx * ny);
  g = ops_dat_fetch_derivative<T>(solver.u); gw = ops_dat_fetch_derivative<double>(solver.weight);
  double worst = 0, along = 0, dot_g = 0;
  auto slope = [&](double& x) { const double keep = x; x = keep + h; const double a = plain(allee, start, w, p[0], p[1]); x = keep - h; const double b = plain(allee, start, w, p[0], p[1]); x = keep; return (a - b) / (2 * h); };
  for (int i = 0; i < nx * ny; ++i) { const double s = slope(start[i]); worst = std::fmax(worst, std::fmax(std::fabs(s - g[i]), std::fabs(slope(w[i]) - gw[i]))); along += s * dir[i]; dot_g += g[i] * dir[i]; }
  const T* gs = solver.s->template get_derivative<T>();
  worst = std::fmax(worst, std::fabs((plain(allee, start, w, p[0] + h, p[1]) - plain(allee, start, w, p[0] - h, p[1])) / (2 * h) - gs[0]) * 0.1);
  worst = std::fmax(worst, std::fabs((plain(allee, start, w, p[0], p[1] + h) - plain(allee, start, w, p[0], p[1] - h)) / (2 * h) - gs[1]) * 0.1);
  ops_tangent(inst, {ops_ad_along(solver.u, td)});
  const double t = *ops_reduction_get_tangent<double>(solver.sum);
  const auto dot = ops_ad_dot_test(inst, {solver.u, solver.weight});
  const bool good = std::fabs(r - q) < tol * std::fabs(q) && worst < tol * 100 && std::fabs(t - along) < tol * 1000 && (dot.passed || dot.inconclusive);
  std::printf("%s: %.10g %.10g gradient %.2e tangent %.8g %.8g (%.8g) dot %s\n", name_of<T>(), r, q, worst, t, along, dot_g, dot.verdict.c_str());
  inst->exit();
  delete inst;
  return good;
}
int main(int argc, char** argv) {
  const bool a = test<double, Logistic>(argc, argv, false, 1e-9, 1e-6), b = test<double, Logistic>(argc, argv, false, 1e-9, 1e-6), c = test<float, Allee>(argc, argv, true, 2e-6, 1e-6);
  std::printf("%s\n", a && b && c ? "passed" : "failed");
  return !(a && b && c);
}
