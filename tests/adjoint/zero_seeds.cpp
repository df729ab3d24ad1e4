// tests/adjoint/zero_seeds.cpp: kernels that run over a rim where they divide by zero, which is overwritten later:
// gradients, tangents and products of second derivatives are those of the program that leaves the rim out. In all forms
// that adjoints have. Exit status 0 if right.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"
#include "tests/adjoint/bits.hpp"

constexpr int nx = 37, ny = 11, parts = 3;

void fill(ACC<double>& u, ACC<double>& h, const int* idx) {
  u(0, 0) = 0.7 + 0.1 * std::sin(1.3 * idx[0] + 0.4 * idx[1]);
  const bool rim = idx[0] == 0 || idx[0] == nx - 1 || idx[1] == 0 || idx[1] == ny - 1;
  h(0, 0) = rim ? 0.0 : 1.1 + 0.2 * std::cos(0.3 * idx[0] - 0.7 * idx[1]);
}
// One point: log, pow, a quotient, and what an infinity is multiplied with.
void point(const ACC<double>& u, const ACC<double>& h, ACC<double>& v) {
  const double per = 1.0 / h(0, 0);
  v(0, 0) = u(0, 0) * per + std::log(h(0, 0)) * std::pow(h(0, 0), -0.5) + u(0, 0) * u(0, 0) / h(0, 0);
}
// In place: the derivative of what was there replaces that of what is.
void renew(const ACC<double>& h, ACC<double>& v) { v(0, 0) = v(0, 0) * v(0, 0) / h(0, 0); }
// A linear stencil with a coefficient that is infinite.
void weigh(const ACC<double>& u, const ACC<double>& h, ACC<double>& v) {
  v(0, 0) = (u(-1, 0) + u(1, 0) - 2.0 * u(0, 0)) / h(0, 0) + 0.1 * u(0, 1) - 0.2 * u(0, -1);
}
// Costly, on many points: rows.
void flux(const ACC<double>& u, const ACC<double>& h, ACC<double>& v) {
  const double slope = (u(1, 0) - u(-1, 0)) * (u(0, 1) - u(0, -1)) / (h(0, 0) * h(0, 0));
  const double size = std::sqrt(1.0 + slope * slope) + std::exp(0.1 * u(0, 0));
  v(0, 0) = size > 100.0 ? size / h(0, 0) : slope / size + std::tanh(u(-1, 0) * u(0, 1)) / h(0, 0);
}
// Each component through one point only: pushed.
void stream(const ACC<double>& u, const ACC<double>& h, ACC<double>& w) {
  w(0, 0, 0) = u(0, 0, 0) * u(0, 0, 0) / h(0, 0);
  w(1, 0, 0) = u(1, -1, 0) * u(0, 0, 0) / h(0, 0);
  w(2, 0, 0) = u(2, 0, 1) * u(1, -1, 0) / h(0, 0);
}
void spread(const ACC<double>& u, ACC<double>& w) {
  for (int c = 0; c < parts; ++c) w(c, 0, 0) = (1.0 + 0.3 * c) * u(0, 0);
}
void collect(const ACC<double>& w, ACC<double>& v) { v(0, 0) = w(0, 0, 0) + w(1, 0, 0) * w(2, 0, 0); }
// A line of data, which only scatter serves.
void stretch(const ACC<double>& line, const ACC<double>& h, ACC<double>& v) {
  v(0, 0) = v(0, 0) * line(0, 0) / h(0, 0);
}
// A loop in the kernel, and a value that is not taken.
void rounds(const ACC<double>& h, const int* idx, ACC<double>& v) {
  double x = v(0, 0);
  for (int k = 0; k < 2 + idx[0] % 2; ++k) x = 0.5 * (x + v(0, 0) / (h(0, 0) * (1.0 + x * x)));
  const double per = x / h(0, 0);
  v(0, 0) = h(0, 0) > 0.0 ? per + x : x;
}
// The user's own.
void own(const ACC<double>& h, ACC<double>& v) { v(0, 0) = v(0, 0) / h(0, 0); }
void own_adjoint(const ACC<double>& h, ACC<double>& h_a1s, const ACC<double>& v, ACC<double>& v_a1s) {
  const double per = 1.0 / h(0, 0);
  h_a1s(0, 0) -= v(0, 0) * per * per * v_a1s(0, 0);
  v_a1s(0, 0) = v_a1s(0, 0) * per;
}
void scale(const ACC<double>& h, ACC<double>& v, const double* s) { v(0, 0) = v(0, 0) + *s * *s / h(0, 0); }
void overwrite(ACC<double>& v) { v(0, 0) = 0.25; }
void total(const ACC<double>& v, double* sum) { *sum += v(0, 0) * v(0, 0); }

