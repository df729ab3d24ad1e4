// Ideal magnetohydrodynamics in two dimensions: eight conserved components in a structure of arrays, HLL fluxes with their three branches,
// a limiter, and a time step from the fastest wave. The objective is the magnetic energy in one quarter plus a weighted smallest pressure.
// Gradient by the start and by the adiabatic exponent, against the complex step of a plain program. Features: ops_init and macros, structs
// and helper functions in kernels, kernel templates by direction, MAX and MIN reductions, ops_scalar_from_reduction, ops_scalar_loop,
// ranges over parts of the block.
#define OPS_2D
#define OPS_SOA
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>

#include "ops_seq_v2.h"
#include "mhd_hll_kernels.h"

#define U8(d, s, a) ops_arg_dat(d, 8, s, "double", a)

typedef std::complex<double> C;
static double re(C z) { return z.real(); }
static C size(C z) { return z.real() < 0 ? -z : z; }
static C larger(C a, C b) { return a.real() >= b.real() ? a : b; }
static C smaller(C a, C b) { return a.real() <= b.real() ? a : b; }

struct Side {
  C f[8], s[8], fast, vn;
};
static C pressure_of(const C *s, C gamma) {
  return (gamma - 1.0) * (s[4] - 0.5 * (s[1] * s[1] + s[2] * s[2] + s[3] * s[3]) / s[0] - 0.5 * (s[5] * s[5] + s[6] * s[6] + s[7] * s[7]));
}
static Side side(const C *s, C gamma, int n) {
  Side r;
  C p = pressure_of(s, gamma), v[3], vb = 0, bb = 0;
  for (int k = 0; k < 3; k++) v[k] = s[1 + k] / s[0], vb += v[k] * s[5 + k], bb += s[5 + k] * s[5 + k];
  C all = p + 0.5 * bb, bn = s[5 + n], vn = v[n];
  r.f[0] = s[1 + n];
  for (int k = 0; k < 3; k++) r.f[1 + k] = s[1 + k] * vn - bn * s[5 + k] + (k == n ? all : C(0));
  r.f[4] = (s[4] + all) * vn - bn * vb;
  for (int k = 0; k < 3; k++) r.f[5 + k] = k == n ? C(0) : s[5 + k] * vn - bn * v[k];
  C a = gamma * p / s[0], b = bb / s[0], bx = bn * bn / s[0];
  r.fast = sqrt(0.5 * (a + b + sqrt((a + b) * (a + b) - 4.0 * a * bx + 1e-12)));
  r.vn = vn;
  for (int c = 0; c < 8; c++) r.s[c] = s[c];
  return r;
}
static C limited(C a, C b) { return re(a) * re(b) > 0 ? 2.0 * a * b / (a + b) : C(0); }

static C plain(std::vector<C> u, C gamma) {
  auto wrap = [](int i, int n) { return (i + n) % n; };
  auto at = [&](int c, int i, int j) -> C & { return u[(wrap(j, NY) * NX + wrap(i, NX)) * 8 + c]; };
  for (int step = 0; step < STEPS; step++) {
    C fastest = 0;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        for (int n = 0; n < 2; n++) {
          Side s = side(&at(0, i, j), gamma, n);
          fastest = larger(fastest, size(s.vn) + s.fast);
        }
    C dt = 0.4 / fastest;
    for (int n = 0; n < 2; n++) {
      std::vector<C> flux(u.size());
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
          int x = n == 0, y = n == 1;
          C l[8], r[8];
          for (int c = 0; c < 8; c++) {
            C d0 = at(c, i, j) - at(c, i - x, j - y), d1 = at(c, i + x, j + y) - at(c, i, j),
              d2 = at(c, i + 2 * x, j + 2 * y) - at(c, i + x, j + y);
            l[c] = at(c, i, j) + 0.5 * limited(d0, d1), r[c] = at(c, i + x, j + y) - 0.5 * limited(d1, d2);
          }
          Side a = side(l, gamma, n), b = side(r, gamma, n);
          C sl = smaller(a.vn - a.fast, b.vn - b.fast), sr = larger(a.vn + a.fast, b.vn + b.fast);
          for (int c = 0; c < 8; c++)
            flux[(j * NX + i) * 8 + c] = re(sl) >= 0   ? a.f[c]
                                         : re(sr) <= 0 ? b.f[c]
                                                       : (sr * a.f[c] - sl * b.f[c] + sl * sr * (b.s[c] - a.s[c])) / (sr - sl);
        }
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
          for (int c = 0; c < 8; c++)
            at(c, i, j) -= dt * (flux[(j * NX + i) * 8 + c] - flux[(wrap(j - (n == 1), NY) * NX + wrap(i - (n == 0), NX)) * 8 + c]);
    }
  }
  C energy = 0, least = 1e30;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      if (i < NX / 2 && j < NY / 2) energy += 0.5 * (at(5, i, j) * at(5, i, j) + at(6, i, j) * at(6, i, j) + at(7, i, j) * at(7, i, j));
      C p = pressure_of(&at(0, i, j), gamma);
      least = smaller(least, p);
    }
  return energy + 3.0 * least;
}

