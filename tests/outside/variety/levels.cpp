// Stride-2 access on one level, semi-coarsening by 3 and 1, low-dimensional means used in the next step, combine_inc.
#define OPS_2D
#include <cmath>
#include <vector>
#include "ops_seq_v2.h"
void even(const ACC<double>& f, ACC<double>& h) { h(0, 0) = f(0, 0) * f(1, 0) + f(-1, 0); }
void spread(const ACC<double>& h, ACC<double>& f) { f(0, 0) = 0.5 * h(0, 0) * h(0, 0); }
void third(const ACC<double>& f, ACC<double>& c) { c(0, 0) = f(-1, 0) + f(0, 0) * f(1, 1); }
void back(const ACC<double>& c, ACC<double>& f, const int* idx) { f(0, 0) += 0.05 * (idx[0] % 3 + 1) * c(0, 0) * c(1, 0); }
void mean(const ACC<double>& f, ACC<double>& m) { m.combine_inc(0, 0, f(0, 0) * f(0, 0) / 12.0); }
void minus(ACC<double>& f, const ACC<double>& m) { f(0, 0) = f(0, 0) - 0.1 * m(0, 0); }
void total(const ACC<double>& f, double* s) { *s += f(0, 0) * f(0, 0); }
static const int nx = 12, ny = 5;
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(2, "b");
  int n[] = {nx, ny}, nh[] = {nx / 2, ny}, n3[] = {nx / 3, ny}, nm[] = {1, ny}, z[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, one[] = {1, 1}, three[] = {3, 1}, two[] = {2, 1}, yonly[] = {0, 1};
  ops_dat f = ops_decl_dat(b, 1, n, z, m, p, one, (double*)NULL, "double", "f"), f0 = ops_decl_dat(b, 1, n, z, m, p, one, (double*)NULL, "double", "f0");
  ops_dat h = ops_decl_dat(b, 1, nh, z, m, p, (double*)NULL, "double", "h"), c = ops_decl_dat(b, 1, n3, z, m, p, three, (double*)NULL, "double", "c"), mu = ops_decl_dat(b, 1, nm, z, z, z, (double*)NULL, "double", "mu");
  int s0[] = {0, 0}, s3[] = {0, 0, 1, 0, -1, 0}, sf[] = {-1, 0, 0, 0, 1, 1}, sc[] = {0, 0, 1, 0};
  ops_stencil P = ops_decl_stencil(2, 1, s0, "P"), E = ops_decl_strided_stencil(2, 3, s3, two, "even"), EW = ops_decl_strided_stencil(2, 1, s0, two, "even write");
  ops_stencil R3 = ops_decl_restrict_stencil(2, 3, sf, three, "r3"), P3 = ops_decl_prolong_stencil(2, 2, sc, three, "p3"), Y = ops_decl_strided_stencil(2, 1, s0, yonly, "y");
  ops_reduction R = ops_decl_reduction_handle(8, "double", "R");
  ops_partition("");
  int all[] = {0, nx, 0, ny}, half[] = {0, nx / 2, 0, ny}, thr[] = {0, nx / 3, 0, ny};
  std::vector<double> v(nx * ny);
  for (int i = 0; i < nx * ny; ++i) v[i] = 0.5 + 0.4 * std::sin(0.9 * i);
  ops_dat_set_data(f0, v);
  ops_dat_deep_copy(f, f0);
  for (int s = 0; s < 3; ++s) {
    ops_par_loop(even, "even", b, 2, half, ops_arg_dat(f, 1, E, "double", OPS_READ), ops_arg_dat(h, 1, P, "double", OPS_WRITE));
    ops_par_loop(spread, "spread", b, 2, half, ops_arg_dat(h, 1, P, "double", OPS_READ), ops_arg_dat(f, 1, EW, "double", OPS_WRITE));
    ops_par_loop(third, "third", b, 2, thr, ops_arg_restrict(f, 1, R3, "double", OPS_READ), ops_arg_dat(c, 1, P, "double", OPS_WRITE));
    ops_par_loop(back, "back", b, 2, all, ops_arg_prolong(c, 1, P3, "double", OPS_READ), ops_arg_dat(f, 1, P, "double", OPS_INC), ops_arg_idx());
    ops_par_loop(mean, "mean", b, 2, all, ops_arg_dat(f, 1, P, "double", OPS_READ), ops_arg_dat(mu, 1, Y, "double", OPS_INC));
    ops_par_loop(minus, "minus", b, 2, all, ops_arg_dat(f, 1, P, "double", OPS_RW), ops_arg_dat(mu, 1, Y, "double", OPS_READ));
  }
  ops_par_loop(total, "total", b, 2, all, ops_arg_dat(f, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  double J, o = 1e-3; R->get_result(&J, &o); J *= 1e-3;
  auto plain = [&](const std::vector<double>& x) {
    std::vector<double> F = x, H(nx / 2 * ny), C(nx / 3 * ny);
    auto at = [&](const std::vector<double>& a, int w, int i, int j) { return i < 0 || j < 0 || i >= w || j >= ny ? 0.0 : a[j * w + i]; };
    for (int s = 0; s < 3; ++s) {
      for (int j = 0; j < ny; ++j) for (int i = 0; i < nx / 2; ++i) H[j * (nx / 2) + i] = at(F, nx, 2 * i, j) * at(F, nx, 2 * i + 1, j) + at(F, nx, 2 * i - 1, j);
      for (int j = 0; j < ny; ++j) for (int i = 0; i < nx / 2; ++i) F[j * nx + 2 * i] = 0.5 * std::pow(H[j * (nx / 2) + i], 2);
      for (int j = 0; j < ny; ++j) for (int i = 0; i < nx / 3; ++i) C[j * (nx / 3) + i] = at(F, nx, 3 * i - 1, j) + at(F, nx, 3 * i, j) * at(F, nx, 3 * i + 1, j + 1);
      for (int j = 0; j < ny; ++j) for (int i = 0; i < nx; ++i) F[j * nx + i] += 0.05 * (i % 3 + 1) * at(C, nx / 3, i / 3, j) * at(C, nx / 3, i / 3 + 1, j);
      for (int j = 0; j < ny; ++j) { double m = 0; for (int i = 0; i < nx; ++i) m += F[j * nx + i] * F[j * nx + i] / 12.0; for (int i = 0; i < nx; ++i) F[j * nx + i] -= 0.1 * m; }
    }
    double t = 0; for (double q : F) t += q * q; return 1e-3 * t;
  };
  int bad = 0; double F = plain(v);
  if (std::fabs(F - J) > 1e-11 * F) bad++, ops_printf("J %.15g plain %.15g\n", J, F);
  ops_interpret_adjoints();
  auto g = ops_dat_fetch_derivative<double>(f0);
  for (int i = 0; i < nx * ny; ++i) { auto a = v, q = v; a[i] += 1e-6; q[i] -= 1e-6; double fd = (plain(a) - plain(q)) / 2e-6; if (std::fabs(fd - g[i]) > 1e-5 * (1 + std::fabs(fd))) bad++, ops_printf("%d: %.10g %.10g\n", i, g[i], fd); }
  ops_printf("J %a g %a\n%s\n", J, g[7], bad ? "FAIL" : "PASS");
  ops_exit(); return bad;
}
