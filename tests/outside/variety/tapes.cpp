// Derivatives seeded by hand, several tapes, external functions, user adjoints.
#define OPS_1D
#include <cmath>
#include <vector>
#include <cstring>
#include "ops_seq_v2.h"
void sq(const ACC<double>& a, ACC<double>& b) { b(0) = a(0) * a(0) + 0.5 * a(1); }
void mul(const ACC<double>& a, ACC<double>& b, const double* s) { b(0) = a(0) * s[0]; }
void mul_adjoint(const ACC<double>& a, ACC<double>& a_a1s, ACC<double>& b, ACC<double>& b_a1s, const double* s, double* s_a1s) {
  a_a1s(0) += s[0] * b_a1s(0);
  s_a1s[0] += a(0) * b_a1s(0);
  b_a1s(0) = 0.0;
}
void total(const ACC<double>& a, double* s) { *s += a(0); }
void cube_passive(const ACC<double>& a, ACC<double>& b) { b(0) = a(0) * a(0) * a(0); }
static const int N = 12;
int bad = 0;
static void check(int line, double x_, double y_) { if (!(std::fabs(x_ - y_) < 1e-9 * (1 + std::fabs(y_)))) bad++, ops_printf("line %d: %.12g, expected %.12g\n", line, x_, y_); }
#define CHECK(x, y) check(__LINE__, x, y)
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  OPS_instance* inst = OPS_instance::getOPSInstance();
  ops_block b = ops_decl_block(1, "b");
  int n = N, z = 0, m = -1, p = 1, s0[] = {0}, s1[] = {0, 1}, r[] = {0, N};
  auto mk = [&](const char* nm) { return ops_decl_dat(b, 1, &n, &z, &m, &p, (double*)NULL, "double", nm); };
  ops_dat x = mk("x"), y = mk("y"), w = mk("w");
  double two = 2.0;
  ops_scalar s = ops_decl_scalar("s", &two, 1);
  ops_stencil P = ops_decl_stencil(1, 1, s0, "P"), S = ops_decl_stencil(1, 2, s1, "S");
  ops_reduction R = ops_decl_reduction_handle(8, "double", "R"), Q = ops_decl_reduction_handle(8, "double", "Q");
  ops_partition("");
  std::vector<double> v(N);
  for (int i = 0; i < N; ++i) v[i] = 0.3 + 0.1 * i;
  auto X = [&](int i) { return i < N ? v[i] : 0.0; };

  // a: a derivative seeded with an array
  ops_dat_set_data(x, v);
  ops_par_loop(sq, "sq", b, 1, r, ops_arg_dat(x, 1, S, "double", OPS_READ), ops_arg_dat(y, 1, P, "double", OPS_WRITE));
  ops_par_loop(mul, "mul", b, 1, r, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_dat(w, 1, P, "double", OPS_WRITE), ops_arg_scalar(s, 1, "double", OPS_READ));
  int disp, size;
  ops_dat_get_extents(w, 0, &disp, &size);
  std::vector<double> seed(size);
  for (int i = 0; i < size; ++i) seed[i] = 1.0 + disp + i;
  ops_dat_set_derivative(w, (char*)seed.data(), OPS_HOST);
  ops_interpret_adjoints(inst);
  auto g = ops_dat_fetch_derivative<double>(x);
  double gs = 0;
  for (int i = 0; i < N; ++i) CHECK(g[i], (1.0 + i) * 2 * 2 * v[i] + (i > 0 ? i * 2 * 0.5 : 0.0)), gs += (1.0 + i) * (v[i] * v[i] + 0.5 * X(i + 1));
  CHECK(*s->get_derivative<double>(), gs);
  // again with a second, different seed on the same recording through a raw pointer
  ops_memspace ms = OPS_HOST;
  double* d = (double*)ops_dat_derivative_get_raw_pointer(w, P, &ms);
  for (int i = 0; i < size; ++i) d[i] = -2.0;
  ops_dat_release_raw_derivative(w, OPS_WRITE, &ms);
  ops_interpret_adjoints(inst);
  g = ops_dat_fetch_derivative<double>(x);
  for (int i = 0; i < N; ++i) CHECK(g[i], -2.0 * (2 * 2 * v[i] + (i > 0 ? 2 * 0.5 : 0.0)));

  // b: a tape of its own, interpreted twice
  ops_ad_reset(inst);
  ops_dat_set_data(x, v);
  ops_ad_tape* tape = ops_create_tape(inst);
  ops_par_loop(sq, "sq", b, 1, r, ops_arg_dat(x, 1, S, "double", OPS_READ), ops_arg_dat(y, 1, P, "double", OPS_WRITE));
  ops_par_loop(total, "total", b, 1, r, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  double J, one = 1.0;
  R->get_result(&J, &one);
  tape->interpret_adjoints(inst);
  g = ops_dat_fetch_derivative<double>(x);
  for (int i = 0; i < N; ++i) CHECK(g[i], 2 * v[i] + (i > 0 ? 0.5 : 0.0));
  tape->zero_adjoints();
  g = ops_dat_fetch_derivative<double>(x);
  for (int i = 0; i < N; ++i) CHECK(g[i], 0.0);
  ops_remove_tape(inst, tape);

  // c: an external function with an adjoint of its own
  ops_ad_reset(inst);
  ops_dat_set_data(x, v);
  ops_par_loop(sq, "sq", b, 1, r, ops_arg_dat(x, 1, S, "double", OPS_READ), ops_arg_dat(y, 1, P, "double", OPS_WRITE));
  auto primal = [=]() {
    int r[] = {0, N};
    ops_par_loop_passive(cube_passive, "cube", b, 1, r, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_dat(w, 1, P, "double", OPS_WRITE));
  };
  auto adjoint = [=]() {
    ops_memspace ms = OPS_HOST;
    int disp, size;
    ops_dat_get_extents(y, 0, &disp, &size);
    const double* val = (const double*)ops_dat_get_raw_pointer(y, 0, P, &ms);
    double* dw = (double*)ops_dat_derivative_get_raw_pointer(w, P, &ms);
    double* dy = (double*)ops_dat_derivative_get_raw_pointer(y, P, &ms);
    for (int i = 0; i < size; ++i) dy[i] += 3 * val[i] * val[i] * dw[i], dw[i] = 0.0;
    ops_dat_release_raw_data(y, 0, OPS_READ);
    ops_dat_release_raw_derivative(w, OPS_RW, &ms);
    ops_dat_release_raw_derivative(y, OPS_RW, &ms);
  };
  ops_execute_external_function(primal, adjoint, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_dat(w, 1, P, "double", OPS_WRITE));
  ops_par_loop(total, "total", b, 1, r, ops_arg_dat(w, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  R->get_result(&J, &one);
  ops_interpret_adjoints(inst);
  g = ops_dat_fetch_derivative<double>(x);
  auto plain = [&](const std::vector<double>& q) { double t = 0; for (int i = 0; i < N; ++i) { double a = q[i] * q[i] + 0.5 * (i + 1 < N ? q[i + 1] : 0.0); t += a * a * a; } return t; };
  CHECK(J, plain(v));
  for (int i = 0; i < N; ++i) { auto a = v, c = v; a[i] += 1e-5, c[i] -= 1e-5; double fd = (plain(a) - plain(c)) / 2e-5; if (std::fabs(fd - g[i]) > 1e-7 * (1 + fd)) bad++, ops_printf("external %d: %.10g %.10g\n", i, g[i], fd); }

  // d: a seed that is given after the result was read wins; two reductions
  ops_ad_reset(inst);
  ops_dat_set_data(x, v);
  ops_par_loop(sq, "sq", b, 1, r, ops_arg_dat(x, 1, S, "double", OPS_READ), ops_arg_dat(y, 1, P, "double", OPS_WRITE));
  ops_par_loop(total, "total", b, 1, r, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  ops_par_loop(total, "total", b, 1, r, ops_arg_dat(x, 1, P, "double", OPS_READ), ops_arg_reduce(Q, 1, "double", OPS_INC));
  double K, three = 3.0;
  R->get_result(&J, &one);
  Q->get_result(&K, &three);
  ops_interpret_adjoints(inst);
  g = ops_dat_fetch_derivative<double>(x);
  for (int i = 0; i < N; ++i) CHECK(g[i], 3.0 + 2 * v[i] + (i > 0 ? 0.5 : 0.0));
  ops_dat dx = ops_get_derivative_as_ops_dat(x);
  double sum = 0, S3;
  for (double q : g) sum += q;
  ops_par_loop_passive(total, "total", b, 1, r, ops_arg_dat(dx, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  ops_reduction_result(R, &S3);
  CHECK(S3, sum);
  ops_printf("sum %a\n%s\n", S3, bad ? "FAIL" : "PASS");
  ops_exit();
  return bad;
}