struct Fields {
  ops_block block;
  ops_dat u, h, v, t, line, w, z;
  ops_stencil here, five, three, along;
  ops_scalar s;
  ops_reduction sum;
};

Fields declare() {
  Fields f;
  f.block = ops_decl_block(2, "grid");
  int size[] = {nx, ny}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, lined[] = {nx, 1};
  double* zeros = nullptr;
  const auto dat = [&](int dim, const char* type, const char* name) {
    return ops_decl_dat(f.block, dim, size, base, below, above, zeros, type, name);
  };
  f.u = dat(1, "double", "u"), f.h = dat(1, "double", "h"), f.v = dat(1, "double", "v"), f.t = dat(1, "double", "t");
  f.w = dat(parts, "double", "w"), f.z = dat(parts, "double:soa", "z");
  int flat_below[] = {-1, 0}, flat_above[] = {1, 0};
  std::vector<double> ones(nx + 2, 1.25);
  f.line = ops_decl_dat(f.block, 1, lined, base, flat_below, flat_above, ones.data(), "double", "line");
  int star[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, corner[] = {0, 0, -1, 0, 0, 1}, step[] = {1, 0};
  f.here = ops_decl_stencil(2, 1, star, "here"), f.five = ops_decl_stencil(2, 5, star, "five");
  f.three = ops_decl_stencil(2, 3, corner, "three");
  f.along = ops_decl_strided_stencil(2, 1, star, step, "along");
  const double s = 0.6;
  f.s = ops_decl_scalar("s", &s, 1);
  f.sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int all[] = {-1, nx + 1, -1, ny + 1};
  ops_par_loop(fill, "fill", f.block, 2, all, ops_arg_dat(f.u, 1, f.here, "double", OPS_WRITE),
               ops_arg_dat(f.h, 1, f.here, "double", OPS_WRITE), ops_arg_idx());
  return f;
}

void overwrite_rim(const Fields& f, ops_dat dat) {
  int sides[][4] = {{0, nx, 0, 1}, {0, nx, ny - 1, ny}, {0, 1, 0, ny}, {nx - 1, nx, 0, ny}};
  for (auto& side : sides)
    ops_par_loop(overwrite, "overwrite", f.block, 2, side, ops_arg_dat(dat, 1, f.here, "double", OPS_WRITE));
}

/// @param whole  over the rim as well
double run(const Fields& f, bool whole) {
  int all[] = {0, nx, 0, ny}, inside[] = {1, nx - 1, 1, ny - 1};
  int* const range = whole ? all : inside;
  const auto read = [&](ops_dat dat) { return ops_arg_dat(dat, 1, f.here, "double", OPS_READ); };
  const auto five = [&](ops_dat dat) { return ops_arg_dat(dat, 1, f.five, "double", OPS_READ); };
  const auto change = [&](ops_dat dat) { return ops_arg_dat(dat, 1, f.here, "double", OPS_RW); };
  const auto write = [&](ops_dat dat) { return ops_arg_dat(dat, 1, f.here, "double", OPS_WRITE); };
  ops_par_loop(point, "point", f.block, 2, range, read(f.u), read(f.h), write(f.v));
  ops_par_loop(renew, "renew", f.block, 2, range, read(f.h), change(f.v));
  overwrite_rim(f, f.v);
  ops_par_loop(weigh, "weigh", f.block, 2, range, five(f.v), read(f.h), write(f.t));
  overwrite_rim(f, f.t);
  ops_par_loop(flux, "flux", f.block, 2, range, five(f.t), read(f.h), write(f.v));
  overwrite_rim(f, f.v);
  ops_par_loop(spread, "spread", f.block, 2, all, read(f.v), ops_arg_dat(f.w, parts, f.here, "double", OPS_WRITE));
  ops_par_loop(stream, "stream", f.block, 2, range, ops_arg_dat(f.w, parts, f.three, "double", OPS_READ), read(f.h),
               ops_arg_dat(f.z, parts, f.here, "double:soa", OPS_WRITE));
  ops_par_loop(collect, "collect", f.block, 2, range, ops_arg_dat(f.z, parts, f.here, "double:soa", OPS_READ),
               write(f.t));
  ops_par_loop(stretch, "stretch", f.block, 2, range, ops_arg_dat(f.line, 1, f.along, "double", OPS_READ), read(f.h),
               change(f.t));
  ops_par_loop(rounds, "rounds", f.block, 2, range, read(f.h), ops_arg_idx(), change(f.t));
  ops_par_loop(own, "own", f.block, 2, range, read(f.h), change(f.t));
  ops_par_loop(scale, "scale", f.block, 2, range, read(f.h), change(f.t), ops_arg_scalar(f.s, 1, "double", OPS_READ));
  overwrite_rim(f, f.t);
  ops_par_loop(total, "total", f.block, 2, all, read(f.t), ops_arg_reduce(f.sum, 1, "double", OPS_INC));
  double value, one = 1.0;
  f.sum->get_result(&value, &one);
  return value;
}

using Values = std::vector<double>;

struct Found {
  double value, slope, by_s;
  Values by_u, by_h, by_line, second_u, second_h;
};

Found derivatives(const Fields& f, bool whole, bool second) {
  ops_ad_reset(f.block->context);
  Found r{run(f, whole), 0, 0, Values(nx * ny), Values(nx * ny), Values(nx), Values(nx * ny), Values(nx * ny)};
  ops_interpret_adjoints(f.block->context);
  ops_dat_fetch_derivative(f.u, reinterpret_cast<char*>(r.by_u.data()));
  ops_dat_fetch_derivative(f.h, reinterpret_cast<char*>(r.by_h.data()));
  ops_dat_fetch_derivative(f.line, reinterpret_cast<char*>(r.by_line.data()));
  r.by_s = *f.s->get_derivative<double>();
  Values along(nx * ny);
  for (int i = 0; i < nx * ny; ++i) along[static_cast<std::size_t>(i)] = i % 5 == 0 ? 0.0 : std::sin(0.9 * i);
  const char* direction = reinterpret_cast<const char*>(along.data());
  ops_tangent(f.block->context, {{f.u, direction}, {f.h, direction}});
  r.slope = *ops_reduction_get_tangent(f.sum);
  if (!second) return r;
  ops_hessian_vector(f.block->context, {{f.u, direction}, {f.h, direction}});
  ops_dat_fetch_hessian_vector(f.u, reinterpret_cast<char*>(r.second_u.data()));
  ops_dat_fetch_hessian_vector(f.h, reinterpret_cast<char*>(r.second_h.data()));
  return r;
}

bool same(const char* what, const Values& a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!std::isfinite(a[i]) || a[i] != b[i]) {
      std::printf("FAILED: %s: %.17g and without the rim %.17g at %zu\n", what, a[i], b[i], i);
      return false;
    }
  return true;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const Fields f = declare();
  bool checked = false;
  for (int i = 1; i < argc; ++i) checked = checked || std::strncmp(argv[i], "-OPS_AD_CHECK", 13) == 0;
  const Found with = derivatives(f, true, !checked), without = derivatives(f, false, !checked);
  bool right = same("the value", {with.value}, {without.value}) && same("the derivative by u", with.by_u, without.by_u);
  right = same("by h", with.by_h, without.by_h) && same("by line", with.by_line, without.by_line) &&
          same("by s", {with.by_s}, {without.by_s}) && right;
  right = same("the tangent", {with.slope}, {without.slope}) && right;
  right = same("the second derivative by u", with.second_u, without.second_u) &&
          same("by h, again", with.second_h, without.second_h) && right;
  std::uint64_t hash = no_bits;
  for (const Values* v : {&with.by_u, &with.by_h, &with.by_line, &with.second_u, &with.second_h})
    mix_in(hash, v->data(), v->size());
  std::printf("%s hash %016llx\n", right ? "PASSED" : "FAILED", static_cast<unsigned long long>(hash));
  ops_exit();
  return right ? 0 : 1;
}
