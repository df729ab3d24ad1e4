// Tridiagonal systems of every shape that several processes treat differently: few and long, many and short, one row each, one system; along both axes of a
// plane; double and float; over a part of the block; gradients by all four arrays. Oracle: Thomas' algorithm and its adjoint by hand.
#define OPS_2D
#include <algorithm>
#include "ops.hpp"
#include "check.h"

void weigh(const ACC<double>& u, const int* idx, double* sum) { *sum += (1.0 + 0.01 * (idx[0] % 7) - 0.02 * (idx[1] % 5)) * u(0, 0) * u(0, 0); }
void weigh_float(const ACC<float>& u, const int* idx, double* sum) { *sum += (1.0 + 0.01 * (idx[0] % 7) - 0.02 * (idx[1] % 5)) * u(0, 0) * u(0, 0); }

// x := solution; t := adjoint solution for dJ/dx = g
template <class T>
void thomas(const T* a, const T* b, const T* c, const T* d, double* x, int n) {
  std::vector<double> cc(n), dd(n);
  for (int r = 0; r < n; ++r) {
    const double pivot = r ? b[r] - a[r] * cc[r - 1] : double(b[r]);
    cc[r] = c[r] / pivot;
    dd[r] = (r ? d[r] - a[r] * dd[r - 1] : double(d[r])) / pivot;
  }
  for (int r = n - 1; r >= 0; --r) x[r] = r + 1 < n ? dd[r] - cc[r] * x[r + 1] : dd[r];
}

template <class T>
void one(int nx, int ny, int axis, bool part) {
  const std::string tag = (sizeof(T) == 4 ? "float " : "double ") + std::to_string(nx) + "x" + std::to_string(ny) + " along " + std::to_string(axis) + (part ? " in part" : "");
  ops_ad_reset();
  ops_block grid = ops_decl_block(2, tag.c_str());
  const char* type = sizeof(T) == 4 ? "float" : "double";
  const auto field = [&](const char* name) { return ops_decl_dat<T>(grid, (name + tag).c_str(), {nx, ny}); };
  ops_dat a = field("a"), b = field("b"), c = field("c"), d = field("d"), x = field("x");
  int zero[] = {0, 0};
  ops_stencil point = ops_decl_stencil(2, 1, zero, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", tag.c_str());
  std::vector<T> va(nx * ny), vb(va), vc(va), vd(va);
  for (int i = 0; i < nx * ny; ++i) va[i] = T(-0.4 - 0.1 * std::sin(i)), vb[i] = T(1.5 + 0.2 * std::cos(2.0 * i)), vc[i] = T(-0.5 + 0.1 * std::cos(i)), vd[i] = T(std::sin(0.3 * i) + 0.1);
  ops_dat_set_data(a, va), ops_dat_set_data(b, vb), ops_dat_set_data(c, vc), ops_dat_set_data(d, vd);
  int range[] = {0, nx, 0, ny};
  if (part) range[0] = nx > 3 ? 1 : 0, range[1] = nx > 3 ? nx - 1 : nx, range[2] = ny > 3 ? 2 : 0;
  ops_dat_deep_copy(x, d);
  ops_tridMultiDimBatch(2, axis, range, a, b, c, x, nullptr);
  if constexpr (sizeof(T) == 4)
    ops_par_loop(weigh_float, "weigh_float", grid, 2, range, ops_arg_dat(x, 1, point, type, OPS_READ), ops_arg_idx(), ops_arg_reduce(sum, 1, "double", OPS_INC));
  else
    ops_par_loop(weigh, "weigh", grid, 2, range, ops_arg_dat(x, 1, point, type, OPS_READ), ops_arg_idx(), ops_arg_reduce(sum, 1, "double", OPS_INC));
  const double j = ops_ad_objective(sum);
  ops_interpret_adjoints();
  std::vector<double> wx(vd.begin(), vd.end()), ga(nx * ny), gb(ga), gc(ga), gd(ga);
  double expected = 0;
  const int pitch = axis ? nx : 1, other = axis ? 1 : nx, n = range[2 * axis + 1] - range[2 * axis];
  for (int i = 0; i < nx * ny; ++i) {
    const bool in = i % nx >= range[0] && i % nx < range[1] && i / nx >= range[2] && i / nx < range[3];
    if (!in) gd[i] = 0;  // not in the sum
  }
  for (int s = range[2 - 2 * axis]; s < range[3 - 2 * axis]; ++s) {
    const int first = range[2 * axis] * pitch + s * other;
    std::vector<T> la(n), lb(n), lc(n), ld(n), ta(n), tc(n), tg(n);
    std::vector<double> lx(n), t(n);
    for (int r = 0; r < n; ++r) la[r] = va[first + r * pitch], lb[r] = vb[first + r * pitch], lc[r] = vc[first + r * pitch], ld[r] = vd[first + r * pitch];
    thomas<T>(la.data(), lb.data(), lc.data(), ld.data(), lx.data(), n);
    for (int r = 0; r < n; ++r) {
      const int p = first + r * pitch;
      const double w = 1.0 + 0.01 * (p % nx % 7) - 0.02 * (p / nx % 5);
      wx[p] = lx[r];
      expected += w * lx[r] * lx[r];
      tg[r] = T(2.0 * w * lx[r]);
      ta[r] = r ? lc[r - 1] : T(0), tc[r] = r + 1 < n ? la[r + 1] : T(0);
    }
    thomas<T>(ta.data(), lb.data(), tc.data(), tg.data(), t.data(), n);
    for (int r = 0; r < n; ++r) {
      const int p = first + r * pitch;
      gd[p] = t[r], gb[p] = -t[r] * lx[r];
      if (r) ga[p] = -t[r] * lx[r - 1];
      if (r + 1 < n) gc[p] = -t[r] * lx[r + 1];
    }
  }
  const double tolerance = sizeof(T) == 4 ? 2e-5 : 1e-12;
  const auto doubles = [](const std::vector<T>& v) { return std::vector<double>(v.begin(), v.end()); };
  check::number(tag + " J", j, expected, tolerance);
  check::fields(tag + " x", doubles(ops_dat_fetch_data<T>(x)), wx, tolerance);
  check::fields(tag + " by a", doubles(ops_dat_fetch_derivative<T>(a)), ga, tolerance);
  check::fields(tag + " by b", doubles(ops_dat_fetch_derivative<T>(b)), gb, tolerance);
  check::fields(tag + " by c", doubles(ops_dat_fetch_derivative<T>(c)), gc, tolerance);
  check::fields(tag + " by d", doubles(ops_dat_fetch_derivative<T>(d)), gd, tolerance);
}
int run() {
  one<double>(5000, 3, 0, false);  // few and long
  one<double>(3, 5000, 1, true);
  one<double>(20000, 2, 0, true);  // longer than 16384 rows
  one<double>(70, 300, 1, false);  // many
  one<double>(300, 130, 0, true);
  one<double>(130, 4, 1, false);   // as many rows as processes
  one<double>(6, 130, 0, true);
  one<double>(7, 2, 0, true);      // one system or two
  one<double>(2, 90, 0, false);
  one<double>(40, 40, 1, true);
  one<float>(5000, 3, 0, false);
  one<float>(300, 130, 0, true);
  one<float>(9, 9, 1, false);
  return check::verdict();
}
int main(int argc, char** argv) { return ops_main(argc, argv, run); }
