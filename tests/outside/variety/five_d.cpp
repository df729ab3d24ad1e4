// A phase-space problem in five dimensions (two of space, three of velocity): shifted stencils, ranges computed at run time, empty ranges,
// negative first indices, low-dimensional moments, optional arguments, gradients.
#define OPS_5D
#include <ops_seq_v2.h>

#include <cmath>
#include <vector>

typedef int range_t[10];

struct drift_t {
  double a[5];
  int axis;
};

void vl_start(ACC<double> &f, const int *idx, const double *c) {
  double s = c[5];
  for (int d = 0; d < 5; ++d) s += c[d] * idx[d] * (d % 2 ? idx[d] : 1);
  f(0, 0, 0, 0, 0) = std::sin(s) + 1.5;
}
void vl_push(const ACC<double> &f, const ACC<double> &vx, ACC<double> &g, const double *nu, const int *idx) {
  double v = vx(0, 0, 0, 0, 0);
  double up = v > 0 ? f(0, 0, 0, 0, 0) - f(-1, 0, 0, 0, 0) : f(1, 0, 0, 0, 0) - f(0, 0, 0, 0, 0);
  double vy = 0.1 * (idx[3] - 1);
  double uy = vy > 0 ? f(0, 0, 0, 0, 0) - f(0, -1, 0, 0, 0) : f(0, 1, 0, 0, 0) - f(0, 0, 0, 0, 0);
  double diff = f(0, 0, 1, 0, 0) + f(0, 0, -1, 0, 0) + f(0, 0, 0, 1, 0) + f(0, 0, 0, -1, 0) + f(0, 0, 0, 0, 1) + f(0, 0, 0, 0, -1) - 6.0 * f(0, 0, 0, 0, 0);
  g(0, 0, 0, 0, 0) = f(0, 0, 0, 0, 0) - v * up - vy * uy + nu[0] * diff;
}
void vl_moment(const ACC<double> &f, ACC<double> &m) { m(0, 0, 0, 0, 0) += f(0, 0, 0, 0, 0); }
void vl_most(const ACC<double> &f, ACC<double> &m) { m(0, 0, 0, 0, 0) = MAX(m(0, 0, 0, 0, 0), f(0, 0, 0, 0, 0)); }
void vl_edge(ACC<double> &f, const int *to) { f(0, 0, 0, 0, 0) = f(to[0], to[1], to[2], to[3], to[4]); }
void vl_cost(const ACC<double> &m, double *J) { *J += m(0, 0, 0, 0, 0) * m(0, 0, 0, 0, 0); }
void vl_copy(const ACC<double> &f, ACC<double> &g) { g(0, 0, 0, 0, 0) = f(0, 0, 0, 0, 0); }
void vl_maybe(ACC<double> &f, const ACC<double> &extra, const int *have) {
  if (have[0]) f(0, 0, 0, 0, 0) += extra(0, 0, 0, 0, 0);
  else f(0, 0, 0, 0, 0) *= 1.0;
}
void vl_count(const int *idx, int *n, int *lo, int *hi) {
  n[0] += 1;
  for (int d = 0; d < 5; ++d) {
    lo[d] = MIN(lo[d], idx[d]);
    hi[d] = MAX(hi[d], idx[d]);
  }
}

static const int n[5] = {5, 4, 3, 4, 3};
static ops_block space;
static ops_dat f0, f, g, vx, rho, top, extra;
static ops_stencil P, S, X0, XY;
static double peaks, plain_peaks;
static ops_reduction J_, K_, count_, lo_, hi_;

static int all_range(int *r) {
  int points = 1;
  for (int d = 0; d < 5; ++d) r[2 * d] = 0, r[2 * d + 1] = n[d], points *= n[d];
  return points;
}

static void edges(ops_dat a) {
  for (int d = 0; d < 5; ++d)
    for (int side = 0; side < 2; ++side) {
      range_t r;
      all_range(r);
      r[2 * d] = side ? n[d] : -1;
      r[2 * d + 1] = r[2 * d] + 1;
      int to[5] = {0, 0, 0, 0, 0};
      to[d] = side ? -1 : 1;
      ops_par_loop(vl_edge, "edge", space, 5, r, ops_arg_dat(a, 1, S, "double", OPS_RW), ops_arg_gbl(to, 5, "int", OPS_READ));
    }
}

