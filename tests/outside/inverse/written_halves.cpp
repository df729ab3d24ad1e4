// A glassy lens: refraction over a surface with adjoints written by hand for a kernel of two components, of a scalar and of two sums,
// beside generated ones, and the smoothing of the surface as an external function whose solve runs on the host through raw pointers and
// whose adjoint is the transposed solve. A second external function solves a fixed point with a tape of its own. Oracle: the complex step
// of plain loops. Features: k_adjoint with ACC<T>& x_a1s and ACC_A1S<T>&, `T* s_a1s`, `const T* r_a1s`, raw pointers with strides,
// tape->interpret_adjoints.
#define OPS_2D
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "ops_seq_v2.h"
#include "written_halves_kernels.h"

typedef std::complex<double> C;
static ops_block glass;
static ops_dat surface, level, bend, u, next;
static ops_stencil S0, S3, S5;
static int all[] = {0, NX, 0, NY};

// rows are smoothed one after the other: y_i = x_i + 0.4 y_(i-1) - 0.02 x_i y_(i-1)
static void smooth_rows() {
  ops_memspace host = OPS_HOST;
  int pitch[2], dm[2], dp[2], disp[2], size[2];
  ops_dat_get_raw_metadata(surface, 0, disp, size, pitch, dm, dp);
  double *x = (double *)ops_dat_get_raw_pointer(surface, 0, S0, &host);
  int from = pitch[0];
  ops_dat_get_raw_metadata(level, 0, disp, size, pitch, dm, dp);
  double *y = (double *)ops_dat_get_raw_pointer(level, 0, S0, &host);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      double before = i ? y[j * pitch[0] + i - 1] : 0.0;
      y[j * pitch[0] + i] = x[j * from + i] + 0.4 * before - 0.02 * x[j * from + i] * before;
    }
  ops_dat_release_raw_data(surface, 0, OPS_READ);
  ops_dat_release_raw_data(level, 0, OPS_WRITE);
}
static void smooth_rows_adjoint() {
  ops_memspace host = OPS_HOST;
  int disp[2], size[2], px[2], py[2], dm[2], dp[2];
  ops_dat_get_raw_metadata(surface, 0, disp, size, px, dm, dp);
  ops_dat_get_raw_metadata(level, 0, disp, size, py, dm, dp);
  double *x = (double *)ops_dat_get_raw_pointer(surface, 0, S0, &host), *y = (double *)ops_dat_get_raw_pointer(level, 0, S0, &host);
  double *xb = (double *)ops_dat_derivative_get_raw_pointer(surface, S0, &host),
         *yb = (double *)ops_dat_derivative_get_raw_pointer(level, S0, &host);
  for (int j = 0; j < NY; j++)
    for (int i = NX - 1; i >= 0; i--) {
      double before = i ? y[j * py[0] + i - 1] : 0.0, g = yb[j * py[0] + i];
      xb[j * px[0] + i] += g * (1.0 - 0.02 * before);
      if (i) yb[j * py[0] + i - 1] += g * (0.4 - 0.02 * x[j * px[0] + i]);
      yb[j * py[0] + i] = 0.0;
    }
  ops_dat_release_raw_data(surface, 0, OPS_READ);
  ops_dat_release_raw_data(level, 0, OPS_READ);
  ops_dat_release_raw_derivative(surface, OPS_RW, host);
  ops_dat_release_raw_derivative(level, OPS_RW, host);
}

static void relax_once() {
  ops_par_loop(relax, "relax", glass, 2, all, ops_arg_dat(u, 1, S5, "double", OPS_READ), ops_arg_dat(bend, 2, S0, "double", OPS_READ),
               ops_arg_dat(next, 1, S0, "double", OPS_WRITE));
  ops_par_loop(back, "back", glass, 2, all, ops_arg_dat(next, 1, S0, "double", OPS_READ), ops_arg_dat(u, 1, S0, "double", OPS_WRITE));
}
static void settle() {
  for (int k = 0; k < 120; k++) relax_once();
}
static void settle_adjoint() {
  OPS_instance *ops = OPS_instance::getOPSInstance();
  ops_ad_tape *tape = ops_create_tape(ops);
  relax_once();
  for (int k = 0; k < 120; k++) tape->interpret_adjoints(ops);
  ops_remove_tape(ops, tape);
}

