// Heat in a plate of varying conductivity by the Douglas ADI scheme: a batch of tridiagonal solves in x, then in y
// with the increment added to the temperature. The gradient of a misfit in a window with respect to the conductivity
// and to the initial temperature is compared with the complex step in plain loops. Features: both tridiagonal
// calls, matrices recomputed every step, ranges built at run time, halos filled by the initialisation.
#include <complex>
#include <math.h>
#include <stdio.h>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

double hx, hy, dt;
#include "adi_conductivity_kernels.h"

const int nx = 37, ny = 23, nsteps = 7;
ops_block plate;
ops_dat u, kappa, ax, bx, cx, ay, by, cy, d;
ops_stencil S2D_00, S2D_5PT, S2D_X, S2D_Y;

static void set(int *r, int x0, int x1, int y0, int y1) {
  r[0] = x0;
  r[1] = x1;
  r[2] = y0;
  r[3] = y1;
}

static void step(ops_tridsolver_params *params) {
  int r[4];
  set(r, 0, nx, 0, ny);
  ops_par_loop(adi_xcoef, "adi_xcoef", plate, 2, r, ops_arg_dat(kappa, 1, S2D_X, "double", OPS_READ),
               ops_arg_dat(ax, 1, S2D_00, "double", OPS_WRITE), ops_arg_dat(bx, 1, S2D_00, "double", OPS_WRITE),
               ops_arg_dat(cx, 1, S2D_00, "double", OPS_WRITE));
  ops_par_loop(adi_ycoef, "adi_ycoef", plate, 2, r, ops_arg_dat(kappa, 1, S2D_Y, "double", OPS_READ),
               ops_arg_dat(ay, 1, S2D_00, "double", OPS_WRITE), ops_arg_dat(by, 1, S2D_00, "double", OPS_WRITE),
               ops_arg_dat(cy, 1, S2D_00, "double", OPS_WRITE));
  ops_par_loop(adi_rhs, "adi_rhs", plate, 2, r, ops_arg_dat(u, 1, S2D_5PT, "double", OPS_READ),
               ops_arg_dat(kappa, 1, S2D_5PT, "double", OPS_READ), ops_arg_dat(d, 1, S2D_00, "double", OPS_WRITE));
  ops_tridMultiDimBatch(2, 0, r, ax, bx, cx, d, params);
  ops_tridMultiDimBatch_Inc(2, 1, r, ay, by, cy, d, u, params);
}

// plain computation with one halo cell around
#define AT(i, j) (((j) + 1) * (nx + 2) + (i) + 1)
template <class T> static void thomas(int n, T *a, T *b, T *c, T *x) {
  for (int i = 1; i < n; i++) {
    T m = a[i] / b[i - 1];
    b[i] -= m * c[i - 1];
    x[i] -= m * x[i - 1];
  }
  x[n - 1] /= b[n - 1];
  for (int i = n - 2; i >= 0; i--)
    x[i] = (x[i] - c[i] * x[i + 1]) / b[i];
}
template <class T> static T fc(T k0, T k1) { return 2.0 * k0 * k1 / (k0 + k1); }

