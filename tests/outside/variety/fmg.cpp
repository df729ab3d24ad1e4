// V-cycles on four levels of one block in two dimensions with restriction and prolongation stencils, node-centred with uneven sizes,
// compared with plain arrays bit by bit; the derivative of a functional by the right-hand side is checked with the transposed problem.
#define OPS_2D
#include <ops_seq_v2.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static constexpr int L = 4;
static const int nx0 = 41, ny0 = 25;  // nodes; 21 x 13, 11 x 7, 6 x 4

void mg_zero(ACC<double> &a) { a(0, 0) = 0.0; }
void mg_copy(const ACC<double> &a, ACC<double> &b) { b(0, 0) = a(0, 0); }
void mg_smooth(const ACC<double> &u, const ACC<double> &f, ACC<double> &un, const double *h2) {
  un(0, 0) = u(0, 0) + 0.8 * 0.25 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0) - h2[0] * f(0, 0));
}
void mg_residual(const ACC<double> &u, const ACC<double> &f, ACC<double> &r, const double *h2) {
  r(0, 0) = f(0, 0) - (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0)) / h2[0];
}
void mg_restrict(const ACC<double> &fine, ACC<double> &coarse) {
  double s = 0.25 * fine(0, 0);
  s += 0.125 * (fine(1, 0) + fine(-1, 0) + fine(0, 1) + fine(0, -1));
  s += 0.0625 * (fine(1, 1) + fine(-1, 1) + fine(1, -1) + fine(-1, -1));
  coarse(0, 0) = s;
}
void mg_prolong(const ACC<double> &coarse, ACC<double> &fine, const int *idx) {
  const int ox = idx[0] & 1, oy = idx[1] & 1;
  if (ox == 0 && oy == 0)
    fine(0, 0) += coarse(0, 0);
  else if (oy == 0)
    fine(0, 0) += 0.5 * (coarse(0, 0) + coarse(1, 0));
  else if (ox == 0)
    fine(0, 0) += 0.5 * (coarse(0, 0) + coarse(0, 1));
  else
    fine(0, 0) += 0.25 * (coarse(0, 0) + coarse(1, 0) + coarse(0, 1) + coarse(1, 1));
}
void mg_norm(const ACC<double> &r, double *s, double *m) {
  *s += r(0, 0) * r(0, 0);
  *m = fmax(*m, fabs(r(0, 0)));
}
void mg_dot(const ACC<double> &u, const ACC<double> &w, double *s) { *s += u(0, 0) * w(0, 0); }

ops_block grid;
int NXs[L], NYs[L];
ops_dat u[L], un[L], f[L], r[L], rhs, weight;
ops_stencil S00, S5, R9, P4;
ops_reduction sum, most;

std::array<int, 4> inner(int l) { return {1, NXs[l] - 1, 1, NYs[l] - 1}; }
std::array<int, 4> whole(int l) { return {0, NXs[l], 0, NYs[l]}; }
double h2_of(int l) { return std::pow(4.0, l) / 1600.0; }

void smooth(int l, int n) {
  double h2 = h2_of(l);
  for (int i = 0; i < n; ++i) {
    ops_par_loop(mg_smooth, "mg_smooth", grid, 2, inner(l).data(), ops_arg_dat(u[l], 1, S5, "double", OPS_READ), ops_arg_dat(f[l], 1, S00, "double", OPS_READ),
                 ops_arg_dat(un[l], 1, S00, "double", OPS_WRITE), ops_arg_gbl(&h2, 1, "double", OPS_READ));
    ops_par_loop(mg_copy, "mg_copy", grid, 2, inner(l).data(), ops_arg_dat(un[l], 1, S00, "double", OPS_READ), ops_arg_dat(u[l], 1, S00, "double", OPS_WRITE));
  }
}

void vcycle(int l) {
  double h2 = h2_of(l);
  smooth(l, l == L - 1 ? 12 : 2);
  if (l == L - 1) return;
  ops_par_loop(mg_residual, "mg_residual", grid, 2, inner(l).data(), ops_arg_dat(u[l], 1, S5, "double", OPS_READ), ops_arg_dat(f[l], 1, S00, "double", OPS_READ),
               ops_arg_dat(r[l], 1, S00, "double", OPS_WRITE), ops_arg_gbl(&h2, 1, "double", OPS_READ));
  ops_par_loop(mg_restrict, "mg_restrict", grid, 2, inner(l + 1).data(), ops_arg_restrict(r[l], 1, R9, "double", OPS_READ),
               ops_arg_dat(f[l + 1], 1, S00, "double", OPS_WRITE));
  ops_par_loop(mg_zero, "mg_zero", grid, 2, whole(l + 1).data(), ops_arg_dat(u[l + 1], 1, S00, "double", OPS_WRITE));
  vcycle(l + 1);
  ops_par_loop(mg_prolong, "mg_prolong", grid, 2, inner(l).data(), ops_arg_prolong(u[l + 1], 1, P4, "double", OPS_READ),
               ops_arg_dat(u[l], 1, S00, "double", OPS_INC), ops_arg_idx());
  smooth(l, 2);
}

