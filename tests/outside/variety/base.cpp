// Datasets whose first index is not zero, of different first indices, with halos between them.
#define OPS_2D
#include <cmath>
#include <vector>
#include "ops_seq_v2.h"
void put(ACC<double>& u, const int* idx) { u(0, 0) = std::sin(0.3 * idx[0]) + 0.2 * idx[1]; }
void stepk(const ACC<double>& u, ACC<double>& v, const ACC<double>& line, const int* idx) { v(0, 0) = u(0, 0) * u(-1, 0) + 0.5 * u(0, 1) + line(0, 0) * idx[0]; }
void total(const ACC<double>& u, double* s, const int* idx) { *s += u(0, 0) * u(0, 0) * (1 + 0.1 * idx[1]); }
void lineput(ACC<double>& l, const int* idx) { l(0, 0) = 0.1 * idx[0]; }
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int bad = 0;
  for (int B = -3; B <= 4; B += 7) {
    ops_ad_reset();
    ops_block b = ops_decl_block(2, B < 0 ? "b" : "c");
    int n[] = {10, 7}, base[] = {B, 1}, m[] = {-2, -1}, p[] = {1, 2}, s0[] = {0, 0}, s3[] = {0, 0, -1, 0, 0, 1}, one[] = {1, 0}, ln[] = {10, 1}, lb[] = {B, 0};
    auto mk = [&](const char* nm) { return ops_decl_dat(b, 1, n, base, m, p, (double*)NULL, "double", nm); };
    ops_dat u = mk("u"), v = mk("v");
    int z[] = {0, 0};
    ops_dat line = ops_decl_dat(b, 1, ln, lb, z, z, (double*)NULL, "double", "line");
    ops_stencil P = ops_decl_stencil(2, 1, s0, "P"), S = ops_decl_stencil(2, 3, s3, "S"), X = ops_decl_strided_stencil(2, 1, s0, one, "X");
    int it[] = {1, 7}, fb[] = {B + 9, 1}, tb[] = {B - 1, 1}, d[] = {1, 2};
    ops_halo h = ops_decl_halo(v, v, it, fb, tb, d, d);
    int it2[] = {12, 1}, fb2[] = {B - 1, 1}, tb2[] = {B - 1, 8}, dm[] = {-1, 2};
    ops_halo h2 = ops_decl_halo(v, v, it2, fb2, tb2, dm, d);
    ops_halo_group g = ops_decl_halo_group(1, &h), g2 = ops_decl_halo_group(1, &h2);
    ops_reduction R = ops_decl_reduction_handle(8, "double", "R");
    ops_partition("");
    int all[] = {B - 2, B + 11, 0, 10}, in[] = {B, B + 10, 1, 8}, li[] = {B, B + 10, 0, 1};
    ops_par_loop(lineput, "lineput", b, 2, li, ops_arg_dat(line, 1, X, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(put, "put", b, 2, all, ops_arg_dat(u, 1, P, "double", OPS_WRITE), ops_arg_idx());
    std::vector<double> u0 = ops_dat_fetch_data<double>(u), l0 = ops_dat_fetch_data<double>(line);
    ops_ad_reset();
    ops_dat_set_data(u, u0);
    ops_par_loop(stepk, "step", b, 2, in, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(v, 1, P, "double", OPS_WRITE), ops_arg_dat(line, 1, X, "double", OPS_READ), ops_arg_idx());
    ops_halo_transfer(g);
    ops_halo_transfer(g2);
    int w[] = {B - 1, B + 10, 1, 9};
    ops_par_loop(total, "total", b, 2, w, ops_arg_dat(v, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC), ops_arg_idx());
    double J, o = 1; R->get_result(&J, &o);
    auto plain = [&](const std::vector<double>& x) {
      auto U = [&](int i, int j) { return i >= B && i < B + 10 && j >= 1 && j < 8 ? x[(j - 1) * 10 + i - B] : std::sin(0.3 * i) + 0.2 * j; };
      double V[11][13] = {};
      for (int j = 1; j < 8; ++j) for (int i = 0; i < 10; ++i) V[j][i + 2] = U(B + i, j) * U(B + i - 1, j) + 0.5 * U(B + i, j + 1) + l0[i] * (B + i);
      for (int j = 1; j < 8; ++j) V[j][1] = V[j][11];
      for (int k = 0; k < 12; ++k) V[8][1 + k] = V[1][12 - k];
      double s = 0;
      for (int j = 1; j < 9; ++j) for (int i = -1; i < 10; ++i) s += V[j][i + 2] * V[j][i + 2] * (1 + 0.1 * j);
      return s;
    };
    double F = plain(u0);
    if (std::fabs(F - J) > 1e-12 * F) bad++, ops_printf("base %d: %.15g plain %.15g\n", B, J, F);
    ops_interpret_adjoints();
    auto g_ = ops_dat_fetch_derivative<double>(u);
    for (int i = 0; i < 70; ++i) { auto a = u0, c = u0; a[i] += 1e-5; c[i] -= 1e-5; double fd = (plain(a) - plain(c)) / 2e-5; if (std::fabs(fd - g_[i]) > 1e-7 * (1 + std::fabs(fd))) bad++, ops_printf("base %d %d: %.10g %.10g\n", B, i, g_[i], fd); }
    int disp[2], sz[2]; ops_dat_get_extents(u, 0, disp, sz);
    ops_printf("base %d: J %a g %a\n", B, J, g_[3]);
  }
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad;
}
