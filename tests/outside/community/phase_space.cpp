// Phase space in four dimensions: drift and collisions, moments by sums, minima and maxima onto datasets of fewer dimensions, and back.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OPS_4D
#include "ops_seq_v2.h"

enum { NX = 6, NY = 5, NU = 8, NV = 7 };
double drift_step = 0.2, collide_rate = 0.15;
double speeds[NU + NV];

void set_f(ACC<double>& f, const int* idx) { f(0, 0, 0, 0) = 1.0 + 0.3 * sin(1.0 * idx[0] + 0.5 * idx[2]) + 0.2 * cos(0.7 * idx[1] * idx[3]); }

// Upwind along x and y; the speed is a table, by the cell's place on the other axes.
void drift(const ACC<double>& f, ACC<double>& next, const int* idx) {
  const double u = speeds[idx[2]], v = speeds[NU + idx[3]];
  double change = 0.0;
  if (u > 0.0)
    change += u * (f(0, 0, 0, 0) - f(-1, 0, 0, 0));
  else
    change += u * (f(1, 0, 0, 0) - f(0, 0, 0, 0));
  change += v > 0.0 ? v * (f(0, 0, 0, 0) - f(0, -1, 0, 0)) : v * (f(0, 1, 0, 0) - f(0, 0, 0, 0));
  next(0, 0, 0, 0) = f(0, 0, 0, 0) - drift_step * change;
}

void density(const ACC<double>& f, ACC<double>& n) { n(0, 0, 0, 0) += f(0, 0, 0, 0); }

void extremes(const ACC<double>& f, ACC<double>& lowest, ACC<double>& highest) {
  lowest.combine_min(0, 0, 0, 0, f(0, 0, 0, 0));
  highest.combine_max(0, 0, 0, 0, f(0, 0, 0, 0));
}

void by_speed(const ACC<double>& f, ACC<double>& profile) { profile.combine_inc(0, 0, 0, 0, 0.5 * f(0, 0, 0, 0)); }

void collide(const ACC<double>& n, const ACC<double>& profile, const ACC<double>& lowest, const ACC<double>& highest, ACC<double>& f) {
  const double target = n(0, 0, 0, 0) / (NU * NV) + 0.01 * profile(0, 0, 0, 0);
  const double value = f(0, 0, 0, 0) + collide_rate * (target - f(0, 0, 0, 0));
  f(0, 0, 0, 0) = MAX(lowest(0, 0, 0, 0), MIN(highest(0, 0, 0, 0), value));
}

// The slope of the density along x, to all cells of a column.
void slope(const ACC<double>& n, ACC<double>& f) { f(0, 0, 0, 0) += 0.001 * (n(1, 0, 0, 0) - n(-1, 0, 0, 0)); }

void zero4(ACC<double>& n) { n(0, 0, 0, 0) = 0.0; }

void tally(const ACC<double>& f, double* sum, double* most) {
  *sum += f(0, 0, 0, 0);
  *most = MAX(*most, f(0, 0, 0, 0));
}

#include "agree.h"

namespace {
struct Plain {
  int m[4];
  std::vector<double> v;
  Plain(int a, int b, int c, int d) : m{a, b, c, d}, v(static_cast<size_t>(a * b * c * d)) {}
  double& operator()(int i, int j, int k, int l) {
    const int p[] = {i, j, k, l};
    size_t at = 0;
    for (int d = 3; d >= 0; --d) at = at * static_cast<size_t>(m[d]) + static_cast<size_t>(m[d] == 1 ? 0 : (p[d] + m[d]) % m[d]);
    return v[at];
  }
};
template <class F>
void each(F f) {
  for (int l = 0; l < NV; ++l)
    for (int k = 0; k < NU; ++k)
      for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i) f(i, j, k, l);
}
}  // namespace

ops_block space;
ops_dat declare(int nx, int ny, int nu, int nv, int depth, const char* name) {
  int size[] = {nx, ny, nu, nv}, base[] = {0, 0, 0, 0}, d_m[4], d_p[4];
  for (int d = 0; d < 4; d++) d_p[d] = size[d] == 1 ? 0 : depth, d_m[d] = -d_p[d];
  return ops_decl_dat(space, 1, size, base, d_m, d_p, (double*)nullptr, "double", name);
}