static double simulate(int steps, double nu, int with) {
  range_t all, plane;
  all_range(all);
  all_range(plane);
  for (int d = 2; d < 5; ++d) plane[2 * d + 1] = 1;
  ops_par_loop(vl_copy, "copy", space, 5, all, ops_arg_dat(f0, 1, P, "double", OPS_READ), ops_arg_dat(f, 1, P, "double", OPS_WRITE));
  for (int s = 0; s < steps; ++s) {
    edges(f);
    ops_par_loop(vl_push, "push", space, 5, all, ops_arg_dat(f, 1, S, "double", OPS_READ), ops_arg_dat(vx, 1, X0, "double", OPS_READ),
                 ops_arg_dat(g, 1, P, "double", OPS_WRITE), ops_arg_gbl(&nu, 1, "double", OPS_READ), ops_arg_idx());
    // a range that shrinks with the steps and is empty at the end
    range_t r;
    all_range(r);
    r[0] = s;
    r[1] = n[0] - s > s ? n[0] - s : s;
    r[4] = 1, r[5] = 1 + (s % 2);
    ops_par_loop(vl_maybe, "maybe", space, 5, r, ops_arg_dat(g, 1, P, "double", OPS_RW), ops_arg_dat_opt(extra, 1, P, "double", OPS_READ, with),
                 ops_arg_gbl(&with, 1, "int", OPS_READ));
    std::swap(f, g);
  }
  ops_par_loop(vl_moment, "moment", space, 5, all, ops_arg_dat(f, 1, P, "double", OPS_READ), ops_arg_dat(rho, 1, XY, "double", OPS_INC));
  ops_par_loop_passive(vl_most, "most", space, 5, all, ops_arg_dat(f, 1, P, "double", OPS_READ), ops_arg_dat(top, 1, XY, "double", OPS_MAX));
  ops_par_loop(vl_cost, "cost", space, 5, plane, ops_arg_dat(rho, 1, XY, "double", OPS_READ), ops_arg_reduce(J_, 1, "double", OPS_INC));
  ops_par_loop_passive(vl_cost, "cost", space, 5, plane, ops_arg_dat(top, 1, XY, "double", OPS_READ), ops_arg_reduce(K_, 1, "double", OPS_INC));
  double J, one = 1;
  J_->get_result(&J, &one);
  ops_reduction_result(K_, &peaks);
  return J;
}

// plain arrays with one cell of halo
static const int W[5] = {7, 6, 5, 6, 5};
static size_t at(int a, int b, int c, int d, int e) { return ((((size_t)(e + 1) * W[3] + d + 1) * W[2] + c + 1) * W[1] + b + 1) * W[0] + a + 1; }
#define LOOP5                                                                                                                     \
  for (int e = 0; e < n[4]; ++e) for (int d = 0; d < n[3]; ++d) for (int c = 0; c < n[2]; ++c) for (int b = 0; b < n[1]; ++b) for (int a = 0; a < n[0]; ++a)
static double plain(const std::vector<double> &start, const std::vector<double> &ex, int steps, double nu, int with) {
  std::vector<double> F(7 * 6 * 5 * 6 * 5), G(F);
  size_t k = 0;
  LOOP5 F[at(a, b, c, d, e)] = start[k++];
  for (int s = 0; s < steps; ++s) {
    auto clamp = [](int x, int m) { return x < 0 ? 0 : x >= m ? m - 1 : x; };
    auto v = [&](int a, int b, int c, int d, int e) { return F[at(clamp(a, n[0]), clamp(b, n[1]), clamp(c, n[2]), clamp(d, n[3]), clamp(e, n[4]))]; };
    k = 0;
    LOOP5 {
      double c0 = v(a, b, c, d, e), vx_ = 0.15 * (c - 1), vy = 0.1 * (d - 1);
      double up = vx_ > 0 ? c0 - v(a - 1, b, c, d, e) : v(a + 1, b, c, d, e) - c0, uy = vy > 0 ? c0 - v(a, b - 1, c, d, e) : v(a, b + 1, c, d, e) - c0;
      double diff = v(a, b, c + 1, d, e) + v(a, b, c - 1, d, e) + v(a, b, c, d + 1, e) + v(a, b, c, d - 1, e) + v(a, b, c, d, e + 1) + v(a, b, c, d, e - 1) - 6.0 * c0;
      G[at(a, b, c, d, e)] = c0 - vx_ * up - vy * uy + nu * diff;
      if (with && a >= s && a < (n[0] - s > s ? n[0] - s : s) && c >= 1 && c < 1 + s % 2) G[at(a, b, c, d, e)] += ex[k];
      ++k;
    }
    F.swap(G);
  }
  double J = plain_peaks = 0;
  for (int b = 0; b < n[1]; ++b)
    for (int a = 0; a < n[0]; ++a) {
      double sum = 0, big = -1e300;
      for (int e = 0; e < n[4]; ++e) for (int d = 0; d < n[3]; ++d) for (int c = 0; c < n[2]; ++c) sum += F[at(a, b, c, d, e)], big = std::fmax(big, F[at(a, b, c, d, e)]);
      J += sum * sum;
      plain_peaks += big * big;
    }
  return J;
}