static ops_block box;
static ops_dat u, flux_;
static ops_stencil S0, SX, SY, SLX, SLY;
static ops_scalar gamma_, fastest_, dt_;
static ops_halo_group wrap_[4];
static ops_reduction most, energy_, least_;
static int all[] = {0, NX, 0, NY}, quarter[] = {0, NX / 2, 0, NY / 2};

static ops_halo_group joined(ops_dat d, int axis, int low, int high) {
  int dir[] = {1, 2}, n[] = {NX, NY}, it[] = {NX, NY}, from[] = {0, 0}, to[] = {0, 0};
  ops_halo h[2];
  it[axis] = low, from[axis] = n[axis] - low, to[axis] = -low;
  h[0] = ops_decl_halo(d, d, it, from, to, dir, dir);
  it[axis] = high, from[axis] = 0, to[axis] = n[axis];
  if (high > 0) h[1] = ops_decl_halo(d, d, it, from, to, dir, dir);
  return ops_decl_halo_group(high > 0 ? 2 : 1, h);
}

static void run() {
  for (int step = 0; step < STEPS; step++) {
    ops_ad_step();
    ops_par_loop(wave<0>, "wave_x", box, 2, all, U8(u, S0, OPS_READ), ops_arg_scalar(gamma_, 1, "double", OPS_READ),
                 ops_arg_reduce(most, 1, "double", OPS_MAX));
    ops_par_loop(wave<1>, "wave_y", box, 2, all, U8(u, S0, OPS_READ), ops_arg_scalar(gamma_, 1, "double", OPS_READ),
                 ops_arg_reduce(most, 1, "double", OPS_MAX));
    ops_scalar_from_reduction(fastest_, most);
    ops_scalar_loop(courant, "courant", ops_arg_scalar(fastest_, 1, "double", OPS_READ), ops_arg_scalar(dt_, 1, "double", OPS_WRITE));
    ops_halo_transfer(wrap_[0]);
    ops_par_loop(hll<0>, "hll_x", box, 2, all, U8(u, SX, OPS_READ), U8(flux_, S0, OPS_WRITE),
                 ops_arg_scalar(gamma_, 1, "double", OPS_READ));
    ops_halo_transfer(wrap_[2]);
    ops_par_loop(update<0>, "update_x", box, 2, all, U8(flux_, SLX, OPS_READ), U8(u, S0, OPS_INC),
                 ops_arg_scalar(dt_, 1, "double", OPS_READ));
    ops_halo_transfer(wrap_[1]);
    ops_par_loop(hll<1>, "hll_y", box, 2, all, U8(u, SY, OPS_READ), U8(flux_, S0, OPS_WRITE),
                 ops_arg_scalar(gamma_, 1, "double", OPS_READ));
    ops_halo_transfer(wrap_[3]);
    ops_par_loop(update<1>, "update_y", box, 2, all, U8(flux_, SLY, OPS_READ), U8(u, S0, OPS_INC),
                 ops_arg_scalar(dt_, 1, "double", OPS_READ));
  }
  ops_par_loop(magnetic, "magnetic", box, 2, quarter, U8(u, S0, OPS_READ), ops_arg_reduce(energy_, 1, "double", OPS_INC));
  ops_par_loop(thinnest, "thinnest", box, 2, all, U8(u, S0, OPS_READ), ops_arg_scalar(gamma_, 1, "double", OPS_READ),
               ops_arg_reduce(least_, 1, "double", OPS_MIN));
}