ops_halo_group periodic(ops_dat dat, int axis, int n, bool flat) {
  ops_halo halos[2];
  int iter[] = {NX, NY, NU, NV}, from[4] = {0, 0, 0, 0}, to[4] = {0, 0, 0, 0}, dir[] = {1, 2, 3, 4};
  if (flat) iter[2] = iter[3] = 1;
  iter[axis] = 1;
  to[axis] = n;
  halos[0] = ops_decl_halo(dat, dat, iter, from, to, dir, dir);
  from[axis] = n - 1, to[axis] = -1;
  halos[1] = ops_decl_halo(dat, dat, iter, from, to, dir, dir);
  return ops_decl_halo_group(2, halos);
}

int main(int argc, char** argv) {
  for (int k = 0; k < NU; k++) speeds[k] = 0.5 * (k - 3.5) / NU;
  for (int l = 0; l < NV; l++) speeds[NU + l] = 0.8 * (l - 3.0) / NV;
  ops_init(argc, argv, 1);
  space = ops_decl_block(4, "phase space");
  ops_dat f[2] = {declare(NX, NY, NU, NV, 1, "f0"), declare(NX, NY, NU, NV, 1, "f1")};
  ops_dat n = declare(NX, NY, 1, 1, 1, "density"), lowest = declare(NX, 1, 1, 1, 0, "lowest"), highest = declare(1, NY, 1, NV, 0, "highest");
  ops_dat profile = declare(1, 1, NU, NV, 0, "profile");
  int zero[4] = {0, 0, 0, 0}, cross[] = {0, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0}, sides[] = {-1, 0, 0, 0, 1, 0, 0, 0};
  int xy[] = {1, 1, 0, 0}, x[] = {1, 0, 0, 0}, yv[] = {0, 1, 0, 1}, uv[] = {0, 0, 1, 1};
  ops_stencil point = ops_decl_stencil(4, 1, zero, "point"), star = ops_decl_stencil(4, 5, cross, "star");
  ops_stencil on_xy = ops_decl_strided_stencil(4, 1, zero, xy, "first two"), beside = ops_decl_strided_stencil(4, 2, sides, xy, "beside");
  ops_stencil on_x = ops_decl_strided_stencil(4, 1, zero, x, "first"), on_yv = ops_decl_strided_stencil(4, 1, zero, yv, "second and fourth");
  ops_stencil on_uv = ops_decl_strided_stencil(4, 1, zero, uv, "last two");
  ops_halo_group around[2][2], around_n = periodic(n, 0, NX, true);
  for (int s = 0; s < 2; s++) around[s][0] = periodic(f[s], 0, NX, false), around[s][1] = periodic(f[s], 1, NY, false);
  ops_decl_const("drift_step", 1, "double", &drift_step);
  ops_decl_const("collide_rate", 1, "double", &collide_rate);
  ops_decl_const("speeds", NU + NV, "double", speeds);
  ops_reduction sum = ops_decl_reduction_handle(8, "double", "sum"), most = ops_decl_reduction_handle(8, "double", "most");
  ops_partition("phase");

  int all[] = {0, NX, 0, NY, 0, NU, 0, NV}, plane[] = {0, NX, 0, NY, 0, 1, 0, 1};
#define READ(d, s) ops_arg_dat(d, 1, s, "double", OPS_READ)
  ops_par_loop(set_f, "set_f", space, 4, all, ops_arg_dat(f[0], 1, point, "double", OPS_WRITE), ops_arg_idx());
  Plain F(NX, NY, NU, NV), M(NX, NY, 1, 1), P(1, 1, NU, NV), L(NX, 1, 1, 1), H(1, NY, 1, NV);
  each([&](int i, int j, int k, int l) { F(i, j, k, l) = 1.0 + 0.3 * sin(1.0 * i + 0.5 * k) + 0.2 * cos(0.7 * j * l); });
  for (int step = 0; step < 5; step++) {
    const int s = step % 2;
    ops_halo_transfer(around[s][0]);
    ops_halo_transfer(around[s][1]);
    ops_par_loop(drift, "drift", space, 4, all, READ(f[s], star), ops_arg_dat(f[1 - s], 1, point, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(zero4, "zero4", space, 4, plane, ops_arg_dat(n, 1, on_xy, "double", OPS_WRITE));
    ops_par_loop(density, "density", space, 4, all, READ(f[1 - s], point), ops_arg_dat(n, 1, on_xy, "double", OPS_INC));
    ops_par_loop(extremes, "extremes", space, 4, all, READ(f[1 - s], point), ops_arg_dat(lowest, 1, on_x, "double", OPS_MIN),
                 ops_arg_dat(highest, 1, on_yv, "double", OPS_MAX));
    ops_par_loop(by_speed, "by_speed", space, 4, all, READ(f[1 - s], point), ops_arg_dat(profile, 1, on_uv, "double", OPS_INC));
    ops_par_loop(collide, "collide", space, 4, all, READ(n, on_xy), READ(profile, on_uv), READ(lowest, on_x), READ(highest, on_yv),
                 ops_arg_dat(f[1 - s], 1, point, "double", OPS_RW));
    ops_halo_transfer(around_n);
    ops_par_loop(slope, "slope", space, 4, all, READ(n, beside), ops_arg_dat(f[1 - s], 1, point, "double", OPS_RW));

    Plain G = F;
    each([&](int i, int j, int k, int l) {
      const double u = speeds[k], v = speeds[NU + l];
      double change = u > 0.0 ? u * (F(i, j, k, l) - F(i - 1, j, k, l)) : u * (F(i + 1, j, k, l) - F(i, j, k, l));
      change += v > 0.0 ? v * (F(i, j, k, l) - F(i, j - 1, k, l)) : v * (F(i, j + 1, k, l) - F(i, j, k, l));
      G(i, j, k, l) = F(i, j, k, l) - drift_step * change;
    });
    std::fill(M.v.begin(), M.v.end(), 0.0), std::fill(P.v.begin(), P.v.end(), 0.0);
    std::fill(L.v.begin(), L.v.end(), 1e300), std::fill(H.v.begin(), H.v.end(), -1e300);
    each([&](int i, int j, int k, int l) {
      const double value = G(i, j, k, l);
      M(i, j, 0, 0) += value, P(0, 0, k, l) += 0.5 * value, L(i, 0, 0, 0) = MIN(L(i, 0, 0, 0), value), H(0, j, 0, l) = MAX(H(0, j, 0, l), value);
    });
    each([&](int i, int j, int k, int l) {
      const double target = M(i, j, 0, 0) / (NU * NV) + 0.01 * P(0, 0, k, l), value = G(i, j, k, l) + collide_rate * (target - G(i, j, k, l));
      F(i, j, k, l) = MAX(L(i, 0, 0, 0), MIN(H(0, j, 0, l), value)) + 0.001 * (M(i + 1, j, 0, 0) - M(i - 1, j, 0, 0));
    });
  }
  ops_par_loop(tally, "tally", space, 4, all, READ(f[1], point), ops_arg_reduce(sum, 1, "double", OPS_INC),
               ops_arg_reduce(most, 1, "double", OPS_MAX));
  double total, top;
  ops_reduction_result(sum, &total);
  ops_reduction_result(most, &top);
  ops_printf("sum %.10f, most %.12f\n", total, top);
  check::fields("f", ops_dat_fetch_data<double>(f[1]), F.v, 1e-12);
  check::fields("density", ops_dat_fetch_data<double>(n), M.v, 1e-12);
  check::fields("lowest", ops_dat_fetch_data<double>(lowest), L.v, 1e-12);
  check::fields("highest", ops_dat_fetch_data<double>(highest), H.v, 1e-12);
  check::fields("profile", ops_dat_fetch_data<double>(profile), P.v, 1e-12);
  const int status = check::verdict();
  ops_exit();
  return status;
}
