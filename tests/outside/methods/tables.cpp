// Lookup tables: equations of state by binary search in constant arrays, bilinear tables of two dimensions as const arrays, cubic splines whose knots
// are an active scalar, semi-Lagrangian transport with offsets from data, a struct with an array as constant, float and bool arrays by ops_arg_gbl.
#define OPS_2D
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#include "ops_seq_v2.h"
#define NX 15
#define NY 12
#define KNOTS 9
#define SMALL 1e-30
constexpr int STEPS = 4, ROWS = 4, COLS = 5;
double knots_c[KNOTS] = {-2, -1.2, -0.7, -0.3, 0.05, 0.4, 0.9, 1.6, 2.5};
static const double opacity[ROWS][COLS] = {{1, 1.2, 1.5, 1.1, 0.7}, {0.9, 1, 1.3, 1.6, 0.8}, {0.6, 0.8, 1.2, 1.4, 1.1}, {0.3, 0.7, 0.9, 1, 1.2}};
static constexpr int weights4[] = {1, -3, 3, -1};
struct wind_type { double u0, shear[2]; int kind; };
wind_type wind_c = {-0.35, {0.06, 0.05}, 1};
int type_error(const wind_type*, const char* type) { return strcmp(type, "wind_type") != 0; }
inline int locate(double x) {  // the interval of x by bisection
  int lo = 0, hi = KNOTS - 1;
  while (hi - lo > 1) { const int mid = (lo + hi) >> 1; if (x >= knots_c[mid]) lo = mid; else hi = mid; }
  return lo;
}
void state(const ACC<double>& e, ACC<double>& p, const double* table) {  // cubic Hermite with slopes by differences
  const int k = locate(e(0, 0));
  const double h = knots_c[k + 1] - knots_c[k], t = (e(0, 0) - knots_c[k]) / h;
  double m[2];
  for (int s = 0; s < 2; ++s) {
    const int a = MAX(k + s - 1, 0), b = MIN(k + s + 1, KNOTS - 1);
    m[s] = (table[b] - table[a]) / (knots_c[b] - knots_c[a]);
  }
  const double t2 = t * t, t3 = t2 * t;
  p(0, 0) = (2 * t3 - 3 * t2 + 1) * table[k] + (t3 - 2 * t2 + t) * h * m[0] + (3 * t2 - 2 * t3) * table[k + 1] + (t3 - t2) * h * m[1];
}
void bilinear(const ACC<double>& e, const ACC<double>& p, ACC<double>& q, const bool* on, const float* scale) {
  const double x = std::min(std::max((e(0, 0) + 1.5) * scale[0], 0.0), COLS - 1.0 - 1e-9), y = std::min(std::max((p(0, 0) + 1.0) * scale[1], 0.0), ROWS - 1.0 - 1e-9);
  const int i = (int)x, j = static_cast<int>(y);
  const double a = x - i, b = y - j;
  q(0, 0) = !on[0] ? 1.0 : (1 - a) * (1 - b) * opacity[j][i] + a * (1 - b) * opacity[j][i + 1] + (1 - a) * b * opacity[j + 1][i] + a * b * opacity[j + 1][i + 1];
  if (on[1] && !(i & 1)) q(0, 0) *= 1.0 + 0.1 * a;
}
void advect(const ACC<double>& e, const ACC<double>& q, ACC<double>& n, const int* idx) {  // departure points, up to two cells away
  const double cu = wind_c.u0 + wind_c.shear[0] * idx[1] + 0.3 * e(0, 0), cv = wind_c.kind == 1 ? wind_c.shear[1] * idx[0] : 0.25;
  const int du = (int)floor(cu), dv = (int)floor(cv);
  const double a = cu - du, b = cv - dv;
  const double v00 = e(-du, -dv), v10 = e(-du - 1, -dv), v01 = e(-du, -dv - 1), v11 = e(-du - 1, -dv - 1);
  n(0, 0) = ((1 - a) * v00 + a * v10) * (1 - b) + ((1 - a) * v01 + a * v11) * b - 0.05 * q(0, 0) * e(0, 0);
  double third = 0;
  for (int k = 0; k < 4; ++k) third += weights4[k] * e(k - 1, 0);
  n(0, 0) += 0.01 * third;
}
void sum_up(const ACC<double>& e, const ACC<double>& p, double* s) { *s += e(0, 0) * p(0, 0) / (fabs(p(0, 0)) + 0.5 + SMALL); }
static int P(int i, int j) { return (j + 2) * (NX + 5) + i + 2; }
static double plain(const std::vector<double>& e0, const double* table, const wind_type& w) {
  std::vector<double> e(e0), n(e0), p(e0.size()); double s = 0;
  auto eos = [&](double x) {
    int k = 0; while (k < KNOTS - 2 && x >= knots_c[k + 1]) ++k;
    auto slope = [&](int q) { int a = q ? q - 1 : 0, b = q < KNOTS - 1 ? q + 1 : q; return (table[b] - table[a]) / (knots_c[b] - knots_c[a]); };
    const double h = knots_c[k + 1] - knots_c[k], t = (x - knots_c[k]) / h;
    return (1 + 2 * t) * (1 - t) * (1 - t) * table[k] + t * (1 - t) * (1 - t) * h * slope(k) + t * t * (3 - 2 * t) * table[k + 1] + t * t * (t - 1) * h * slope(k + 1);
  };
  for (int step = 0; step < STEPS; ++step) {
    for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
      const double E = e[P(i, j)], pr = eos(E), x = std::clamp((E + 1.5) * 1.25, 0.0, COLS - 1 - 1e-9), y = std::clamp((pr + 1) * 0.75, 0.0, ROWS - 1 - 1e-9);
      const int k = int(x), l = int(y); const double a = x - k, b = y - l; double q = 1;
      if (step != 1) q = (1 - a) * ((1 - b) * opacity[l][k] + b * opacity[l + 1][k]) + a * ((1 - b) * opacity[l][k + 1] + b * opacity[l + 1][k + 1]);
      if (step % 2 && k % 2 == 0) q *= 1 + 0.1 * a;
      const double cu = w.u0 + w.shear[0] * j + 0.3 * E, cv = w.kind == 1 ? w.shear[1] * i : 0.25; const int du = (int)std::floor(cu), dv = (int)std::floor(cv);
      const double fu = cu - du, fv = cv - dv;
      n[P(i, j)] = (1 - fv) * ((1 - fu) * e[P(i - du, j - dv)] + fu * e[P(i - du - 1, j - dv)]) + fv * ((1 - fu) * e[P(i - du, j - dv - 1)] + fu * e[P(i - du - 1, j - dv - 1)]) - 0.05 * q * E + 0.01 * (e[P(i - 1, j)] - 3 * E + 3 * e[P(i + 1, j)] - e[P(i + 2, j)]);
    }
    std::swap(e, n);
  }
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) { const double q = eos(e[P(i, j)]); s += e[P(i, j)] * q / (std::fabs(q) + 0.5); }
  return s;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("knots_c", KNOTS, "double", knots_c);
  ops_decl_const("wind_c", 1, "wind_type", &wind_c);
  ops_block b = ops_decl_block(2, "sky");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-2, -2}, dp[] = {3, 2}, all[] = {0, NX, 0, NY}, o[] = {0, 0};
  int wide[40]; for (int j = -2; j <= 1; ++j) for (int i = -2; i <= 2; ++i) { wide[2 * (5 * (j + 2) + i + 2)] = i; wide[2 * (5 * (j + 2) + i + 2) + 1] = j; }
  std::vector<double> e0((NX + 5) * (NY + 4));
  for (int i = 0; i < (int)e0.size(); ++i) e0[i] = 0.9 * std::sin(0.31 * i) * std::cos(0.07 * i) + 0.1;
  auto copy = e0, copy2 = e0; double table[KNOTS] = {-0.8, -0.4, -0.1, 0.2, 0.3, 0.7, 0.8, 1.4, 2}; 
  ops_dat e[] = {ops_decl_dat(b, 1, size, base, dm, dp, copy.data(), "double", "e"), ops_decl_dat(b, 1, size, base, dm, dp, copy2.data(), "double", "n")};
  ops_dat start = e[0], p = ops_decl_dat(b, 1, size, base, dm, dp, (double*)NULL, "double", "p"), q = ops_decl_dat(b, 1, size, base, dm, dp, (double*)NULL, "double", "q");
  ops_stencil S0 = ops_decl_stencil(2, 1, o, "0"), SW = ops_decl_stencil(2, 20, wide, "wide");
  ops_scalar eos = ops_decl_scalar("eos", table, KNOTS);
  ops_reduction s = ops_decl_reduction_handle(8, "double", "s");
  ops_partition("");
  const wind_type& wind = wind_c;
  float scale[] = {1.25f, 0.75f};
  for (int step = 0; step < STEPS; ++step) {
    bool on[2] = {step != 1, step % 2 == 1};
    ops_par_loop(state, "state", b, 2, all, ops_arg_dat(e[0], 1, S0, "double", OPS_READ), ops_arg_dat(p, 1, S0, "double", OPS_WRITE), ops_arg_scalar(eos, KNOTS, "double", OPS_READ));
    ops_par_loop(bilinear, "bilinear", b, 2, all, ops_arg_dat(e[0], 1, S0, "double", OPS_READ), ops_arg_dat(p, 1, S0, "double", OPS_READ), ops_arg_dat(q, 1, S0, "double", OPS_WRITE), ops_arg_gbl(on, 2, "bool", OPS_READ), ops_arg_gbl(scale, 2, "float", OPS_READ));
    ops_par_loop(advect, "advect", b, 2, all, ops_arg_dat(e[0], 1, SW, "double", OPS_READ), ops_arg_dat(q, 1, S0, "double", OPS_READ), ops_arg_dat(e[1], 1, S0, "double", OPS_WRITE), ops_arg_idx());
    std::swap(e[0], e[1]);
  }
  ops_par_loop(state, "state", b, 2, all, ops_arg_dat(e[0], 1, S0, "double", OPS_READ), ops_arg_dat(p, 1, S0, "double", OPS_WRITE), ops_arg_scalar(eos, KNOTS, "double", OPS_READ));
  ops_par_loop(sum_up, "sum_up", b, 2, all, ops_arg_dat(e[0], 1, S0, "double", OPS_READ), ops_arg_dat(p, 1, S0, "double", OPS_READ), ops_arg_reduce(s, 1, "double", OPS_INC));
  double r; const double one = 1; s->get_result(&r, &one);
  const double v = plain(e0, table, wind); double worst = 0, least = 1e9;
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g = ops_dat_fetch_derivative<double>(start);
  const double* gt = eos->get_derivative<double>();
  auto slope = [&](double& x) { const double keep = x, h = 1e-7; x = keep + h; const double up = plain(e0, table, wind); x = keep - h; const double down = plain(e0, table, wind); x = keep; return (up - down) / (2 * h); };
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) worst = std::fmax(worst, std::fabs(slope(e0[P(i, j)]) - g[j * NX + i]));
  for (int k = 0; k < KNOTS; ++k) { worst = std::fmax(worst, std::fabs(slope(table[k]) - gt[k])); least = std::fmin(least, std::fabs(gt[k])); }
  const bool good = std::fabs(r - v) < 1e-11 * std::fabs(v) && worst < 1e-6;
  ops_exit();
  std::printf("sum %.13g %.13g gradient %.2e (least of the table %.2g)\n%s\n", r, v, worst, least, good ? "passed" : "failed");
  return !good;
}
