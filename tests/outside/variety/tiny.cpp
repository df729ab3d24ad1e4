// Small blocks, empty ranges with reductions, sizes of one, several types of reductions, mixed precision halos.
#define OPS_2D
#include <cmath>
#include <vector>
#include <complex>
#include "ops_seq_v2.h"
void one(ACC<double>& u, const int* idx) { u(0, 0) = 1 + idx[0] + 10 * idx[1]; }
void toF(const ACC<double>& u, ACC<float>& f) { f(0, 0) = (float)(u(0, 0) * u(0, 0)); }
void red(const ACC<double>& u, double* s, double* lo, double* hi, int* n) { *s += u(0, 0); *lo = MIN(*lo, u(0, 0)); *hi = MAX(*hi, u(0, 0)); *n += 1; }
void wide(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(-2, 0) + u(2, 0) + 2.0 * u(0, 1); }
void sumf(const ACC<float>& f, float* s) { *s += f(0, 0) * f(0, 0); }
void flat(const ACC<double>& w, ACC<double>& q) { q(0, 0) = w(1, 0) - w(-1, 0); }
void assign_last(const ACC<double>& u, double* s) { *s = u(0, 0); }
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(2, "b"), c = ops_decl_block(2, "c"), d = ops_decl_block(2, "d");
  int n[] = {2, 2}, nf[] = {8, 1}, nq[] = {8, 1}, z[] = {0, 0}, m[] = {-2, -2}, p[] = {2, 2}, mx[] = {-1, 0}, px[] = {1, 0};
  ops_dat u = ops_decl_dat(b, 1, n, z, m, p, (double*)NULL, "double", "u"), v = ops_decl_dat(b, 1, n, z, m, p, (double*)NULL, "double", "v");
  ops_dat f = ops_decl_dat(c, 1, n, z, m, p, (float*)NULL, "float", "f"), fd = ops_decl_dat(b, 1, n, z, m, p, (float*)NULL, "float", "fd");
  ops_dat w = ops_decl_dat(d, 1, nf, z, mx, px, (double*)NULL, "double", "w"), q = ops_decl_dat(d, 1, nq, z, mx, px, (double*)NULL, "double", "q");
  int s0[] = {0, 0}, s3[] = {-2, 0, 2, 0, 0, 1}, s2[] = {1, 0, -1, 0};
  ops_stencil P = ops_decl_stencil(2, 1, s0, "P"), W = ops_decl_stencil(2, 3, s3, "W"), X = ops_decl_stencil(2, 2, s2, "X");
  ops_reduction S = ops_decl_reduction_handle(8, "double", "S"), LO = ops_decl_reduction_handle(8, "double", "LO"), HI = ops_decl_reduction_handle(8, "double", "HI"), N = ops_decl_reduction_handle(4, "int", "N"), F = ops_decl_reduction_handle(4, "float", "F");
  // double to float between blocks
  int it[] = {2, 2}, zz[] = {0, 0}, dir[] = {1, 2}, rot[] = {2, -1};
  ops_halo h = ops_decl_halo(u, f, it, zz, zz, dir, rot);
  ops_halo_group g = ops_decl_halo_group(1, &h), none = ops_decl_halo_group(0, NULL);
  ops_partition("");
  int bad = 0;
#define CHECK(x) if (!(x)) bad++, ops_printf("line %d: %s\n", __LINE__, #x)
  int all[] = {0, 2, 0, 2}, halo[] = {-2, 4, -2, 4}, empty[] = {1, 1, 0, 2}, minus[] = {2, 1, 0, 2}, flatr[] = {0, 8, 0, 1}, flath[] = {-1, 9, 0, 1};
  ops_par_loop(one, "one", b, 2, halo, ops_arg_dat(u, 1, P, "double", OPS_WRITE), ops_arg_idx());
  double s, lo, hi; int k;
  auto go = [&](int* r) { ops_par_loop(red, "red", b, 2, r, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_reduce(S, 1, "double", OPS_INC), ops_arg_reduce(LO, 1, "double", OPS_MIN), ops_arg_reduce(HI, 1, "double", OPS_MAX), ops_arg_reduce(N, 1, "int", OPS_INC)); ops_reduction_result(S, &s); ops_reduction_result(LO, &lo); ops_reduction_result(HI, &hi); ops_reduction_result(N, &k); };
  go(all); CHECK(s == 26 && lo == 1 && hi == 12 && k == 4);
  go(halo); CHECK(k == 36 && lo == -21 && hi == 34);
  go(empty); CHECK(s == 0 && k == 0 && lo > 1e300 && hi < -1e300);
  ops_printf("empty: %g %g %g %d\n", s, lo, hi, k);
  try { go(minus); CHECK(k == 0); } catch (OPSException& e) { ops_printf("reversed range: %s\n", e.what()); }
  ops_par_loop(wide, "wide", b, 2, all, ops_arg_dat(u, 1, W, "double", OPS_READ), ops_arg_dat(v, 1, P, "double", OPS_WRITE));
  auto vv = ops_dat_fetch_data<double>(v);
  for (int j = 0; j < 2; ++j) for (int i = 0; i < 2; ++i) CHECK(vv[2 * j + i] == 4 * (1 + i + 10 * j) + 20);
  ops_halo_transfer(none);
  ops_ad_reset();
  ops_dat_set_data(u, std::vector<double>{1.1, 2.2, 3.3, 4.4});
  ops_halo_transfer(g);
  auto ff = ops_dat_fetch_data<float>(f);
  ops_printf("f %g %g %g %g\n", ff[0], ff[1], ff[2], ff[3]);
  ops_par_loop(sumf, "sumf", c, 2, all, ops_arg_dat(f, 1, P, "float", OPS_READ), ops_arg_reduce(F, 1, "float", OPS_INC));
  float Jf, onef = 1; F->get_result(&Jf, &onef);
  ops_interpret_adjoints();
  auto gg = ops_dat_fetch_derivative<double>(u);
  for (int i = 0; i < 4; ++i) CHECK(std::fabs(gg[i] - 2 * (double)(float)(1.1 * (i + 1))) < 1e-5);
  ops_ad_reset();
  ops_par_loop(one, "one", d, 2, flath, ops_arg_dat(w, 1, P, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(flat, "flat", d, 2, flatr, ops_arg_dat(w, 1, X, "double", OPS_READ), ops_arg_dat(q, 1, P, "double", OPS_WRITE));
  for (double t : ops_dat_fetch_data<double>(q)) CHECK(t == 2);
  ops_par_loop_passive(assign_last, "last", b, 2, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_reduce(S, 1, "double", OPS_INC));
  ops_reduction_result(S, &s); CHECK(s == 4.4);
  ops_printf("%g %s\n", s, bad ? "\nFAIL" : "\nPASS");
  ops_exit(); return bad;
}
