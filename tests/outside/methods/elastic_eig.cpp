// Finite elasticity on a sheet: deformation gradients, principal stretches by Jacobi rotations and by formula, return mapping by Newton's
// method left by break, Cholesky factors in packed local arrays; energies of three kinds in one reduction. Oracle: plain loops, differences.
#define OPS_2D
#include <cmath>
#include <cstdio>
#include <vector>
#include "ops_seq_v2.h"
#define NX 11
#define NY 9
#define SQ(x) ((x) * (x))
typedef struct { double mu, lambda, yield; int sweeps; } material;
material steel = {0.8, 0.5, 0.06, 4};
int type_error(const material*, const char* type) { return std::string(type) != "material"; }
static const int voigt[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
inline void strain(const ACC<double>& u, const double thick, double c[6]) {
  double F[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int k = 0; k < 2; k++) { F[k][0] += 0.5 * (u(k, 1, 0) - u(k, -1, 0)); F[k][1] += 0.5 * (u(k, 0, 1) - u(k, 0, -1)); }
  F[2][2] = thick; F[0][2] = 0.1 * u(0, 0, 0); F[2][1] = 0.2 * u(1, 0, 0);
  for (int i = 0; i < 3; i++) for (int j = i; j < 3; j++) {
    c[voigt[i][j]] = 0;
    for (int k = 0; k < 3; k++) c[voigt[i][j]] += F[k][i] * F[k][j];
  }
}
void stretches(const ACC<double>& u, const ACC<double>& thick, ACC<double>& lam) {
  double c[6], A[3][3];
  strain(u, thick(0, 0), c);
  for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) A[i][j] = c[voigt[i][j]];
  for (int sweep = 0; sweep < steel.sweeps; sweep++) {
    double off = SQ(A[0][1]) + SQ(A[0][2]) + SQ(A[1][2]);
    if (off < 1e-26) break;
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) {
        if (A[p][q] == 0.0) continue;
        const double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
        const double t = (theta >= 0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1)), cs = 1 / sqrt(t * t + 1), sn = t * cs;
        for (int k = 0; k < 3; k++) { const double x = A[k][p], y = A[k][q]; A[k][p] = cs * x - sn * y; A[k][q] = sn * x + cs * y; }
        for (int k = 0; k < 3; k++) { const double x = A[p][k], y = A[q][k]; A[p][k] = cs * x - sn * y; A[q][k] = sn * x + cs * y; }
      }
  }
  double v[3] = {A[0][0], A[1][1], A[2][2]};
  if (v[0] > v[1]) { double t = v[0]; v[0] = v[1]; v[1] = t; }
  if (v[1] > v[2]) { double t = v[1]; v[1] = v[2]; v[2] = t; }
  if (v[0] > v[1]) { double t = v[0]; v[0] = v[1]; v[1] = t; }
  for (int k = 0; k < 3; k++) lam(k, 0, 0) = sqrt(v[k]);
}
void energies(const ACC<double>& lam, const ACC<double>& u, const ACC<double>& thick, double* W, int* plastic) {
  double J = 1, tr = 0;
  for (int k = 0; k < 3; k++) J *= lam(k, 0, 0), tr += SQ(lam(k, 0, 0));
  W[0] += 0.5 * steel.mu * (tr - 3 - 2 * log(J)) + 0.5 * steel.lambda * SQ(log(J));
  const double trial = fabs(log(lam(2, 0, 0))) - steel.yield;
  if (trial > 0) {  // x + 0.3 x^3 + 0.1 sinh x = trial
    double x = 0.5 * trial;
    for (int it = 0; it < 30; ++it) {
      const double r = x + 0.3 * x * x * x + 0.1 * sinh(x) - trial;
      if (fabs(r) < 1e-15) break;
      x -= r / (1 + 0.9 * x * x + 0.1 * cosh(x));
    }
    W[1] += x * trial;
    ++*plastic;
  }
  double c[6], l[6];  // packed lower triangle
  strain(u, thick(0, 0), c);
  int at = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++, at++) {
      double s = c[voigt[i][j]];
      for (int k = 0; k < j; k++) s -= l[i * (i + 1) / 2 + k] * l[j * (j + 1) / 2 + k];
      l[at] = i == j ? sqrt(s) : s / l[j * (j + 3) / 2];
    }
  W[2] += l[1] * l[4] + l[0] * l[2] * l[5];
}
// --- plain: eigenvalues by the trigonometric formula, root by bisection, determinants ------------------------------------
static int at(int i, int j) { return (j + 1) * (NX + 2) + i + 1; }
static double plain(const std::vector<double>& u, const std::vector<double>& th, double* W, int* plastic, double* weight) {
  W[0] = W[1] = W[2] = 0; *plastic = 0;
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
    auto U = [&](int k, int a, int b) { return u[2 * at(i + a, j + b) + k]; };
    double F[3][3] = {{1 + 0.5 * (U(0, 1, 0) - U(0, -1, 0)), 0.5 * (U(0, 0, 1) - U(0, 0, -1)), 0.1 * U(0, 0, 0)}, {0.5 * (U(1, 1, 0) - U(1, -1, 0)), 1 + 0.5 * (U(1, 0, 1) - U(1, 0, -1)), 0}, {0, 0.2 * U(1, 0, 0), th[at(i, j)]}}, C[3][3] = {};
    for (int p = 0; p < 3; ++p) for (int q = 0; q < 3; ++q) for (int k = 0; k < 3; ++k) C[p][q] += F[k][p] * F[k][q];
    const double m = (C[0][0] + C[1][1] + C[2][2]) / 3, p1 = SQ(C[0][1]) + SQ(C[0][2]) + SQ(C[1][2]), p = sqrt((SQ(C[0][0] - m) + SQ(C[1][1] - m) + SQ(C[2][2] - m) + 2 * p1) / 6);
    double B[3][3]; for (int a = 0; a < 3; ++a) for (int b = 0; b < 3; ++b) B[a][b] = (C[a][b] - (a == b) * m) / p;
    auto det = [](double X[3][3]) { return X[0][0] * (X[1][1] * X[2][2] - X[1][2] * X[2][1]) - X[0][1] * (X[1][0] * X[2][2] - X[1][2] * X[2][0]) + X[0][2] * (X[1][0] * X[2][1] - X[1][1] * X[2][0]); };
    const double top = sqrt(m + 2 * p * cos(acos(det(B) / 2) / 3)), J = sqrt(det(C));
    W[0] += 0.5 * steel.mu * (3 * m - 3 - 2 * log(J)) + 0.5 * steel.lambda * SQ(log(J));
    const double trial = fabs(log(top)) - steel.yield;
    if (trial > 0) {
      double lo = 0, hi = trial;
      for (int k = 0; k < 70; ++k) { const double x = 0.5 * (lo + hi); (x + 0.3 * x * x * x + 0.1 * sinh(x) > trial ? hi : lo) = x; }
      W[1] += lo * trial; ++*plastic;
    }
    const double l0 = sqrt(C[0][0]), l1 = C[0][1] / l0, l2 = sqrt(C[1][1] - l1 * l1), l3 = C[0][2] / l0, l4 = (C[1][2] - l3 * l1) / l2;
    W[2] += l1 * l4 + l0 * l2 * sqrt(C[2][2] - l3 * l3 - l4 * l4);
  }
  return weight[0] * W[0] + weight[1] * W[1] + weight[2] * W[2];
}
int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("steel", 1, "material", &steel);
  ops_block b = ops_decl_block(2, "sheet");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, range[] = {0, NX, 0, NY}, o[] = {0, 0}, cross[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  std::vector<double> u0(2 * (NX + 2) * (NY + 2)), t0((NX + 2) * (NY + 2));
  for (size_t i = 0; i < u0.size(); ++i) u0[i] = 0.11 * sin(0.37 * i) + 0.06 * cos(1.3 * i);
  for (size_t i = 0; i < t0.size(); ++i) t0[i] = 1.0 + 0.05 * sin(2.0 * i);
  auto u1 = u0, t1 = t0;
  ops_dat u = ops_decl_dat(b, 2, size, base, dm, dp, u1.data(), "double", "u"), th = ops_decl_dat(b, 1, size, base, dm, dp, t1.data(), "double", "thick"), lam = ops_decl_dat(b, 3, size, base, dm, dp, (double*)NULL, "double", "lam");
  ops_stencil S0 = ops_decl_stencil(2, 1, o, "0"), S5 = ops_decl_stencil(2, 5, cross, "5");
  ops_reduction W = ops_decl_reduction_handle(3 * sizeof(double), "double", "W"), np = ops_decl_reduction_handle(sizeof(int), "int", "plastic");
  ops_partition("");
  ops_par_loop(stretches, "stretches", b, 2, range, ops_arg_dat(u, 2, S5, "double", OPS_READ), ops_arg_dat(th, 1, S0, "double", OPS_READ), ops_arg_dat(lam, 3, S0, "double", OPS_WRITE));
  ops_par_loop(energies, "energies", b, 2, range, ops_arg_dat(lam, 3, S0, "double", OPS_READ), ops_arg_dat(u, 2, S5, "double", OPS_READ), ops_arg_dat(th, 1, S0, "double", OPS_READ), ops_arg_reduce(W, 3, "double", OPS_INC), ops_arg_reduce(np, 1, "int", OPS_INC));
  double w[3], v[3], weight[3] = {1.0, -2.5, 0.4}; int count, plain_count;
  W->get_result(w, weight);
  ops_reduction_result(np, &count);
  plain(u0, t0, v, &plain_count, weight);
  double e = 0, ge = 0;
  for (int k = 0; k < 3; ++k) e = fmax(e, fabs(w[k] - v[k]));
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g(2 * NX * NY), gt(NX * NY);
  g = ops_dat_fetch_derivative<double>(u);
  gt = ops_dat_fetch_derivative<double>(th);
  auto slope = [&](double& x) { const double h = 1e-6, keep = x; double s[3]; int c; x = keep + h; const double p = plain(u0, t0, s, &c, weight); x = keep - h; const double m = plain(u0, t0, s, &c, weight); x = keep; return (p - m) / (2 * h); };
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
    for (int k = 0; k < 2; ++k) ge = fmax(ge, fabs(slope(u0[2 * at(i, j) + k]) - g[2 * (j * NX + i) + k]));
    ge = fmax(ge, fabs(slope(t0[at(i, j)]) - gt[j * NX + i]));
  }
  const bool good = e < 1e-10 && ge < 1e-7 && count == plain_count && count > 10 && count < NX * NY;
  ops_exit();
  printf("values %.2e gradient %.2e plastic %d of %d\n%s\n", e, ge, count, NX * NY, good ? "passed" : "failed");
  return !good;
}
