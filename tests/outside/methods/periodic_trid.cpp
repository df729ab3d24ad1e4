// Implicit diffusion on a torus, three dimensions: cyclic tridiagonal systems by Sherman and Morrison (two batched solves and row datasets), along
// each axis in turn; coefficients from the state; double, and float once more. Gradients by field and conductivity. Oracle: plain dense elimination.
#define OPS_3D
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
#include "ops_seq_v2.h"
enum Axis { AX, AY, AZ };
constexpr int n[3] = {7, 5, 6};
double r_c = 0.35;
template <class T, int axis>
void matrix(const ACC<T>& k, ACC<T>& a, ACC<T>& b, ACC<T>& c, ACC<T>& z, const int* idx) {
  constexpr int i = axis == AX, j = axis == AY, l = axis == AZ;
  const T low = T(0.5 * r_c) * (k(-i, -j, -l) + k(0, 0, 0)), high = T(0.5 * r_c) * (k(i, j, l) + k(0, 0, 0));
  const bool first = idx[axis] == 0, last = idx[axis] == n[axis] - 1;
  a(0, 0, 0) = first ? T(0) : -low;
  c(0, 0, 0) = last ? T(0) : -high;
  b(0, 0, 0) = 1 + low + high;
  z(0, 0, 0) = 0;
  // corners: -low at (first, last), -high at (last, first); they are equal on a torus. gamma = -1
  if (first) { b(0, 0, 0) += 1; z(0, 0, 0) = -1; }
  if (last) { b(0, 0, 0) += high * high; z(0, 0, 0) = -high; }
}
template <class T, int axis>
void weights(const ACC<T>& x, const ACC<T>& z, const ACC<T>& k, ACC<T>& top, ACC<T>& bottom, const int* idx) {  // sums along the axis into a plane
  constexpr int i = axis == AX, j = axis == AY, l = axis == AZ;
  T v = 0;
  if (idx[axis] == 0) v = 1;
  else if (idx[axis] == n[axis] - 1) v = T(0.5 * r_c) * (k(i, j, l) + k(0, 0, 0));
  else return;
  top(0, 0, 0) += v * x(0, 0, 0);
  bottom(0, 0, 0) += v * z(0, 0, 0);
}
template <class T>
void correct(ACC<T>& x, const ACC<T>& z, const ACC<T>& top, const ACC<T>& bottom) { x(0, 0, 0) -= top(0, 0, 0) / (1 + bottom(0, 0, 0)) * z(0, 0, 0); }
template <class T>
void conduct(const ACC<T>& x, const ACC<T>& k0, ACC<T>& k) { k(0, 0, 0) = k0(0, 0, 0) * (1 + T(0.3) * x(0, 0, 0) * x(0, 0, 0)); }
template <class T>
void clear(ACC<T>& a, ACC<T>& b) { a(0, 0, 0) = 0; b(0, 0, 0) = 0; }
template <class T>
void measure(const ACC<T>& x, const int* idx, double* s) { *s += x(0, 0, 0) * x(0, 0, 0) * (1 + 0.1 * idx[0] - 0.2 * idx[1] + 0.05 * idx[2] * idx[2]); }
static int P(int i, int j, int k) { return (k * n[1] + j) * n[0] + i; }
static double plain(std::vector<double> x, const std::vector<double>& k0) {
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> k(x.size());
    for (size_t i = 0; i < x.size(); ++i) k[i] = k0[i] * (1 + 0.3 * x[i] * x[i]);
    const int stride = axis == 0 ? 1 : axis == 1 ? n[0] : n[0] * n[1], m = n[axis];
    for (int start = 0; start < (int)x.size(); ++start) {
      if (start / stride % m) continue;
      double A[8][9] = {};
      for (int r = 0; r < m; ++r) {
        const int lo = (r + m - 1) % m, hi = (r + 1) % m; auto K = [&](int q) { return k[start + q * stride]; };
        const double l = 0.5 * r_c * (K(lo) + K(r)), h = 0.5 * r_c * (K(hi) + K(r));
        A[r][r] += 1 + l + h; A[r][lo] -= l; A[r][hi] -= h; A[r][m] = x[start + r * stride];
      }
      for (int p = 0; p < m; ++p) for (int r = 0; r < m; ++r) if (r != p) { const double f = A[r][p] / A[p][p]; for (int c = p; c <= m; ++c) A[r][c] -= f * A[p][c]; }
      for (int r = 0; r < m; ++r) x[start + r * stride] = A[r][m] / A[r][r];
    }
  }
  double s = 0;
  for (int k = 0; k < n[2]; ++k) for (int j = 0; j < n[1]; ++j) for (int i = 0; i < n[0]; ++i) s += x[P(i, j, k)] * x[P(i, j, k)] * (1 + 0.1 * i - 0.2 * j + 0.05 * k * k);
  return s;
}
template <class T>
struct Torus {
  ops_block b; const char* type; ops_dat x, k0, k, a, bb, c, z, a2, b2, c2, top[3], bottom[3]; ops_stencil S0, S7, SP[3]; ops_halo_group wrap; ops_reduction sum;
  int all[6] = {0, n[0], 0, n[1], 0, n[2]};
  explicit Torus(const char* t) : b(ops_decl_block(3, t)), type(t) {
    int size[] = {n[0], n[1], n[2]}, base[3] = {}, dm[] = {-1, -1, -1}, dp[] = {1, 1, 1}, none[3] = {}, o[3] = {}, seven[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1}, dir[] = {1, 2, 3};
    auto make = [&](const char* name) { return ops_decl_dat(b, 1, size, base, dm, dp, (T*)NULL, type, name); };
    x = make("x"), k0 = make("k0"), k = make("k"), a = make("a"), bb = make("b"), c = make("c"), z = make("z");
    S0 = ops_decl_stencil(3, 1, o, "0"), S7 = ops_decl_stencil(3, 7, seven, "7");
    std::vector<ops_halo> h;
    for (int d = 0; d < 3; ++d) {
      int plane[] = {n[0], n[1], n[2]}, stride[] = {1, 1, 1}, it[] = {n[0], n[1], n[2]}, f[3] = {}, g[3] = {};
      plane[d] = 1, stride[d] = 0, it[d] = 1;
      top[d] = ops_decl_dat(b, 1, plane, base, none, none, (T*)NULL, type, "top"), bottom[d] = ops_decl_dat(b, 1, plane, base, none, none, (T*)NULL, type, "bottom");
      SP[d] = ops_decl_strided_stencil(3, 1, o, stride, "plane");
      g[d] = n[d]; h.push_back(ops_decl_halo(k, k, it, f, g, dir, dir));
      f[d] = n[d] - 1, g[d] = -1; h.push_back(ops_decl_halo(k, k, it, f, g, dir, dir));
    }
    wrap = ops_decl_halo_group((int)h.size(), h.data());
    sum = ops_decl_reduction_handle(8, "double", "sum");
  }
  ops_arg R(ops_dat d, ops_stencil s) { return ops_arg_dat(d, 1, s, type, OPS_READ); }
  ops_arg W(ops_dat d) { return ops_arg_dat(d, 1, S0, type, OPS_WRITE); }
  template <int axis>
  void sweep() {
    int face[] = {0, n[0], 0, n[1], 0, n[2]}; face[2 * axis + 1] = 1;
    ops_tridsolver_params params(b);
    ops_par_loop(conduct<T>, "conduct", b, 3, all, R(x, S0), R(k0, S0), W(k));
    ops_halo_transfer(wrap);
    ops_par_loop((matrix<T, axis>), "matrix", b, 3, all, R(k, S7), W(a), W(bb), W(c), W(z), ops_arg_idx());
    ops_tridMultiDimBatch(3, axis, all, a, bb, c, x, &params);
    ops_tridMultiDimBatch(3, axis, all, a, bb, c, z, &params);
    ops_par_loop(clear<T>, "clear", b, 3, face, ops_arg_dat(top[axis], 1, SP[axis], type, OPS_WRITE), ops_arg_dat(bottom[axis], 1, SP[axis], type, OPS_WRITE));
    ops_par_loop((weights<T, axis>), "weights", b, 3, all, R(x, S0), R(z, S0), R(k, S7), ops_arg_dat(top[axis], 1, SP[axis], type, OPS_INC), ops_arg_dat(bottom[axis], 1, SP[axis], type, OPS_INC), ops_arg_idx());
    ops_par_loop(correct<T>, "correct", b, 3, all, ops_arg_dat(x, 1, S0, type, OPS_RW), R(z, S0), R(top[axis], SP[axis]), R(bottom[axis], SP[axis]));
  }
  bool test(double tol) {
    std::vector<double> X(n[0] * n[1] * n[2]), K(X.size());
    for (size_t i = 0; i < X.size(); ++i) X[i] = float(std::sin(0.7 * i)), K[i] = float(1 + 0.4 * std::cos(1.3 * i));
    std::vector<T> xt(X.begin(), X.end()), kt(K.begin(), K.end()), gx(X.size()), gk(X.size());
    ops_dat_set_data(x, xt); ops_dat_set_data(k0, kt);
    sweep<AX>(); sweep<AY>(); sweep<AZ>();
    ops_par_loop(measure<T>, "measure", b, 3, all, R(x, S0), ops_arg_idx(), ops_arg_reduce(sum, 1, "double", OPS_INC));
    double s; const double one = 1; sum->get_result(&s, &one);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    gx = ops_dat_fetch_derivative<T>(x); gk = ops_dat_fetch_derivative<T>(k0);
    const double p = plain(X, K); double worst = 0;
    auto slope = [&](double& v) { const double keep = v, h = 1e-6; v = keep + h; const double u = plain(X, K); v = keep - h; const double d = plain(X, K); v = keep; return (u - d) / (2 * h); };
    for (size_t i = 0; i < X.size(); ++i) worst = std::fmax(worst, std::fmax(std::fabs(slope(X[i]) - gx[i]), std::fabs(slope(K[i]) - gk[i])));
    ops_ad_reset(OPS_instance::getOPSInstance());
    std::printf("%s: %.12g %.12g gradient %.2e\n", type, s, p, worst);
    return std::fabs(s - p) < tol * std::fabs(p) && worst < 10 * tol;
  }
};
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("r_c", 1, "double", &r_c);
  Torus<double> d("double"); Torus<float> f("float");
  ops_partition("");
  const bool a = d.test(1e-8), b = f.test(5e-6);
  ops_exit();
  std::printf("%s\n", a && b ? "passed" : "failed");
  return !(a && b);
}
