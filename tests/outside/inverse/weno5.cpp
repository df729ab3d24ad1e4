// Euler's equations on a closed line by WENO reconstructions of fifth order in three Runge-Kutta stages, with a time step from the smallest
// crossing time of a cell. Objective: the squared distance to a recorded state, by a reduction of three components with different weights.
// Gradient by the start and by the strength of the gravity, against central differences and the complex step of a plain program. Features:
// pointers to datasets in an array of stages, a struct constant with arrays in it, MIN reduction to a scalar, helper templates, stencils of
// seven points, mirrored ghost cells.
#define OPS_1D
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "ops_seq_v2.h"
#include "weno5_kernels.h"

#define D3(d, s, a) ops_arg_dat(d, 3, s, "double", a)
#define N 30
#define STEPS 8

Scheme scheme;
typedef std::complex<double> C;
static double re(C z) { return z.real(); }

static C weno(const C *v) {  // v[-2 .. 2]
  C q[3] = {(2.0 * v[-2] - 7.0 * v[-1] + 11.0 * v[0]) / 6.0, (-v[-1] + 5.0 * v[0] + 2.0 * v[1]) / 6.0,
            (2.0 * v[0] + 5.0 * v[1] - v[2]) / 6.0};
  C b[3] = {13.0 / 12 * (v[-2] - 2.0 * v[-1] + v[0]) * (v[-2] - 2.0 * v[-1] + v[0]) +
                0.25 * (v[-2] - 4.0 * v[-1] + 3.0 * v[0]) * (v[-2] - 4.0 * v[-1] + 3.0 * v[0]),
            13.0 / 12 * (v[-1] - 2.0 * v[0] + v[1]) * (v[-1] - 2.0 * v[0] + v[1]) + 0.25 * (v[-1] - v[1]) * (v[-1] - v[1]),
            13.0 / 12 * (v[0] - 2.0 * v[1] + v[2]) * (v[0] - 2.0 * v[1] + v[2]) +
                0.25 * (3.0 * v[0] - 4.0 * v[1] + v[2]) * (3.0 * v[0] - 4.0 * v[1] + v[2])};
  const double d[3] = {0.1, 0.6, 0.3};
  C sum = 0, w = 0;
  for (int k = 0; k < 3; k++) {
    C a = d[k] / ((1e-6 + b[k]) * (1e-6 + b[k]));
    sum += a * q[k], w += a;
  }
  return sum / w;
}
static C plain(const std::vector<C> &start, C gravity, const std::vector<double> &data) {
  std::vector<C> u = start;
  auto p = [](const C *s) { return 0.4 * (s[2] - 0.5 * s[1] * s[1] / s[0]); };
  for (int step = 0; step < STEPS; step++) {
    C shortest = 1e30;
    for (int i = 0; i < N; i++) {
      C *s = &u[3 * i], v = s[1] / s[0], t = 0.1 / ((re(v) < 0 ? -v : v) + sqrt(1.4 * p(s) / s[0]));
      if (re(t) < re(shortest)) shortest = t;
    }
    C dt = 0.5 * shortest;
    std::vector<C> u0 = u;
    for (int stage = 0; stage < 3; stage++) {
      std::vector<C> g(3 * (N + 6)), f(3 * (N + 1));
      C *c = &g[9];
      for (int i = -3; i < N + 3; i++)
        for (int k = 0; k < 3; k++)
          c[3 * i + k] = (k == 1 && (i < 0 || i >= N) ? -1.0 : 1.0) * u[3 * (i < 0 ? -1 - i : i >= N ? 2 * N - 1 - i : i) + k];
      for (int i = -1; i < N; i++) {
        C l[3], r[3], fl[3], fr[3];
        for (int k = 0; k < 3; k++) {
          C a[5], b[5];
          for (int m = -2; m <= 2; m++) a[m + 2] = c[3 * (i + m) + k], b[m + 2] = c[3 * (i + 1 - m) + k];
          l[k] = weno(a + 2), r[k] = weno(b + 2);
        }
        auto flux = [&](const C *s, C *o) { o[0] = s[1], o[1] = s[1] * s[1] / s[0] + p(s), o[2] = (s[2] + p(s)) * s[1] / s[0]; };
        auto fast = [&](const C *s) {
          C v = s[1] / s[0];
          return (re(v) < 0 ? -v : v) + sqrt(1.4 * p(s) / s[0]);
        };
        flux(l, fl), flux(r, fr);
        C a = re(fast(l)) >= re(fast(r)) ? fast(l) : fast(r);
        for (int k = 0; k < 3; k++) f[3 * (i + 1) + k] = 0.5 * (fl[k] + fr[k] - a * (r[k] - l[k]));
      }
      const double w0[3] = {0, 0.75, 1.0 / 3}, w1[3] = {1, 0.25, 2.0 / 3};
      for (int i = 0; i < N; i++) {
        C s[3] = {0, -gravity * c[3 * i], -gravity * c[3 * i + 1]};
        for (int k = 0; k < 3; k++)
          u[3 * i + k] =
              w0[stage] * u0[3 * i + k] + w1[stage] * (c[3 * i + k] - dt / 0.1 * (f[3 * (i + 1) + k] - f[3 * i + k]) + dt * s[k]);
      }
    }
  }
  const double weight[3] = {1, 0.5, 0.25};
  C j = 0;
  for (int i = 0; i < 3 * N; i++) j += weight[i % 3] * (u[i] - data[i]) * (u[i] - data[i]);
  return j;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  int n[] = {N}, base[] = {0}, dm[] = {-3}, dp[] = {3}, q[] = {0}, seven[] = {-3, -2, -1, 0, 1, 2, 3}, faces[] = {0, -1};
  double *none = nullptr, pull = 0.3, nothing = 0;
  ops_block tube = ops_decl_block(1, "tube");
  ops_dat stage[4], start, data, flux;
  for (int k = 0; k < 4; k++) {
    char name[20];
    snprintf(name, sizeof name, "stage%d", k);
    stage[k] = ops_decl_dat(tube, 3, n, base, dm, dp, none, "double", name);
  }
  start = ops_decl_dat(tube, 3, n, base, dm, dp, none, "double", "start");
  data = ops_decl_dat_passive(tube, 3, n, base, dm, dp, none, "double", "data");
  flux = ops_decl_dat(tube, 3, n, base, dm, dp, none, "double", "flux");
  ops_stencil S0 = ops_decl_stencil(1, 1, q, "S0"), S7 = ops_decl_stencil(1, 7, seven, "S7"), SF = ops_decl_stencil(1, 2, faces, "SF");
  ops_stencil ghosts[6];
  for (int k = 0; k < 3; k++) {
    int left[] = {0, 2 * k + 1}, right[] = {0, -2 * k - 1};
    ghosts[k] = ops_decl_stencil(1, 2, left, "left"), ghosts[3 + k] = ops_decl_stencil(1, 2, right, "right");
  }
  ops_scalar gravity = ops_decl_scalar("gravity", &pull, 1), shortest = ops_decl_scalar("shortest", &nothing, 1);
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least"),
                off = ops_decl_reduction_handle(3 * sizeof(double), "double", "off");
  scheme.spacing = 0.1, scheme.courant = 0.5;
  for (int k = 0; k < 3; k++) scheme.old_weight[k] = k == 0 ? 0 : k == 1 ? 0.75 : 1.0 / 3, scheme.new_weight[k] = 1 - scheme.old_weight[k];
  ops_decl_const("scheme", 1, "Scheme", &scheme);
  ops_partition("");

  std::vector<double> x(3 * N), y(3 * N);
  for (int i = 0; i < N; i++) {
    double a = 0.2 * i, rho = i < 14 ? 1 + 0.1 * sin(a) : 0.4 + 0.05 * cos(2 * a), v = 0.3 * sin(0.7 * a + 0.2),
           p = i < 14 ? 1.1 + 0.02 * i : 0.5 - 0.004 * i;
    x[3 * i] = rho, x[3 * i + 1] = rho * v, x[3 * i + 2] = p / 0.4 + 0.5 * rho * v * v;
    y[3 * i] = 0.7, y[3 * i + 1] = 0.1 * cos(a), y[3 * i + 2] = 2.0 + 0.01 * i;
  }
  ops_dat_set_data(start, x);
  ops_dat_set_data(data, y);
  int all[] = {0, N}, edges[] = {-1, N};
  ops_par_loop(copy, "copy", tube, 1, all, D3(start, S0, OPS_READ), D3(stage[0], S0, OPS_WRITE));
  for (int s = 0; s < STEPS; s++) {
    ops_ad_step();
    ops_par_loop(crossing, "crossing", tube, 1, all, D3(stage[0], S0, OPS_READ), ops_arg_reduce(least, 1, "double", OPS_MIN));
    ops_scalar_from_reduction(shortest, least);
    for (int k = 0; k < 3; k++) {
      for (int g = 0; g < 3; g++) {
        int low[] = {-1 - g, -g}, high[] = {N + g, N + g + 1}, left = 2 * g + 1, right = -2 * g - 1;
        ops_par_loop(mirror<0>, "mirror", tube, 1, low, D3(stage[k], ghosts[g], OPS_RW), ops_arg_gbl(&left, 1, "int", OPS_READ));
        ops_par_loop(mirror<1>, "mirror", tube, 1, high, D3(stage[k], ghosts[3 + g], OPS_RW), ops_arg_gbl(&right, 1, "int", OPS_READ));
      }
      ops_par_loop(faces_of, "faces", tube, 1, edges, D3(stage[k], S7, OPS_READ), D3(flux, S0, OPS_WRITE));
      ops_par_loop(advance, "advance", tube, 1, all, D3(stage[0], S0, OPS_READ), D3(stage[k], S0, OPS_READ), D3(flux, SF, OPS_READ),
                   D3(stage[k + 1], S0, OPS_WRITE), ops_arg_scalar(shortest, 1, "double", OPS_READ),
                   ops_arg_scalar(gravity, 1, "double", OPS_READ), ops_arg_gbl(&k, 1, "int", OPS_READ));
    }
    ops_dat swap = stage[0];
    stage[0] = stage[3], stage[3] = swap;
  }
  ops_par_loop(distance, "distance", tube, 1, all, D3(stage[0], S0, OPS_READ), D3(data, S0, OPS_READ),
               ops_arg_reduce(off, 3, "double", OPS_INC));
  double sums[3], weights[3] = {1, 0.5, 0.25};
  off->get_result(sums, weights);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g = ops_dat_fetch_derivative<double>(start);
  double by_gravity = *gravity->get_derivative<double>(), value = sums[0] + 0.5 * sums[1] + 0.25 * sums[2];

  std::vector<C> z(x.begin(), x.end());
  double reference = re(plain(z, pull, y)), slope = plain(z, C(pull, 1e-40), y).imag() / 1e-40, worst = 0, largest = 0;
  for (int i = 0; i < 3 * N; i++) {
    z[i] = C(x[i], 1e-40);
    double d = plain(z, pull, y).imag() / 1e-40;
    z[i] = x[i];
    worst = fmax(worst, fabs(d - g[i])), largest = fmax(largest, fabs(d));
  }
  ops_printf("value %.12g (%.12g), by gravity %.12g (%.12g), gradient off by %.1e of %.3e, g %a\n", value, reference, by_gravity, slope,
             worst, largest, g[40]);
  bool right = fabs(value - reference) < 1e-10 * value && fabs(by_gravity - slope) < 1e-8 * fabs(slope) && worst < 1e-8 * largest;
  ops_printf(right ? "passed\n" : "failed\n");
  ops_exit();
  return right ? 0 : 1;
}
