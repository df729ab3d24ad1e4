// Patterns on small tori (Swift-Hohenberg): periodic along both axes, halos as deep as the interior, corners read, more processes than cells along an axis.
// Four sizes; the same recording interpreted for two objectives, tangent, product with the second derivative, then a new recording without ops_partition's help.
#define OPS_2D
#include <algorithm>
#include <array>
#include <utility>
#include "ops.hpp"
#include "check.h"

constexpr int steps = 4;
void pattern(const ACC<double>& u, const ACC<double>& r, ACC<double>& next) {
  const double cross = u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1), diagonal = u(1, 1) + u(1, -1) + u(-1, 1) + u(-1, -1), far = u(2, 0) + u(-2, 0) + u(0, 2) + u(0, -2);
  const double corner = u(2, 2) - u(-2, -2) + 0.5 * u(-2, 2);
  next(0, 0) = u(0, 0) + 0.02 * (r(0, 0) * u(0, 0) - u(0, 0) * u(0, 0) * u(0, 0) - (20.0 * u(0, 0) - 8.0 * cross + 2.0 * diagonal + far)) + 0.01 * corner * u(0, 0);
}
void measure(const ACC<double>& u, const int* idx, double* sum, double* least) {
  sum[0] += u(0, 0) * u(0, 0) * (1.0 + idx[0]);
  sum[1] += u(0, 0) * (1.0 - 0.5 * idx[1]);
  *least = MIN(*least, u(0, 0));
}
template <class T>
T plain(const std::vector<T>& x, int n, int m, std::array<double, 3> w, std::vector<T>* end = nullptr) {
  std::vector<T> u(x.begin(), x.begin() + n * m), v(u.size());
  const T* r = x.data() + n * m;
  for (int s = 0; s < steps; ++s) {
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i) {
        auto f = [&](int a, int b) { return u[(i + a + 2 * n) % n + n * ((j + b + 2 * m) % m)]; };
        const T cross = f(1, 0) + f(-1, 0) + f(0, 1) + f(0, -1), diagonal = f(1, 1) + f(1, -1) + f(-1, 1) + f(-1, -1), far = f(2, 0) + f(-2, 0) + f(0, 2) + f(0, -2);
        const T corner = f(2, 2) - f(-2, -2) + 0.5 * f(-2, 2);
        v[i + n * j] = f(0, 0) + 0.02 * (r[i + n * j] * f(0, 0) - f(0, 0) * f(0, 0) * f(0, 0) - (20.0 * f(0, 0) - 8.0 * cross + 2.0 * diagonal + far)) + 0.01 * corner * f(0, 0);
      }
    u.swap(v);
  }
  T s0 = 0, s1 = 0, least = 1e300;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      s0 += u[i + n * j] * u[i + n * j] * (1.0 + i);
      s1 += u[i + n * j] * (1.0 - 0.5 * j);
      if (re(u[i + n * j]) < re(least)) least = u[i + n * j];
    }
  if (end) *end = u;
  return w[0] * s0 + w[1] * s1 + w[2] * least;
}
int run() {
  OPS_instance* instance = OPS_instance::getOPSInstance();
  int offsets[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 1, 1, 1, -1, -1, 1, -1, -1, 2, 0, -2, 0, 0, 2, 0, -2, 2, 2, -2, -2, -2, 2};
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), wide = ops_decl_stencil(2, 16, offsets, "wide");
  struct Torus {
    int n, m;
    ops_block grid;
    ops_dat start, r, now, next;
    std::array<ops_halo_group, 2> around, around_next;
    ops_reduction sum, least;
  };
  std::vector<Torus> tori;
  for (const auto& [n, m] : {std::pair{2, 3}, {7, 2}, {5, 6}, {2, 2}}) {
    const std::string tag = std::to_string(n) + "x" + std::to_string(m);
    Torus t{n, m, ops_decl_block(2, ("torus" + tag).c_str()), {}, {}, {}, {}, {}, {}, {}, {}};
    const auto field = [&](const char* name) { return ops_decl_dat<double>(t.grid, (name + tag).c_str(), {n, m}, {.halo = 2}); };
    t.start = field("start"), t.r = field("r"), t.now = field("now"), t.next = field("next");
    t.around = {ops_decl_halo_periodic(0, {t.now}), ops_decl_halo_periodic(1, {t.now})};
    t.around_next = {ops_decl_halo_periodic(0, {t.next}), ops_decl_halo_periodic(1, {t.next})};
    t.sum = ops_decl_reduction_handle(2 * sizeof(double), "double", ("sum" + tag).c_str());
    t.least = ops_decl_reduction_handle(sizeof(double), "double", ("least" + tag).c_str());
    tori.push_back(t);
  }
  for (Torus& t : tori) {
    const int n = t.n, m = t.m, cells = n * m;
    const std::string what = std::to_string(n) + "x" + std::to_string(m);
    ops_ad_reset();
    std::vector<double> x(2 * cells);
    for (int i = 0; i < 2 * cells; ++i) x[i] = 0.6 * std::sin(2.7 * i + 1.0) + (i < cells ? 0.1 : 0.3);
    ops_dat_set_data(t.start, std::vector<double>(x.begin(), x.begin() + cells));
    ops_dat_set_data(t.r, std::vector<double>(x.begin() + cells, x.end()));
    ops_dat_deep_copy(t.now, t.start);
    int all[] = {0, n, 0, m};
    for (int s = 0; s < steps; ++s, std::swap(t.now, t.next), std::swap(t.around, t.around_next)) {
      for (const ops_halo_group g : t.around) ops_halo_transfer(g);
      ops_par_loop(pattern, "pattern", t.grid, 2, all, ops_arg_dat(t.now, 1, wide, "double", OPS_READ), ops_arg_dat(t.r, 1, point, "double", OPS_READ), ops_arg_dat(t.next, 1, point, "double", OPS_WRITE));
    }
    ops_par_loop(measure, "measure", t.grid, 2, all, ops_arg_dat(t.now, 1, point, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(t.sum, 2, "double", OPS_INC), ops_arg_reduce(t.least, 1, "double", OPS_MIN));
    double found[3];
    t.sum->get_result(found);
    t.least->get_result(found + 2);
    std::vector<double> end;
    plain<double>(x, n, m, {1, 1, 1}, &end);
    check::fields(what + " u", ops_dat_fetch_data<double>(t.now), end, 1e-13);
    const auto gradient = [&](const std::vector<double>& y, std::array<double, 3> w) { return check::gradient(y, [&](const std::vector<Complex>& z) { return plain<Complex>(z, n, m, w); }); };
    const auto both = [&](const std::vector<double>& a, const std::vector<double>& b) {
      std::vector<double> v = a;
      v.insert(v.end(), b.begin(), b.end());
      return v;
    };
    for (const std::array<double, 3> w : {std::array<double, 3>{1.0, 0.5, -2.0}, {0.0, 0.0, 1.0}}) {
      double* s = ops_reduction_get_derivative(t.sum);
      s[0] = w[0], s[1] = w[1];
      *ops_reduction_get_derivative(t.least) = w[2];
      check::number(what + " J", w[0] * found[0] + w[1] * found[1] + w[2] * found[2], plain<double>(x, n, m, w), 1e-13);
      ops_interpret_adjoints(instance);
      const std::vector<double> slope = gradient(x, w);
      check::fields(what + " slope", both(ops_dat_fetch_derivative<double>(t.start), ops_dat_fetch_derivative<double>(t.r)), slope, 1e-12);
      std::vector<double> d0(cells), d1(cells);
      for (int i = 0; i < cells; ++i) d0[i] = std::cos(0.8 * i), d1[i] = std::sin(1.0 + i * i);
      const std::vector<double> d = both(d0, d1);
      double along = 0;
      for (int i = 0; i < 2 * cells; ++i) along += d[i] * slope[i];
      ops_tangent(instance, {ops_ad_along(t.start, d0), ops_ad_along(t.r, d1)});
      const double* moved = ops_reduction_get_tangent(t.sum);
      check::number(what + " tangent", w[0] * moved[0] + w[1] * moved[1] + w[2] * *ops_reduction_get_tangent(t.least), along, 1e-12);
      ops_hessian_vector(instance, {ops_ad_along(t.start, d0), ops_ad_along(t.r, d1)});
      std::vector<double> up = x, down = x;
      for (int i = 0; i < 2 * cells; ++i) up[i] += 1e-5 * d[i], down[i] -= 1e-5 * d[i];
      up = gradient(up, w), down = gradient(down, w);
      for (int i = 0; i < 2 * cells; ++i) up[i] = (up[i] - down[i]) / 2e-5;
      check::fields(what + " hessian", both(ops_dat_fetch_hessian_vector<double>(t.start), ops_dat_fetch_hessian_vector<double>(t.r)), up, 1e-7);
    }
  }
  return check::verdict();
}
int main(int argc, char** argv) { return ops_main(argc, argv, run); }