static C plain(const std::vector<C> &x, C index) {
  std::vector<C> y(NX * NY), b[2], w(NX * NY), v(NX * NY);
  C spread = 0, focus = 0, mean = 0;
  b[0].resize(NX * NY), b[1].resize(NX * NY);
  auto at = [](const std::vector<C> &f, int i, int j) { return i < 0 || j < 0 || i >= NX || j >= NY ? C(0) : f[j * NX + i]; };
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      C before = i ? y[j * NX + i - 1] : C(0);
      y[j * NX + i] = x[j * NX + i] + 0.4 * before - 0.02 * x[j * NX + i] * before;
    }
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      C s[2] = {at(y, i + 1, j) - at(y, i, j), at(y, i, j + 1) - at(y, i, j)}, r = 1.0 / sqrt(1.0 + s[0] * s[0] + s[1] * s[1]);
      for (int c = 0; c < 2; c++) b[c][j * NX + i] = (index - 1.0) * s[c] * r;
      spread += (index - 1.0) * r, focus += s[0] * s[1];
    }
  for (int k = 0; k < 240; k++) {
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        v[j * NX + i] = 0.2 * (at(w, i + 1, j) + at(w, i - 1, j) + at(w, i, j + 1) + at(w, i, j - 1)) +
                        0.05 * w[j * NX + i] * w[j * NX + i] + b[0][j * NX + i] + 0.5 * b[1][j * NX + i] * b[1][j * NX + i];
    w = v;
  }
  for (int q = 0; q < NX * NY; q++) mean += w[q] * w[q] + w[q];
  return spread + 2.0 * focus + 3.0 * mean;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  int size[] = {NX, NY}, base[] = {0, 0}, zero[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, star[] = {0, 0, 1, 0, 0, 1, -1, 0, 0, -1};
  double *none = nullptr, refraction = 1.5;
  glass = ops_decl_block(2, "glass");
  surface = ops_decl_dat(glass, 1, size, base, zero, zero, none, "double", "surface");
  level = ops_decl_dat(glass, 1, size, base, dm, dp, none, "double", "level");
  bend = ops_decl_dat(glass, 2, size, base, zero, zero, none, "double", "bend");
  u = ops_decl_dat(glass, 1, size, base, dm, dp, none, "double", "u");
  next = ops_decl_dat(glass, 1, size, base, zero, zero, none, "double", "next");
  S0 = ops_decl_stencil(2, 1, star, "S0"), S3 = ops_decl_stencil(2, 3, star, "S3"), S5 = ops_decl_stencil(2, 5, star, "S5");
  ops_scalar index = ops_decl_scalar("index", &refraction, 1);
  ops_reduction sums = ops_decl_reduction_handle(2 * sizeof(double), "double", "sums"),
                mean = ops_decl_reduction_handle(sizeof(double), "double", "mean");
  ops_partition("");
  std::vector<double> x(NX * NY), g(NX * NY);
  for (int q = 0; q < NX * NY; q++) x[q] = 0.3 * sin(1.1 * q) + 0.05 * (q % NX);
  ops_dat_set_data(surface, 0, (char *)x.data());

  ops_execute_external_function(smooth_rows, smooth_rows_adjoint, ops_arg_dat(surface, 1, S0, "double", OPS_READ),
                                ops_arg_dat(level, 1, S0, "double", OPS_WRITE));
  ops_par_loop(refract, "refract", glass, 2, all, ops_arg_dat(level, 1, S3, "double", OPS_READ),
               ops_arg_dat(bend, 2, S0, "double", OPS_WRITE), ops_arg_scalar(index, 1, "double", OPS_READ),
               ops_arg_reduce(sums, 2, "double", OPS_INC));
  ops_execute_external_function(settle, settle_adjoint, ops_arg_dat(u, 1, S5, "double", OPS_RW),
                                ops_arg_dat(next, 1, S0, "double", OPS_WRITE), ops_arg_dat(bend, 2, S0, "double", OPS_READ));
  ops_par_loop(brightness, "brightness", glass, 2, all, ops_arg_dat(u, 1, S0, "double", OPS_READ),
               ops_arg_reduce(mean, 1, "double", OPS_INC));
  double s[2], m, weights[2] = {1.0, 2.0}, three = 3.0;
  sums->get_result(s, weights);
  mean->get_result(&m, &three);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_dat_fetch_derivative(surface, (char *)g.data());
  double by_index = *index->get_derivative<double>(), value = s[0] + 2 * s[1] + 3 * m, off = 0, largest = 0;

  std::vector<C> z(x.begin(), x.end());
  double reference = plain(z, refraction).real(), slope = plain(z, C(refraction, 1e-40)).imag() / 1e-40;
  for (int q = 0; q < NX * NY; q++) {
    z[q] += C(0, 1e-40);
    double d = plain(z, refraction).imag() / 1e-40;
    z[q] = x[q];
    off = fmax(off, fabs(d - g[q])), largest = fmax(largest, fabs(d));
  }
  ops_printf("value %.12g (%.12g), by index %.12g (%.12g), gradient off by %.1e of %.3e, g %a\n", value, reference, by_index, slope, off,
             largest, g[11]);
  bool right = fabs(value - reference) < 1e-11 * fabs(value) && fabs(by_index - slope) < 1e-10 * fabs(slope) && off < 1e-10 * largest;
  ops_printf(right ? "passed\n" : "failed\n");
  ops_exit();
  return right ? 0 : 1;
}
