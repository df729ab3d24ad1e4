// The first interface (raw pointers, OPS_ACC0(..), OPS_ACC_MD1(..)) with flags: bits of unsigned datasets, char and bool masks, int cell types that
// steer an active update, optional arguments, reductions of int, long long and several components. Oracle: plain loops, differences.
#define OPS_2D
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include "ops_seq.h"
#define NX 13
#define NY 10
#define FLUID 0x1u
#define WALL (1u << 1)
#define INLET (1u << 2)
#define HAS(f, bit) (((f) & (bit)) != 0)
#define STEPS 6
double alpha_c = 0.12, inflow[4] = {0.5, 0.7, -0.2, 0.9};
void paint(unsigned int* flag, char* letter, bool* edge, int* kind, const int* idx) {
  unsigned f = 0;
  f |= (idx[0] * 7 + idx[1] * 3) % 5 == 0 ? WALL : FLUID;
  if (idx[0] == 0) f = (f & ~WALL) | INLET | FLUID;
  f ^= (unsigned)(idx[1] & 3) << 8;
  flag[OPS_ACC0(0, 0)] = f;
  letter[OPS_ACC1(0, 0)] = HAS(f, WALL) ? '#' : HAS(f, INLET) ? '>' : '.';
  edge[OPS_ACC2(0, 0)] = idx[0] == 0 || idx[0] == NX - 1 || !(idx[1] % (NY - 1));
  kind[OPS_ACC3(0, 0)] = (idx[0] + 2 * idx[1]) % 4;
}
void step(const double* t, double* tn, const unsigned int* flag, const int* kind, const double* source, const int* has_source) {
  const unsigned f = flag[OPS_ACC2(0, 0)];
  for (int c = 0; c < 2; c++) {
    double flux = 0;
    if (!HAS(flag[OPS_ACC2(1, 0)], WALL)) flux += t[OPS_ACC_MD0(c, 1, 0)] - t[OPS_ACC_MD0(c, 0, 0)];
    if (!HAS(flag[OPS_ACC2(-1, 0)], WALL)) flux += t[OPS_ACC_MD0(c, -1, 0)] - t[OPS_ACC_MD0(c, 0, 0)];
    if (!(flag[OPS_ACC2(0, 1)] & WALL)) flux += (t[OPS_ACC_MD0(c, 0, 1)] - t[OPS_ACC_MD0(c, 0, 0)]) * (1 + 0.1 * t[OPS_ACC_MD0(1 - c, 0, 0)]);
    if (!(flag[OPS_ACC2(0, -1)] & WALL)) flux += t[OPS_ACC_MD0(c, 0, -1)] - t[OPS_ACC_MD0(c, 0, 0)];
    tn[OPS_ACC_MD1(c, 0, 0)] = f & WALL ? t[OPS_ACC_MD0(c, 0, 0)] : t[OPS_ACC_MD0(c, 0, 0)] + alpha_c * flux;
  }
  if (HAS(f, INLET)) tn[OPS_ACC_MD1(0, 0, 0)] += 0.1 * inflow[(f >> 8) & 3u] * t[OPS_ACC_MD0(1, 0, 0)];
  switch (kind[OPS_ACC3(0, 0)]) {
    case 3: tn[OPS_ACC_MD1(1, 0, 0)] *= 0.9; break;
    case 1: tn[OPS_ACC_MD1(1, 0, 0)] += 0.05 * sin(t[OPS_ACC_MD0(0, 0, 0)]);
    default: break;
  }
  if (has_source[0]) tn[OPS_ACC_MD1(0, 0, 0)] += 0.2 * source[OPS_ACC4(0, 0)] * t[OPS_ACC_MD0(1, 0, 0)];
}
void count(const unsigned int* flag, const char* letter, const bool* edge, const int* kind, long long* hash, int* census, int* least, const int* idx) {
  unsigned f = flag[OPS_ACC0(0, 0)]; int bits = 0;
  for (; f; f &= f - 1) ++bits;
  hash[0] += (long long)(bits * 1000003) * 4000000007LL * (idx[0] + 1);
  hash[1] += letter[OPS_ACC1(0, 0)] << 20;
  census[letter[OPS_ACC1(0, 0)] == '#' ? 0 : letter[OPS_ACC1(0, 0)] == '>' ? 1 : 2] += 1;
  census[3] += edge[OPS_ACC2(0, 0)] && kind[OPS_ACC3(0, 0)] > 1;
  *least = MIN(*least, (int)(flag[OPS_ACC0(0, 0)] % 251u) - idx[1]);
}
void objective(const double* t, const bool* edge, double* s) {
  const double w = edge[OPS_ACC1(0, 0)] ? 2.0 : 0.5;
  s[0] += w * t[OPS_ACC_MD0(0, 0, 0)] * t[OPS_ACC_MD0(0, 0, 0)];
  if (!edge[OPS_ACC1(0, 0)]) s[1] += t[OPS_ACC_MD0(1, 0, 0)] * t[OPS_ACC_MD0(0, 0, 0)];
}
void mirror(double* t) { t[OPS_ACC_MD0(0, 0, 0)] = t[OPS_ACC_MD0(0, 1, 0)]; t[OPS_ACC_MD0(1, 0, 0)] = -0.5 * t[OPS_ACC_MD0(1, 1, 0)]; }
static int P(int i, int j) { return (j + 1) * (NX + 2) + i + 1; }
static unsigned flag_at(int i, int j) {
  if (i < 0 || j < 0 || i >= NX || j >= NY) return 0;
  unsigned f = (i * 7 + j * 3) % 5 == 0 && i ? 2 : 1;
  return (i == 0 ? 5 : f) ^ (unsigned)(j & 3) << 8;
}
static double plain(std::vector<double> t, const std::vector<double>& q, double* s) {
  auto n = t;
  for (int k = 0; k < STEPS; ++k) {
    for (int j = 0; j < NY; ++j) t[2 * P(-1, j)] = t[2 * P(0, j)], t[2 * P(-1, j) + 1] = -0.5 * t[2 * P(0, j) + 1];
    for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
      const double a = t[2 * P(i, j)], b = t[2 * P(i, j) + 1]; const unsigned f = flag_at(i, j);
      for (int c = 0; c < 2; ++c) {
        const double m = c ? b : a; double r = 0;
        if (!(flag_at(i + 1, j) & 2)) r += t[2 * P(i + 1, j) + c] - m;
        if (!(flag_at(i - 1, j) & 2)) r += t[2 * P(i - 1, j) + c] - m;
        if (!(flag_at(i, j + 1) & 2)) r += (t[2 * P(i, j + 1) + c] - m) * (1 + 0.1 * (c ? a : b));
        if (!(flag_at(i, j - 1) & 2)) r += t[2 * P(i, j - 1) + c] - m;
        n[2 * P(i, j) + c] = f & 2 ? m : m + alpha_c * r;
      }
      if (i == 0) n[2 * P(i, j)] += 0.1 * inflow[j & 3] * b;
      if ((i + 2 * j) % 4 == 3) n[2 * P(i, j) + 1] *= 0.9;
      if ((i + 2 * j) % 4 == 1) n[2 * P(i, j) + 1] += 0.05 * std::sin(a);
      if (k % 2) n[2 * P(i, j)] += 0.2 * q[P(i, j)] * b;
    }
    std::swap(t, n);
  }
  s[0] = s[1] = 0;
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
    const bool e = i == 0 || i == NX - 1 || j == 0 || j == NY - 1; const double a = t[2 * P(i, j)], b = t[2 * P(i, j) + 1];
    s[0] += (e ? 2 : 0.5) * a * a; if (!e) s[1] += a * b;
  }
  return s[0] - 3 * s[1];
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("alpha_c", 1, "double", &alpha_c);
  ops_decl_const("inflow", 4, "double", inflow);
  ops_block b = ops_decl_block(2, "map");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, all[] = {0, NX, 0, NY}, west[] = {-1, 0, 0, NY}, o[] = {0, 0}, cross[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, right[] = {0, 0, 1, 0};
  std::vector<double> T(2 * (NX + 2) * (NY + 2)), Q((NX + 2) * (NY + 2));
  for (size_t i = 0; i < T.size(); ++i) T[i] = 0.5 + 0.4 * sin(0.7 * i);
  for (size_t i = 0; i < Q.size(); ++i) Q[i] = 0.3 * cos(1.1 * i);
  auto T1 = T, Q1 = Q, T2 = T;
  ops_dat t[2] = {ops_decl_dat(b, 2, size, base, dm, dp, T1.data(), "double", "t0"), ops_decl_dat(b, 2, size, base, dm, dp, T2.data(), "double", "t1")}, start = t[0];
  ops_dat q = ops_decl_dat(b, 1, size, base, dm, dp, Q1.data(), "double", "q"), flag = ops_decl_dat(b, 1, size, base, dm, dp, (unsigned*)NULL, "uint", "flag");
  ops_dat letter = ops_decl_dat(b, 1, size, base, dm, dp, (char*)NULL, "char", "letter"), edge = ops_decl_dat(b, 1, size, base, dm, dp, (bool*)NULL, "bool", "edge"), kind = ops_decl_dat(b, 1, size, base, dm, dp, (int*)NULL, "int", "kind");
  ops_stencil S0 = ops_decl_stencil(2, 1, o, "0"), S5 = ops_decl_stencil(2, 5, cross, "5"), SR = ops_decl_stencil(2, 2, right, "right");
  ops_reduction hash = ops_decl_reduction_handle(2 * sizeof(long long), "ll", "hash"), census = ops_decl_reduction_handle(4 * sizeof(int), "int", "census"), least = ops_decl_reduction_handle(sizeof(int), "int", "least"), sum = ops_decl_reduction_handle(2 * sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(paint, "paint", b, 2, all, ops_arg_dat(flag, 1, S0, "uint", OPS_WRITE), ops_arg_dat(letter, 1, S0, "char", OPS_WRITE), ops_arg_dat(edge, 1, S0, "bool", OPS_WRITE), ops_arg_dat(kind, 1, S0, "int", OPS_WRITE), ops_arg_idx());
  for (int k = 0; k < STEPS; ++k) {
    int on = k % 2;
    ops_par_loop(mirror, "mirror", b, 2, west, ops_arg_dat(t[0], 2, SR, "double", OPS_RW));
    ops_par_loop(step, "step", b, 2, all, ops_arg_dat(t[0], 2, S5, "double", OPS_READ), ops_arg_dat(t[1], 2, S0, "double", OPS_WRITE), ops_arg_dat(flag, 1, S5, "uint", OPS_READ), ops_arg_dat(kind, 1, S0, "int", OPS_READ), ops_arg_dat_opt(q, 1, S0, "double", OPS_READ, on), ops_arg_gbl(&on, 1, "int", OPS_READ));
    std::swap(t[0], t[1]);
  }
  ops_par_loop(count, "count", b, 2, all, ops_arg_dat(flag, 1, S0, "uint", OPS_READ), ops_arg_dat(letter, 1, S0, "char", OPS_READ), ops_arg_dat(edge, 1, S0, "bool", OPS_READ), ops_arg_dat(kind, 1, S0, "int", OPS_READ), ops_arg_reduce(hash, 2, "ll", OPS_INC), ops_arg_reduce(census, 4, "int", OPS_INC), ops_arg_reduce(least, 1, "int", OPS_MIN), ops_arg_idx());
  ops_par_loop(objective, "objective", b, 2, all, ops_arg_dat(t[0], 2, S0, "double", OPS_READ), ops_arg_dat(edge, 1, S0, "bool", OPS_READ), ops_arg_reduce(sum, 2, "double", OPS_INC));
  double s[2], p[2], seed[2] = {1, -3}; long long h[2], hp[2] = {}; int c[4], cp[4] = {}, l, lp = 1 << 30;
  sum->get_result(s, seed);
  ops_reduction_result(hash, h); ops_reduction_result(census, c); ops_reduction_result(least, &l);
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
    const unsigned f = flag_at(i, j); const char ch = f & 2 ? '#' : f & 4 ? '>' : '.';
    hp[0] += (long long)(__builtin_popcount(f) * 1000003) * 4000000007LL * (i + 1); hp[1] += ch << 20;
    ++cp[ch == '#' ? 0 : ch == '>' ? 1 : 2]; cp[3] += (i == 0 || i == NX - 1 || j == 0 || j == NY - 1) && (i + 2 * j) % 4 > 1; lp = std::min(lp, (int)(f % 251) - j);
  }
  plain(T, Q, p);
  const double e = fabs(s[0] - p[0]) + fabs(s[1] - p[1]);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g(2 * NX * NY), gq(NX * NY); double ge = 0, size_g = 0;
  g = ops_dat_fetch_derivative<double>(start); gq = ops_dat_fetch_derivative<double>(q);
  auto slope = [&](double& x) { const double d = 1e-6, keep = x; x = keep + d; const double u = plain(T, Q, p); x = keep - d; const double v = plain(T, Q, p); x = keep; return (u - v) / (2 * d); };
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
    for (int k = 0; k < 2; ++k) ge = fmax(ge, fabs(slope(T[2 * P(i, j) + k]) - g[2 * (j * NX + i) + k]));
    ge = fmax(ge, fabs(slope(Q[P(i, j)]) - gq[j * NX + i])); size_g = fmax(size_g, fabs(gq[j * NX + i]));
  }
  const bool ints = !memcmp(h, hp, sizeof h) && !memcmp(c, cp, sizeof c) && l == lp, good = ints && e < 1e-11 && ge < 1e-7 && size_g > 0.01;
  ops_exit();
  printf("values %.2e gradient %.2e of %.2g integers %s (%d %d)\n%s\n", e, ge, size_g, ints ? "agree" : "differ", l, lp, good ? "passed" : "failed");
  return !good;
}