static ops_dat make(const char *name, const int *sizes, int halo) {
  int size[5], base[5] = {}, dm[5], dp[5];
  for (int d = 0; d < 5; ++d) size[d] = sizes[d], dm[d] = -halo, dp[d] = halo;
  return ops_decl_dat(space, 1, size, base, dm, dp, (double *)NULL, "double", name);
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  space = ops_decl_block(5, "space");
  f0 = make("f0", n, 0), f = make("f", n, 1), g = make("g", n, 1), extra = make("extra", n, 0);
  int nx[5] = {1, 1, n[2], 1, 1}, nxy[5] = {n[0], n[1], 1, 1, 1};
  vx = make("vx", nx, 0), rho = make("rho", nxy, 0), top = make("top", nxy, 0);
  int p[5] = {}, sx[5] = {0, 0, 1, 0, 0}, sxy[5] = {1, 1, 0, 0, 0}, star[55] = {};
  for (int d = 0; d < 5; ++d) star[5 * (2 * d + 1) + d] = 1, star[5 * (2 * d + 2) + d] = -1;
  P = ops_decl_stencil(5, 1, p, "P"), S = ops_decl_stencil(5, 11, star, "S");
  X0 = ops_decl_strided_stencil(5, 1, p, sx, "third axis"), XY = ops_decl_strided_stencil(5, 1, p, sxy, "first two");
  J_ = ops_decl_reduction_handle(8, "double", "J"), K_ = ops_decl_reduction_handle(8, "double", "K"), count_ = ops_decl_reduction_handle(4, "int", "count");
  lo_ = ops_decl_reduction_handle(20, "int", "lo"), hi_ = ops_decl_reduction_handle(20, "int", "hi");
  ops_partition("");
  int bad = 0;

  // indices of a range that reaches into all halos
  range_t wide;
  for (int d = 0; d < 5; ++d) wide[2 * d] = -1, wide[2 * d + 1] = n[d] + 1;
  int c, lo[5], hi[5];
  ops_par_loop(vl_count, "count", space, 5, wide, ops_arg_idx(), ops_arg_reduce(count_, 1, "int", OPS_INC), ops_arg_reduce(lo_, 5, "int", OPS_MIN),
               ops_arg_reduce(hi_, 5, "int", OPS_MAX));
  ops_reduction_result(count_, &c), ops_reduction_result(lo_, lo), ops_reduction_result(hi_, hi);
  if (c != 7 * 6 * 5 * 6 * 5) bad++, ops_printf("count %d\n", c);
  for (int d = 0; d < 5; ++d) if (lo[d] != -1 || hi[d] != n[d]) bad++, ops_printf("axis %d: %d .. %d\n", d, lo[d], hi[d]);

  std::vector<double> v = {-0.15, 0.0, 0.15}, start(5 * 4 * 3 * 4 * 3), ex(start.size());
  size_t k = 0;
  LOOP5 {
    start[k] = std::sin(0.3 * a + 0.2 * b * b + 0.5 * c + 0.1 * d + 0.7 * e) + 1.5;
    ex[k++] = 0.01 * (a + b - c + d * e);
  }
  ops_dat_set_data(vx, v);
  double check = 0;
  for (int with = 0; with < 2; ++with) {
    ops_ad_reset();
    ops_dat_set_data(f0, start), ops_dat_set_data(extra, ex);
    double J = simulate(4, 0.02, with), R = plain(start, ex, 4, 0.02, with);
    if (std::fabs(J - R) > 1e-12 * R) bad++, ops_printf("with %d: %.15g, plain %.15g\n", with, J, R);
    if (std::fabs(peaks - plain_peaks) > 1e-12 * peaks) bad++, ops_printf("peaks %.15g, plain %.15g\n", peaks, plain_peaks);
    ops_interpret_adjoints();
    std::vector<double> by_start = ops_dat_fetch_derivative<double>(f0), by_extra;
    if (with) by_extra = ops_dat_fetch_derivative<double>(extra);
    for (k = 0; k < start.size(); k += 13) {
      double h = 1e-5, fd;
      std::vector<double> x = start;
      x[k] += h;
      fd = plain(x, ex, 4, 0.02, with);
      x[k] -= 2 * h;
      fd = (fd - plain(x, ex, 4, 0.02, with)) / (2 * h);
      if (std::fabs(fd - by_start[k]) > 1e-7 * (1 + std::fabs(fd))) bad++, ops_printf("with %d, start %d: %.10g, differences %.10g\n", with, (int)k, by_start[k], fd);
      if (!with) continue;
      x = ex;
      x[k] += h;
      fd = plain(start, x, 4, 0.02, with);
      x[k] -= 2 * h;
      fd = (fd - plain(start, x, 4, 0.02, with)) / (2 * h);
      if (std::fabs(fd - by_extra[k]) > 1e-7 * (1 + std::fabs(fd))) bad++, ops_printf("extra %d: %.10g, differences %.10g\n", (int)k, by_extra[k], fd);
    }
    for (k = 0; k < start.size(); ++k) check += by_start[k] * (k % 11);
    ops_printf("J %a, checksum %a\n", J, check);
  }
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad;
}
