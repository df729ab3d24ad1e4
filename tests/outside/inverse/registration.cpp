// Registration of two images: a displacement of two components warps one image by bilinear weights written as hat functions over a window,
// a pyramid of two levels compares them coarse and fine, the displacement is prolonged from a coarse grid, and its roughness is charged
// for. The objective is a weighted sum of three reductions, two of them components of one handle. Oracle: central differences and the
// complex step of plain loops. Features: the C++ form with an instance, structure of arrays, restrict and prolong stencils, float images,
// loops over a window, a two-component sum.
#define OPS_2D
#define OPS_SOA
#define OPS_CPP_API
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "ops_seq_v2.h"

#define N 16
#define H 8

static inline double hat(double x) { return fmax(0.0, 1.0 - fabs(x)); }

void unfold(const ACC<double> &coarse, ACC<double> &d) {
  for (int c = 0; c < 2; c++) d(c, 0, 0) = coarse(c, 0, 0);
}
// tent weights on a grid twice as fine
void relax(const ACC<double> &d, ACC<double> &s) {
  for (int c = 0; c < 2; c++) s(c, 0, 0) = 0.5 * d(c, 0, 0) + 0.125 * (d(c, 1, 0) + d(c, -1, 0) + d(c, 0, 1) + d(c, 0, -1));
}
void warp(const ACC<float> &image, const ACC<double> &d, ACC<double> &warped) {
  double x = 2.0 * tanh(0.5 * d(0, 0, 0)), y = 2.0 * tanh(0.5 * d(1, 0, 0)), sum = 0.0;
  for (int j = -2; j <= 2; j++) {
    double wy = hat(y - j);
    if (wy <= 0.0) continue;
    for (int i = -2; i <= 2; i++) sum += hat(x - i) * wy * image(i, j);
  }
  warped(0, 0) = sum;
}
void halve(const ACC<double> &fine, ACC<double> &coarse) { coarse(0, 0) = 0.25 * (fine(0, 0) + fine(1, 0) + fine(0, 1) + fine(1, 1)); }
void halve_float(const ACC<float> &fine, ACC<float> &coarse) { coarse(0, 0) = 0.25f * (fine(0, 0) + fine(1, 0) + fine(0, 1) + fine(1, 1)); }
void compare_fine(const ACC<double> &a, const ACC<float> &b, double *off) {
  double e = a(0, 0) - b(0, 0);
  off[0] += sqrt(e * e + 0.01);
}
void compare_coarse(const ACC<double> &a, const ACC<float> &b, double *off) {
  double e = a(0, 0) - b(0, 0);
  off[1] += e * e;
}
void rough(const ACC<double> &d, double *sum) {
  for (int c = 0; c < 2; c++) {
    double x = d(c, 1, 0) - d(c, 0, 0), y = d(c, 0, 1) - d(c, 0, 0);
    *sum += sqrt(1.0 + x * x + y * y);
  }
}

static double picture(double x, double y) { return 1 + sin(0.6 * x) * cos(0.5 * y) + 0.3 * sin(0.3 * x * y * 0.2); }
static float still_image(int i, int j) { return (float)picture(i, j); }
static float moved_image(int i, int j) { return (float)picture(i + 0.7, j - 0.4); }

