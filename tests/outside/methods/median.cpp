// Image processing: uchar-like int picture, 3x3 median by a sorting network of macros, bilateral filter over a 5x5 window by loops with
// computed offsets, histogram by a reduction with an index from data, soft maxima; unsharp mask with std::clamp. float picture, double sums.
#define OPS_2D
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#include "ops_seq_v2.h"
constexpr int W = 14, H = 11, R = 2, BINS = 8;
enum Channel { LUMA = 0, CHROMA, CHANNELS };
constexpr double sigma_s = 1.3;
double gain_c[CHANNELS] = {1.6, 0.8};
int bins_c = BINS;
template <class T> inline void order(T& a, T& b) { if (b < a) { T t = a; a = b; b = t; } }
#define S2(a, b) order(p[a], p[b]);
template <class T>
void median9(const ACC<T>& in, ACC<T>& out) {
  for (int c = LUMA; c < CHANNELS; ++c) {
    T p[9]; int n = 0;
    for (int j = -1; j <= 1; ++j) for (int i = -1; i <= 1; ++i) p[n++] = in(c, i, j);
    S2(1, 2) S2(4, 5) S2(7, 8) S2(0, 1) S2(3, 4) S2(6, 7) S2(1, 2) S2(4, 5) S2(7, 8) S2(0, 3) S2(5, 8) S2(4, 7) S2(3, 6) S2(1, 4) S2(2, 5) S2(4, 7) S2(4, 2) S2(6, 4) S2(4, 2)
    out(c, 0, 0) = p[4];
  }
}
template <class T, int radius>
void bilateral(const ACC<T>& in, ACC<T>& out, const T* range_scale, const int* idx) {
  T num[CHANNELS] = {}, den = 0;
  for (int j = -radius; j <= radius; ++j) {
    if (idx[1] + j < 0 || idx[1] + j >= H) continue;
    for (int i = -radius; i <= radius; ++i) {
      if (idx[0] + i < 0 || idx[0] + i >= W) continue;
      T d2 = 0;
      for (int c = 0; c < CHANNELS; ++c) { const T d = in(c, i, j) - in(c, 0, 0); d2 += d * d; }
      const T w = std::exp(-T(i * i + j * j) / T(2 * sigma_s * sigma_s) - d2 * *range_scale);
      for (int c = 0; c < CHANNELS; ++c) num[c] += w * in(c, i, j);
      den += w;
    }
  }
  for (int c = 0; c < CHANNELS; ++c) out(c, 0, 0) = num[c] / den;
}
template <class T>
void unsharp(const ACC<T>& in, const ACC<T>& smooth, ACC<T>& out) {
  for (auto c : {LUMA, CHROMA}) out(c, 0, 0) = std::clamp(T(in(c, 0, 0) + T(gain_c[c]) * (in(c, 0, 0) - smooth(c, 0, 0))), T(-0.7), T(0.8));
}
template <class T>
void measure(const ACC<T>& in, double* soft, int* hist, double* box) {
  soft[0] += std::exp(4.0 * in(LUMA, 0, 0));
  soft[1] += std::sqrt(1e-2 + double(in(CHROMA, 0, 0)) * in(CHROMA, 0, 0));
  const int k = std::min(std::max(int((in(LUMA, 0, 0) + 1) * 0.5 * bins_c), 0), bins_c - 1);
  hist[k]++;
  box[0] = std::max(box[0], double(in(LUMA, 0, 0)));
  box[1] = std::max(box[1], -double(in(LUMA, 0, 0)) * in(CHROMA, 0, 0));
}
static int P(int i, int j) { return ((j + 2) * (W + 4) + i + 2) * 2; }
static double plain(const std::vector<double>& a, double scale, double* soft, int* hist, double* box) {
  std::vector<double> m(a), s(a), o(a);
  for (int j = 0; j < H; ++j) for (int i = 0; i < W; ++i) for (int c = 0; c < 2; ++c) {
    std::vector<double> v; for (int y = -1; y < 2; ++y) for (int x = -1; x < 2; ++x) v.push_back(a[P(i + x, j + y) + c]);
    std::sort(v.begin(), v.end()); m[P(i, j) + c] = v[4];
  }
  for (int j = 0; j < H; ++j) for (int i = 0; i < W; ++i) {
    double n[2] = {}, d = 0;
    for (int y = std::max(0, j - R); y <= std::min(H - 1, j + R); ++y) for (int x = std::max(0, i - R); x <= std::min(W - 1, i + R); ++x) {
      const double u = m[P(x, y)] - m[P(i, j)], v = m[P(x, y) + 1] - m[P(i, j) + 1];
      const double w = std::exp(-((x - i) * (x - i) + (y - j) * (y - j)) / (2 * sigma_s * sigma_s) - (u * u + v * v) * scale);
      n[0] += w * m[P(x, y)]; n[1] += w * m[P(x, y) + 1]; d += w;
    }
    s[P(i, j)] = n[0] / d; s[P(i, j) + 1] = n[1] / d;
  }
  soft[0] = soft[1] = 0; box[0] = box[1] = -1e300; std::fill(hist, hist + BINS, 0);
  for (int j = 0; j < H; ++j) for (int i = 0; i < W; ++i) {
    double v[2]; for (int c = 0; c < 2; ++c) v[c] = std::min(0.8, std::max(-0.7, m[P(i, j) + c] + gain_c[c] * (m[P(i, j) + c] - s[P(i, j) + c])));
    soft[0] += std::exp(4 * v[0]); soft[1] += std::sqrt(1e-2 + v[1] * v[1]);
    ++hist[std::min(std::max(int((v[0] + 1) * 0.5 * BINS), 0), BINS - 1)];
    box[0] = std::max(box[0], v[0]); box[1] = std::max(box[1], -v[0] * v[1]);
  }
  return 0.3 * soft[0] + 2 * soft[1] + 0.0 * box[0] + 5 * box[1];
}
template <class T>
int run(const char* type, double tol, double tol_g) {
  ops_block b = ops_decl_block(2, type);
  int size[] = {W, H}, base[] = {0, 0}, dm[] = {-R, -R}, dp[] = {R, R}, all[] = {0, W, 0, H}, o[] = {0, 0};
  std::vector<int> nine, wide;
  for (int j = -R; j <= R; ++j) for (int i = -R; i <= R; ++i) { if (abs(i) < 2 && abs(j) < 2) nine.insert(nine.end(), {i, j}); wide.insert(wide.end(), {i, j}); }
  std::vector<double> a((W + 4) * (H + 4) * 2);
  for (size_t i = 0; i < a.size(); ++i) a[i] = float(0.8 * std::sin(0.61 * i) * std::cos(0.013 * i * i));
  std::vector<T> A(a.begin(), a.end());
  auto field = [&](T* p, const char* n) { return ops_decl_dat(b, CHANNELS, size, base, dm, dp, p, type, n); };
  ops_dat in = field(A.data(), "in"), med = field(nullptr, "med"), smo = field(nullptr, "smooth"), out = field(nullptr, "out");
  ops_stencil S0 = ops_decl_stencil(2, 1, o, "0"), S9 = ops_decl_stencil(2, 9, nine.data(), "9"), S25 = ops_decl_stencil(2, 25, wide.data(), "25");
  ops_reduction soft = ops_decl_reduction_handle(2 * sizeof(double), "double", "soft"), hist = ops_decl_reduction_handle(BINS * sizeof(int), "int", "hist"), box = ops_decl_reduction_handle(2 * sizeof(double), "double", "box");
  T scale = 1.5; ops_scalar sc = ops_decl_scalar("scale", &scale, 1);
  ops_par_loop(median9<T>, "median9", b, 2, all, ops_arg_dat(in, CHANNELS, S9, type, OPS_READ), ops_arg_dat(med, CHANNELS, S0, type, OPS_WRITE));
  ops_par_loop((bilateral<T, R>), "bilateral", b, 2, all, ops_arg_dat(med, CHANNELS, S25, type, OPS_READ), ops_arg_dat(smo, CHANNELS, S0, type, OPS_WRITE), ops_arg_scalar(sc, 1, type, OPS_READ), ops_arg_idx());
  ops_par_loop(unsharp<T>, "unsharp", b, 2, all, ops_arg_dat(med, CHANNELS, S0, type, OPS_READ), ops_arg_dat(smo, CHANNELS, S0, type, OPS_READ), ops_arg_dat(out, CHANNELS, S0, type, OPS_WRITE));
  ops_par_loop(measure<T>, "measure", b, 2, all, ops_arg_dat(out, CHANNELS, S0, type, OPS_READ), ops_arg_reduce(soft, 2, "double", OPS_INC), ops_arg_reduce(hist, BINS, "int", OPS_INC), ops_arg_reduce(box, 2, "double", OPS_MAX));
  double s[2], x[2], ps[2], px[2]; int h[BINS], ph[BINS]; const double ws[] = {0.3, 2}, wx[] = {0, 5};
  soft->get_result(s, ws); box->get_result(x, wx); hist->get_result(h);
  plain(a, scale, ps, ph, px);
  double e = 0, ge = 0; int hd = 0, clipped = 0;
  for (int k = 0; k < 2; ++k) e = std::max({e, std::fabs(s[k] / ps[k] - 1), std::fabs(x[k] - px[k])});
  for (int k = 0; k < BINS; ++k) hd += h[k] != ph[k];
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<T> g = ops_dat_fetch_derivative<T>(in);
  for (int j = 0; j < H; ++j) for (int i = 0; i < W; ++i) for (int c = 0; c < 2; ++c) {
    const double d = 1e-7, keep = a[P(i, j) + c]; a[P(i, j) + c] = keep + d; const double p = plain(a, scale, ps, ph, px); a[P(i, j) + c] = keep - d; const double m = plain(a, scale, ps, ph, px); a[P(i, j) + c] = keep;
    const double G = g[2 * (j * W + i) + c]; ge = std::max(ge, std::fabs((p - m) / (2 * d) - G) / (1 + std::fabs(G))); clipped += G == 0;
  }
  const double gs = *sc->get_derivative<T>(), fs = (plain(a, scale + 1e-5, ps, ph, px) - plain(a, scale - 1e-5, ps, ph, px)) / 2e-5;
  const bool good = e < tol && ge < tol_g && hd == 0 && std::fabs(gs - fs) < tol_g * (1 + std::fabs(fs));
  std::printf("%s: values %.2e gradient %.2e (%d zeros) scale %.7g %.7g bins %d\n", type, e, ge, clipped, gs, fs, hd);
  ops_ad_reset(OPS_instance::getOPSInstance());
  return !good;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("gain_c", CHANNELS, "double", gain_c);
  ops_decl_const("bins_c", 1, "int", &bins_c);
  const int bad = run<double>("double", 1e-12, 1e-6) + run<float>("float", 1e-4, 2e-3);
  ops_exit();
  std::printf(bad ? "failed\n" : "passed\n");
  return bad;
}