template <class T> static T plain(std::vector<T> &v, const std::vector<T> &k, double target) {
  std::vector<T> r(v.size());
  T a[64], b[64], c[64], x[64];
  for (int s = 0; s < nsteps; s++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        r[AT(i, j)] = dt * ((fc(k[AT(i, j)], k[AT(i + 1, j)]) * (v[AT(i + 1, j)] - v[AT(i, j)]) -
                             fc(k[AT(i - 1, j)], k[AT(i, j)]) * (v[AT(i, j)] - v[AT(i - 1, j)])) /
                                (hx * hx) +
                            (fc(k[AT(i, j)], k[AT(i, j + 1)]) * (v[AT(i, j + 1)] - v[AT(i, j)]) -
                             fc(k[AT(i, j - 1)], k[AT(i, j)]) * (v[AT(i, j)] - v[AT(i, j - 1)])) /
                                (hy * hy));
    for (int dir = 0; dir < 2; dir++) {
      int n = dir ? ny : nx, m = dir ? nx : ny, st = dir ? nx + 2 : 1;
      double f = 0.5 * dt / (dir ? hy * hy : hx * hx);
      for (int l = 0; l < m; l++) {
        int first = dir ? AT(l, 0) : AT(0, l);
        for (int i = 0; i < n; i++) {
          int q = first + i * st;
          T w = fc(k[q - st], k[q]), e = fc(k[q], k[q + st]);
          a[i] = -f * w;
          b[i] = 1.0 + f * (w + e);
          c[i] = -f * e;
          x[i] = r[q];
        }
        thomas(n, a, b, c, x);
        for (int i = 0; i < n; i++) {
          r[first + i * st] = x[i];
          if (dir)
            v[first + i * st] += x[i];
        }
      }
    }
  }
  T sum = 0.0;
  for (int j = 4; j < 15; j++)
    for (int i = 11; i < 30; i++)
      sum += 0.5 * (v[AT(i, j)] - target) * (v[AT(i, j)] - target);
  return sum;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 2);
  hx = 1.0 / (nx + 1);
  hy = 1.0 / (ny + 1);
  dt = 0.002;
  ops_decl_const("hx", 1, "double", &hx);
  ops_decl_const("hy", 1, "double", &hy);
  ops_decl_const("dt", 1, "double", &dt);
  plate = ops_decl_block(2, "plate");
  int size[] = {nx, ny}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1};
  ops_dat *all[] = {&u, &kappa, &ax, &bx, &cx, &ay, &by, &cy, &d};
  const char *names[] = {"u", "kappa", "ax", "bx", "cx", "ay", "by", "cy", "d"};
  for (int k = 0; k < 9; k++) {
    double *temp = NULL;
    *all[k] = ops_decl_dat(plate, 1, size, base, dm, dp, temp, "double", names[k]);
  }
  int s00[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, sx[] = {-1, 0, 0, 0, 1, 0}, sy[] = {0, -1, 0, 0, 0, 1};
  S2D_00 = ops_decl_stencil(2, 1, s00, "0,0");
  S2D_5PT = ops_decl_stencil(2, 5, s5, "5pt");
  S2D_X = ops_decl_stencil(2, 3, sx, "x3");
  S2D_Y = ops_decl_stencil(2, 3, sy, "y3");
  ops_reduction misfit = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_partition("adi");

  ops_tridsolver_params *params = new ops_tridsolver_params(plate, ops_tridsolver_params::LATENCY_HIDING_TWO_STEP);
  int r[4];
  set(r, -1, nx + 1, -1, ny + 1);
  ops_par_loop(adi_init, "adi_init", plate, 2, r, ops_arg_dat(u, 1, S2D_00, "double", OPS_WRITE),
               ops_arg_dat(kappa, 1, S2D_00, "double", OPS_WRITE), ops_arg_idx());

  // the inputs of the gradient are the fields after initialisation
  ops_ad_reset(OPS_instance::getOPSInstance());
  for (int s = 0; s < nsteps; s++)
    step(params);
  double target = 0.3, J = 0.0, seed = 1.0;
  set(r, 11, 30, 4, 15);
  ops_par_loop(adi_misfit, "adi_misfit", plate, 2, r, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ),
               ops_arg_gbl(&target, 1, "double", OPS_READ), ops_arg_reduce(misfit, 1, "double", OPS_INC));
  misfit->get_result<double>(&J, &seed);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> uT(nx * ny), gu(nx * ny), gk(nx * ny);
  ops_dat_fetch_data(u, 0, (char *)&uT[0]);
  ops_dat_fetch_derivative(u, (char *)&gu[0], OPS_HOST);
  ops_dat_fetch_derivative(kappa, (char *)&gk[0], OPS_HOST);

  std::vector<double> v((nx + 2) * (ny + 2)), k(v.size());
  for (int j = -1; j <= ny; j++)
    for (int i = -1; i <= nx; i++) {
      v[AT(i, j)] = sin(M_PI * (i + 1) * hx) * (1.0 + 0.4 * cos(3.0 * j * hy));
      k[AT(i, j)] = 1.0 + 0.3 * sin(2.0 * i * hx + j * hy);
    }
  std::vector<std::complex<double>> vc, kc;
  double gerr = 0.0, gmax = 0.0, err = 0.0;
  for (int t = 0; t < 24; t++) {
    int i = (t * 7 + 11) % nx, j = (t * 5 + 3) % ny;
    for (int which = 0; which < 2; which++) {
      vc.assign(v.begin(), v.end());
      kc.assign(k.begin(), k.end());
      (which ? kc : vc)[AT(i, j)] += std::complex<double>(0.0, 1e-30);
      double exact = plain(vc, kc, target).imag() / 1e-30, got = (which ? gk : gu)[j * nx + i];
      gerr = MAX(gerr, fabs(got - exact));
      gmax = MAX(gmax, fabs(exact));
    }
  }
  gerr /= gmax;
  double Jp = plain(v, k, target), vmax = 0.0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      err = MAX(err, fabs(uT[j * nx + i] - v[AT(i, j)]));
      vmax = MAX(vmax, fabs(v[AT(i, j)]));
    }
  err = MAX(err / vmax, fabs(J - Jp) / Jp);
  ops_printf("misfit %.12f, error of the field %.2e, of the gradient %.2e\n", J, err, gerr);
  delete params;
  ops_exit();
  bool good = err < 1e-12 && gerr < 1e-10;
  printf("adi_conductivity: %s\n", good ? "passed" : "failed");
  return good ? 0 : 1;
}