int main(int argc, const char **argv) {
  ops_init(argc, argv, 1);
  ops_set_soa(1);
  int n[] = {NX, NY}, base[] = {0, 0}, dm[] = {-2, -2}, dp[] = {2, 2}, x[8], y[8];
  int p0[] = {0, 0}, lx[] = {0, 0, -1, 0}, ly[] = {0, 0, 0, -1};
  for (int k = 0; k < 4; k++) x[2 * k] = k - 1, x[2 * k + 1] = 0, y[2 * k] = 0, y[2 * k + 1] = k - 1;
  double *none = nullptr, gamma = 1.6, nothing = 1.0;
  box = ops_decl_block(2, "box");
  u = ops_decl_dat(box, 8, n, base, dm, dp, none, "double", "u");
  flux_ = ops_decl_dat(box, 8, n, base, dm, dp, none, "double", "flux");
  S0 = ops_decl_stencil(2, 1, p0, "S0"), SX = ops_decl_stencil(2, 4, x, "SX"), SY = ops_decl_stencil(2, 4, y, "SY");
  SLX = ops_decl_stencil(2, 2, lx, "SLX"), SLY = ops_decl_stencil(2, 2, ly, "SLY");
  gamma_ = ops_decl_scalar("gamma", &gamma, 1), fastest_ = ops_decl_scalar("fastest", &nothing, 1),
  dt_ = ops_decl_scalar("dt", &nothing, 1);
  wrap_[0] = joined(u, 0, 1, 2), wrap_[1] = joined(u, 1, 1, 2), wrap_[2] = joined(flux_, 0, 1, 0), wrap_[3] = joined(flux_, 1, 1, 0);
  most = ops_decl_reduction_handle(sizeof(double), "double", "most"),
  energy_ = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  least_ = ops_decl_reduction_handle(sizeof(double), "double", "least");
  ops_partition("");

  std::vector<double> start(NX * NY * 8);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      double *s = &start[(j * NX + i) * 8], a = 0.61 * i + 0.2, b = 0.77 * j + 0.1;
      double rho = 1 + 0.2 * sin(a) * cos(b), v[3] = {2.5 * sin(b + 0.3), -0.6 * sin(a), 0.1 * cos(a + b)},
             m[3] = {-0.5 * sin(b), 0.7 * sin(2 * a + 0.4), 0.2 + 0.1 * cos(a - b)};
      double p = 0.8 + 0.3 * cos(a) * sin(b + 1) + 0.01 * sin(5.0 * i + 3.0 * j);
      s[0] = rho, s[4] = p / (gamma - 1);
      for (int k = 0; k < 3; k++) s[1 + k] = rho * v[k], s[5 + k] = m[k], s[4] += 0.5 * (rho * v[k] * v[k] + m[k] * m[k]);
    }
  ops_dat_set_data(u, 0, (char *)start.data());
  run();
  double value, least, one = 1.0, three = 3.0;
  energy_->get_result(&value, &one);
  least_->get_result(&least, &three);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g(start.size());
  ops_dat_fetch_derivative(u, (char *)g.data());
  double by_gamma = *gamma_->get_derivative<double>(), off = 0, largest = 0;
  std::vector<C> z(start.begin(), start.end());
  double reference = plain(z, gamma).real(), reference_gamma = plain(z, C(gamma, 1e-40)).imag() / 1e-40;
  unsigned long long bits = 0;
  for (size_t k = 0; k < z.size(); k++) {
    unsigned long long b;
    memcpy(&b, &g[k], 8), bits = bits * 1099511628211ULL + b;
    z[k] = C(start[k], 1e-40);
    double d = plain(z, gamma).imag() / 1e-40;
    z[k] = start[k];
    off = fmax(off, fabs(d - g[k])), largest = fmax(largest, fabs(d));
  }
  value += 3 * least;
  ops_printf("value %.12g (%.12g), by gamma %.12g (%.12g), gradient off by %.1e of %.3e, bits %016llx\n", value, reference, by_gamma,
             reference_gamma, off, largest, bits);
  bool right =
      fabs(value - reference) < 1e-11 * fabs(value) && fabs(by_gamma - reference_gamma) < 1e-9 * fabs(by_gamma) && off < 1e-9 * largest;
  ops_printf(right ? "passed\n" : "failed\n");
  ops_exit();
  return right ? 0 : 1;
}