typedef std::complex<double> C;
static double re(C z) { return z.real(); }
static double re(double z) { return z; }
template <class T>
static T plain(const std::vector<T> &x) {  // components apart, with nothing outside
  auto image = [](int i, int j) { return i < -2 || j < -2 || i > N + 1 || j > N + 1 ? 0.0 : (double)still_image(i, j); };
  std::vector<T> d[2], w(N * N);
  T fine = 0, coarse = 0, bend = 0;
  for (int c = 0; c < 2; c++) {
    auto at = [&](int i, int j) { return i < 0 || j < 0 || i >= N || j >= N ? T(0) : x[c * H * H + (j / 2) * H + i / 2]; };
    d[c].resize(N * N);
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) d[c][j * N + i] = 0.5 * at(i, j) + 0.125 * (at(i + 1, j) + at(i - 1, j) + at(i, j + 1) + at(i, j - 1));
    for (int j = 0; j < H; j++)
      for (int i = 0; i < H; i++) {
        auto far = [&](int a, int b) { return a >= H || b >= H ? T(0) : x[c * H * H + b * H + a]; };
        T p = far(i + 1, j) - far(i, j), q = far(i, j + 1) - far(i, j);
        bend += sqrt(1.0 + p * p + q * q);
      }
  }
  auto tent = [](T v) { return re(v) > 0 ? (re(v) < 1 ? 1.0 - v : T(0)) : (re(v) > -1 ? 1.0 + v : T(0)); };
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      T a = 2.0 * tanh(0.5 * d[0][j * N + i]), b = 2.0 * tanh(0.5 * d[1][j * N + i]);
      for (int s = -2; s <= 2; s++)
        for (int r = -2; r <= 2; r++) w[j * N + i] += tent(a - double(r)) * tent(b - double(s)) * image(i + r, j + s);
      T e = w[j * N + i] - (double)moved_image(i, j);
      fine += sqrt(e * e + 0.01);
    }
  for (int j = 0; j < N; j += 2)
    for (int i = 0; i < N; i += 2) {
      T e = 0.25 * (w[j * N + i] + w[j * N + i + 1] + w[(j + 1) * N + i] + w[(j + 1) * N + i + 1]);
      float m = 0.25f * (moved_image(i, j) + moved_image(i + 1, j) + moved_image(i, j + 1) + moved_image(i + 1, j + 1));
      coarse += (e - (double)m) * (e - (double)m);
    }
  return fine + 3.0 * coarse + 0.25 * bend;
}