double solve(int cycles, bool talk) {
  ops_par_loop(mg_copy, "mg_copy", grid, 2, whole(0).data(), ops_arg_dat(rhs, 1, S00, "double", OPS_READ), ops_arg_dat(f[0], 1, S00, "double", OPS_WRITE));
  ops_par_loop(mg_zero, "mg_zero", grid, 2, whole(0).data(), ops_arg_dat(u[0], 1, S00, "double", OPS_WRITE));
  for (int c = 0; c < cycles; ++c) {
    vcycle(0);
    double h2 = h2_of(0), s, m;
    ops_par_loop(mg_residual, "mg_residual", grid, 2, inner(0).data(), ops_arg_dat(u[0], 1, S5, "double", OPS_READ), ops_arg_dat(f[0], 1, S00, "double", OPS_READ),
                 ops_arg_dat(r[0], 1, S00, "double", OPS_WRITE), ops_arg_gbl(&h2, 1, "double", OPS_READ));
    ops_par_loop(mg_norm, "mg_norm", grid, 2, inner(0).data(), ops_arg_dat(r[0], 1, S00, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC),
                 ops_arg_reduce(most, 1, "double", OPS_MAX));
    ops_reduction_result(sum, &s);
    ops_reduction_result(most, &m);
    if (talk) ops_printf("cycle %d: residual %.10e, most %.10e\n", c, std::sqrt(s), m);
  }
  double J, one = 1.0;
  ops_par_loop(mg_dot, "mg_dot", grid, 2, whole(0).data(), ops_arg_dat(u[0], 1, S00, "double", OPS_READ), ops_arg_dat(weight, 1, S00, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&J, &one);
  return J;
}

// Plain arrays.
struct field {
  int nx, ny;
  std::vector<double> a;
  double &operator()(int i, int j) { return a[j * nx + i]; }
};
struct plain_mg {
  field u[L], f[L];
  plain_mg() { for (int l = 0; l < L; ++l) u[l] = f[l] = {NXs[l], NYs[l], std::vector<double>(NXs[l] * NYs[l], 0.0)}; }
  void smooth(int l, int n) {
    for (int s = 0; s < n; ++s) {
      field v = u[l];
      for (int j = 1; j < NYs[l] - 1; ++j)
        for (int i = 1; i < NXs[l] - 1; ++i)
          u[l](i, j) = v(i, j) + 0.8 * 0.25 * (v(i + 1, j) + v(i - 1, j) + v(i, j + 1) + v(i, j - 1) - 4.0 * v(i, j) - h2_of(l) * f[l](i, j));
    }
  }
  void cycle(int l) {
    smooth(l, l == L - 1 ? 12 : 2);
    if (l == L - 1) return;
    field res = u[l];
    for (double &x : res.a) x = 0;
    field &v = u[l];
    for (int j = 1; j < NYs[l] - 1; ++j)
      for (int i = 1; i < NXs[l] - 1; ++i) res(i, j) = f[l](i, j) - (v(i + 1, j) + v(i - 1, j) + v(i, j + 1) + v(i, j - 1) - 4.0 * v(i, j)) / h2_of(l);
    for (int j = 1; j < NYs[l + 1] - 1; ++j)
      for (int i = 1; i < NXs[l + 1] - 1; ++i) {
        int I = 2 * i, J = 2 * j;
        double s = 0.25 * res(I, J);
        s += 0.125 * (res(I + 1, J) + res(I - 1, J) + res(I, J + 1) + res(I, J - 1));
        s += 0.0625 * (res(I + 1, J + 1) + res(I - 1, J + 1) + res(I + 1, J - 1) + res(I - 1, J - 1));
        f[l + 1](i, j) = s;
      }
    for (double &x : u[l + 1].a) x = 0;
    cycle(l + 1);
    field &c = u[l + 1];
    for (int j = 1; j < NYs[l] - 1; ++j)
      for (int i = 1; i < NXs[l] - 1; ++i) {
        int I = i / 2, J = j / 2;
        bool ox = i & 1, oy = j & 1;
        v(i, j) += !ox && !oy ? c(I, J) : !oy ? 0.5 * (c(I, J) + c(I + 1, J)) : !ox ? 0.5 * (c(I, J) + c(I, J + 1)) : 0.25 * (c(I, J) + c(I + 1, J) + c(I, J + 1) + c(I + 1, J + 1));
      }
    smooth(l, 2);
  }
};

int main(int argc, char *argv[]) {
  ops_init(argc, argv, 1);
  grid = ops_decl_block(2, "grid");
  int base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  double *temp = NULL;
  for (int l = 0; l < L; ++l) {
    NXs[l] = (nx0 - 1) / (1 << l) + 1;
    NYs[l] = (ny0 - 1) / (1 << l) + 1;
    int size[] = {NXs[l], NYs[l]}, stride[] = {1 << l, 1 << l};
    std::string n = std::to_string(l);
    u[l] = ops_decl_dat(grid, 1, size, base, d_m, d_p, stride, temp, "double", ("u" + n).c_str());
    un[l] = ops_decl_dat(grid, 1, size, base, d_m, d_p, stride, temp, "double", ("un" + n).c_str());
    f[l] = ops_decl_dat(grid, 1, size, base, d_m, d_p, stride, temp, "double", ("f" + n).c_str());
    r[l] = ops_decl_dat(grid, 1, size, base, d_m, d_p, stride, temp, "double", ("r" + n).c_str());
  }
  int size0[] = {nx0, ny0}, one[] = {1, 1}, two[] = {2, 2};
  rhs = ops_decl_dat(grid, 1, size0, base, d_m, d_p, one, temp, "double", "rhs");
  weight = ops_decl_dat(grid, 1, size0, base, d_m, d_p, temp, "double", "weight");
  int s00[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, p4[] = {0, 0, 1, 0, 0, 1, 1, 1};
  int s9[] = {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1};
  S00 = ops_decl_stencil(2, 1, s00, "S00");
  S5 = ops_decl_stencil(2, 5, s5, "S5");
  R9 = ops_decl_restrict_stencil(2, 9, s9, two, "full weighting");
  P4 = ops_decl_prolong_stencil(2, 4, p4, two, "bilinear");
  sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  ops_partition("");

  std::vector<double> F(nx0 * ny0, 0.0), W(nx0 * ny0, 0.0);
  for (int j = 0; j < ny0; ++j)
    for (int i = 0; i < nx0; ++i) {
      F[j * nx0 + i] = std::sin(0.4 * i + 0.1 * j * j);
      W[j * nx0 + i] = 1.0 / (1 + i + j);
    }
  ops_dat_set_data(rhs, F);
  ops_dat_set_data(weight, W);
  int bad = 0;
  const double J = solve(3, true);
  plain_mg p;
  for (int j = 0; j < ny0; ++j)
    for (int i = 0; i < nx0; ++i) p.f[0](i, j) = F[j * nx0 + i];
  for (int c = 0; c < 3; ++c) p.cycle(0);
  std::vector<double> got = ops_dat_fetch_data<double>(u[0]);
  double worst = 0;
  for (size_t i = 0; i < got.size(); ++i) worst = std::fmax(worst, std::fabs(got[i] - p.u[0].a[i]));
  if (worst > 1e-14) bad++, ops_printf("values differ by %g\n", worst);

  // the cycle is linear in f: J = <g, f>
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g = ops_dat_fetch_derivative<double>(rhs);
  double Jg = 0, check = 0;
  for (size_t i = 0; i < g.size(); ++i) Jg += g[i] * F[i], check += g[i] * (i % 7);
  ops_printf("J %a, gradient checksum %a\n", J, check);
  if (std::fabs(J - Jg) > 1e-12 * std::fabs(J)) bad++, ops_printf("J %.15g, <g, f> %.15g\n", J, Jg);
  // another direction, by running again
  std::vector<double> F2(F);
  for (size_t i = 0; i < F2.size(); ++i) F2[i] = std::cos(0.3 * i);
  double Jg2 = 0;
  for (size_t i = 0; i < g.size(); ++i) Jg2 += g[i] * F2[i];
  ops_ad_reset(OPS_instance::getOPSInstance());
  ops_dat_set_data(rhs, F2);
  const double J2 = solve(3, false);
  if (std::fabs(J2 - Jg2) > 1e-11 * std::fabs(J2)) bad++, ops_printf("J2 %.15g, <g, f2> %.15g\n", J2, Jg2);
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad;
}
