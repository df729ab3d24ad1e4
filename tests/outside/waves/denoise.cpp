// Smooths a noisy colour image by Perona-Malik and total variation steps. Uses kernels that are templates, three
// components, mirrored edges by macros, an array of stencils that is filled in a loop, and data set through
// ops_dat_set_data. The gradient by image and parameters is compared with complex steps.

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

double tau = 0.2;
#include "denoise_kernels.h"

static const int W = 31, H = 27;
typedef std::complex<double> cd;
static double real_of(double x) { return x; }
static double real_of(const cd& x) { return x.real(); }

template <class S>
S oracle(const std::vector<S>& image, const std::vector<double>& ref, const S* p, std::vector<S>& u) {
  u = image;
  std::vector<S> n(u.size());
  auto id = [](int c, int i, int j) {
    i = std::min(std::max(i, 0), W - 1);
    j = std::min(std::max(j, 0), H - 1);
    return c + 3 * (i + W * j);
  };
  const int off[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int it = 0; it < 9; it++) {
    int model = it % 3 == 2;
    for (int j = 0; j < H; j++)
      for (int i = 0; i < W; i++) {
        S flux[3] = {0, 0, 0};
        for (auto& o : off) {
          S s2 = 0;
          for (int c = 0; c < 3; c++) {
            S d = u[id(c, i + o[0], j + o[1])] - u[id(c, i, j)];
            s2 += d * d;
          }
          S g = model ? p[1] / sqrt(s2 + 0.01) : 1.0 / (1.0 + s2 / (p[0] * p[0]));
          for (int c = 0; c < 3; c++) flux[c] += g * (u[id(c, i + o[0], j + o[1])] - u[id(c, i, j)]);
        }
        for (int c = 0; c < 3; c++) n[id(c, i, j)] = u[id(c, i, j)] + tau * flux[c];
      }
    u.swap(n);
  }
  S loss = 0;
  for (size_t k = 0; k < u.size(); k++) {
    S d = u[k] - ref[k];
    loss += (real_of(d) > 0 ? 1.0 : 1.5) * d * d;
  }
  return loss;
}

static ops_block canvas;
static ops_stencil centre, plus, toward[4];
static ops_dat a, b;

#define EDGE(kernel, d, st, x0, x1, y0, y1)                                               \
  {                                                                                       \
    int r[] = {x0, x1, y0, y1};                                                           \
    ops_par_loop(kernel, #kernel, canvas, 2, r, ops_arg_dat(d, 3, st, "double", OPS_RW)); \
  }
static void edges(ops_dat d) {
  EDGE(mirror_left, d, toward[0], -1, 0, 0, H)
  EDGE(mirror_right, d, toward[1], W, W + 1, 0, H)
  EDGE(mirror_low, d, toward[2], 0, W, -1, 0)
  EDGE(mirror_high, d, toward[3], 0, W, H, H + 1)
}

template <int MODEL>
static void smooth(ops_scalar p, const char* label) {
  int r[] = {0, W, 0, H};
  edges(a);
  ops_par_loop(diffuse<MODEL>, label, canvas, 2, r, ops_arg_dat(a, 3, plus, "double", OPS_READ),
               ops_arg_dat(b, 3, centre, "double", OPS_WRITE), ops_arg_scalar(p, 2, "double", OPS_READ));
  ops_dat t = a;
  a = b;
  b = t;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  canvas = ops_decl_block(2, "canvas");
  int n[2] = {W, H}, o[2] = {0, 0}, dm[2] = {-1, -1}, dp[2] = {1, 1};
  a = ops_decl_dat(canvas, 3, n, o, dm, dp, (double*)NULL, "double", "a");
  b = ops_decl_dat(canvas, 3, n, o, dm, dp, (double*)NULL, "double", "b");
  ops_dat ref = ops_decl_dat(canvas, 3, n, o, dm, dp, (double*)NULL, "double", "ref");
  int c0[] = {0, 0}, c5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  centre = ops_decl_stencil(2, 1, c0, "centre");
  plus = ops_decl_stencil(2, 5, c5, "plus");
  for (int q = 0; q < 4; q++) {
    int two[4] = {0, 0, c5[2 + 2 * q], c5[3 + 2 * q]};
    toward[q] = ops_decl_stencil(2, 2, two, "toward");
  }
  ops_reduction loss = ops_decl_reduction_handle(sizeof(double), "double", "loss");
  ops_decl_const("tau", 1, "double", &tau);
  ops_partition("image");

  std::vector<double> clean(3 * W * H), noisy(3 * W * H);
  unsigned seed = 12345u;
  for (int j = 0; j < H; j++)
    for (int i = 0; i < W; i++) RGB(c) {
        int k = c + 3 * (i + W * j);
        seed = seed * 1664525u + 1013904223u;
        clean[k] = ((i - 15) * (i - 15) + (j - 12) * (j - 12) < 70 ? 0.8 : 0.2) + 0.1 * c;
        noisy[k] = clean[k] + 0.3 * ((seed >> 8) / 16777216.0 - 0.5);
      }
  ops_dat first = a;
  ops_dat_set_data(a, noisy);
  ops_dat_set_data(ref, clean);
  double p0[2] = {0.35, 0.12};
  ops_scalar p = ops_decl_scalar("p", p0, 2);
  for (int it = 0; it < 9; it++) {
    if (it % 3 == 2)
      smooth<TOTAL_VARIATION>(p, "total variation");
    else
      smooth<PERONA_MALIK>(p, "perona malik");
  }
  int r[] = {0, W, 0, H};
  ops_par_loop(quality, "quality", canvas, 2, r, ops_arg_dat(a, 3, centre, "double", OPS_READ),
               ops_arg_dat(ref, 3, centre, "double", OPS_READ), ops_arg_reduce(loss, 1, "double", OPS_INC));
  double L, w = 1.0;
  loss->get_result<double>(&L, &w);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> u(3 * W * H), g(3 * W * H), pu;
  u = ops_dat_fetch_data<double>(a);
  double Lp = oracle<double>(noisy, clean, p0, pu), err = fabs(L - Lp) / Lp, gerr = 0;
  for (size_t k = 0; k < u.size(); k++) err = std::max(err, fabs(u[k] - pu[k]));
  g = ops_dat_fetch_derivative<double>(first);
  for (int k = 0; k < 2 + 20; k++) {
    std::vector<cd> ci(noisy.begin(), noisy.end()), cu;
    cd cp[2] = {p0[0], p0[1]};
    int q = (k * 211 + 17) % (3 * W * H);
    (k < 2 ? cp[k] : ci[q]) += cd(0, 1e-40);
    double want = oracle<cd>(ci, clean, cp, cu).imag() / 1e-40;
    double got = k < 2 ? p->get_derivative<double>()[k] : g[q];
    gerr = std::max(gerr, fabs(want - got) / (k < 2 ? fabs(want) : 0.1));
  }
  ops_printf("loss %.10g error %.2e gradient error %.2e\n", L, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_printf("denoise: %s\n", ok ? "passed" : "failed");
  ops_exit();
  return ok ? 0 : 1;
}