int main(int argc, char **argv) {
  OPS_instance *ops = new OPS_instance(argc, argv, 1);
  ops->OPS_soa = 1;
  int full[] = {N, N}, half[] = {H, H}, zero[] = {0, 0}, m1[] = {-1, -1}, p1[] = {1, 1}, m2[] = {-2, -2}, p2[] = {2, 2}, one[] = {1, 1},
      two[] = {2, 2};
  double *dnull = NULL;
  float *fnull = NULL;
  ops_block page = ops->decl_block(2, "page");
  ops_dat coarse = page->decl_dat(2, half, zero, m1, p1, two, dnull, "double", "coarse");
  ops_dat raw = page->decl_dat(2, full, zero, m1, p1, one, dnull, "double", "raw");
  ops_dat d = page->decl_dat(2, full, zero, m1, p1, one, dnull, "double", "displacement");
  ops_dat warped = page->decl_dat(1, full, zero, zero, zero, one, dnull, "double", "warped");
  ops_dat small = page->decl_dat(1, half, zero, zero, zero, two, dnull, "double", "small");
  std::vector<float> values;
  for (int j = -2; j < N + 2; j++)
    for (int i = -2; i < N + 2; i++) values.push_back(still_image(i, j));
  ops_dat still = page->decl_dat_passive(1, full, zero, m2, p2, one, values.data(), "float", "still");
  ops_dat moved = page->decl_dat_passive(1, full, zero, zero, zero, one, fnull, "float", "moved");
  ops_dat moved_small = page->decl_dat_passive(1, half, zero, zero, zero, two, fnull, "float", "moved_small");
  int p[50], n = 0, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, square[] = {0, 0, 1, 0, 0, 1, 1, 1}, corner[] = {0, 0, 1, 0, 0, 1};
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++) p[n++] = i, p[n++] = j;
  ops_stencil S0 = ops->decl_stencil(2, 1, star, "S0"), S5 = ops->decl_stencil(2, 5, star, "S5"), S25 = ops->decl_stencil(2, 25, p, "S25"),
              S3 = ops->decl_stencil(2, 3, corner, "S3"), down = ops->decl_restrict_stencil(2, 4, square, two, "down"),
              up = ops->decl_prolong_stencil(2, 1, star, two, "up");
  ops_reduction off = ops->decl_reduction_handle(2 * sizeof(double), "double", "off"),
                bend = ops->decl_reduction_handle(sizeof(double), "double", "bend");
  ops->partition("");
  int fine_range[] = {0, N, 0, N}, coarse_range[] = {0, H, 0, H};
  values.clear();
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) values.push_back(moved_image(i, j));
  moved->set_data(0, (char *)values.data());
  std::vector<double> x(2 * H * H), packed(2 * H * H), g(2 * H * H);
  bool right = true;
  for (int step = 0; step < 4; step++) {
    for (int q = 0; q < H * H; q++)
      for (int c = 0; c < 2; c++) {
        if (step == 0) x[c * H * H + q] = c ? -0.3 + 0.1 * sin(1.0 + q) : 0.45 + 0.21 * cos(0.7 * q);
        packed[2 * q + c] = x[c * H * H + q];  // as fetch_data packs, also of a structure of arrays
      }
    coarse->set_data(0, (char *)packed.data());
    ops_par_loop(unfold, "unfold", page, 2, fine_range, ops_arg_prolong(coarse, 2, up, "double", OPS_READ),
                 ops_arg_dat(raw, 2, S0, "double", OPS_WRITE));
    ops_par_loop(relax, "relax", page, 2, fine_range, ops_arg_dat(raw, 2, S5, "double", OPS_READ),
                 ops_arg_dat(d, 2, S0, "double", OPS_WRITE));
    ops_par_loop(warp, "warp", page, 2, fine_range, ops_arg_dat(still, 1, S25, "float", OPS_READ),
                 ops_arg_dat(d, 2, S0, "double", OPS_READ), ops_arg_dat(warped, 1, S0, "double", OPS_WRITE));
    ops_par_loop(compare_fine, "compare_fine", page, 2, fine_range, ops_arg_dat(warped, 1, S0, "double", OPS_READ),
                 ops_arg_dat(moved, 1, S0, "float", OPS_READ), ops_arg_reduce(off, 2, "double", OPS_INC));
    ops_par_loop(halve, "halve", page, 2, coarse_range, ops_arg_restrict(warped, 1, down, "double", OPS_READ),
                 ops_arg_dat(small, 1, S0, "double", OPS_WRITE));
    ops_par_loop_passive(halve_float, "halve_float", page, 2, coarse_range, ops_arg_restrict(moved, 1, down, "float", OPS_READ),
                         ops_arg_dat(moved_small, 1, S0, "float", OPS_WRITE));
    ops_par_loop(compare_coarse, "compare_coarse", page, 2, coarse_range, ops_arg_dat(small, 1, S0, "double", OPS_READ),
                 ops_arg_dat(moved_small, 1, S0, "float", OPS_READ), ops_arg_reduce(off, 2, "double", OPS_INC));
    ops_par_loop(rough, "rough", page, 2, coarse_range, ops_arg_dat(coarse, 2, S3, "double", OPS_READ),
                 ops_arg_reduce(bend, 1, "double", OPS_INC));
    double sums[2], b, w[2] = {1.0, 3.0}, wb = 0.25, worst = 0, largest = 0;
    off->get_result(sums, w);
    bend->get_result(&b, &wb);
    double value = sums[0] + 3 * sums[1] + 0.25 * b;
    ops_interpret_adjoints(ops);
    coarse->fetch_derivative((char *)g.data());
    std::vector<C> z(x.begin(), x.end());
    for (size_t k = 0; k < x.size(); k++) {
      z[k] = C(x[k], 1e-40);
      double s = plain(z).imag() / 1e-40;
      z[k] = x[k];
      worst = fmax(worst, fabs(s - g[2 * (k % (H * H)) + k / (H * H)])), largest = fmax(largest, fabs(s));
    }
    std::vector<double> y = x;
    y[9] += 1e-6;
    double high = plain(y);
    y[9] -= 2e-6;
    double slope = (high - plain(y)) / 2e-6;
    std::printf("value %.10g (plain %.10g), gradient off by %.1e of %.2e, one difference off by %.1e, g %a\n", value, plain(x), worst,
                largest, fabs(slope - g[18]), g[18]);
    right = right && worst < 1e-11 * largest && fabs(value - plain(x)) < 1e-11 * value && fabs(slope - g[18]) < 1e-4 * largest;
    for (size_t k = 0; k < x.size(); k++) x[k] -= 0.02 / largest * g[2 * (k % (H * H)) + k / (H * H)];
    ops_ad_reset(ops);
  }
  std::puts(right ? "passed" : "failed");
  ops->exit();
  delete ops;
  return right ? 0 : 1;
}
