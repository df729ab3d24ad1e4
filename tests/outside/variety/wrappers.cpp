// Ways to wrap a loop.
#define OPS_2D
#include <vector>
#include <utility>
#include "ops_seq_v2.h"
struct K { static void scale(ACC<double>& a, const double* s) { a(0, 0) *= *s; } };
namespace { namespace deep { void add(const ACC<double>& a, ACC<double>& b) { b(0, 0) += a(0, 0) * a(0, 0); } } }
static void fill(ACC<double>& a, const int* idx) { a(0, 0) = 0.1 * idx[0] + idx[1]; }
void total(const ACC<double>& a, double* s) { *s += a(0, 0); }
ops_block b; ops_stencil P; int r[] = {0, 6, 0, 5};
#define LOOP(k, ...) ops_par_loop(k, #k, b, 2, r, __VA_ARGS__)
#define D(d, acc) ops_arg_dat(d, 1, P, "double", acc)
#define TWICE(x, y) LOOP(deep::add, D(x, OPS_READ), D(y, OPS_INC)); LOOP(deep::add, D(y, OPS_READ), D(x, OPS_INC))
template <auto k, class... A> void apply(const char* name, A... a) { ops_par_loop(k, name, b, 2, r, a...); }
template <auto k, class... A> void apply_ref(const char* name, A&&... a) { ops_par_loop(k, name, b, 2, r, std::forward<A>(a)...); }
struct Policy { template <class T> static void half(ACC<T>& a) { a(0, 0) = T(0.5) * a(0, 0); } };
template <class P_> void policy_loop(ops_dat d) { ops_par_loop(P_::template half<double>, "half", b, 2, r, D(d, OPS_RW)); }
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  b = ops_decl_block(2, "b");
  int size[] = {6, 5}, z[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1};
  ops_dat u = ops_decl_dat(b, 1, size, z, m, p, (double*)NULL, "double", "u"), v = ops_decl_dat(b, 1, size, z, m, p, (double*)NULL, "double", "v");
  P = ops_decl_stencil(2, 1, z, "P");
  ops_reduction R = ops_decl_reduction_handle(8, "double", "R");
  ops_partition("");
  LOOP(fill, D(u, OPS_WRITE), ops_arg_idx());
  std::vector<double> s0 = ops_dat_fetch_data<double>(u);
  ops_ad_reset(); ops_dat_set_data(u, s0); ops_dat_set_data(v, std::vector<double>(30, 0.0));
  LOOP(deep::add, D(u, OPS_READ), D(v, OPS_INC));
  TWICE(u, v);
  double f = 0.3;
  ops_par_loop(K::scale, "K::scale", b, 2, r, D(v, OPS_RW), ops_arg_gbl(&f, 1, "double", OPS_READ));
  ops_arg stored[2] = {D(v, OPS_READ), D(u, OPS_INC)};
  ops_par_loop(deep::add, "stored", b, 2, r, stored[0], stored[1]);
  apply<deep::add>("applied", D(u, OPS_READ), D(v, OPS_INC));
  apply_ref<deep::add>("applied by reference", D(v, OPS_READ), D(u, OPS_INC));
  policy_loop<Policy>(u);
  auto lam = [&](auto&& d) { LOOP(deep::add, D(d, OPS_READ), D(v, OPS_INC)); };
  lam(u);
  LOOP(total, D(v, OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
  double J, one = 1; R->get_result(&J, &one);
  auto plain = [&](double u) { double v = 0; v += u * u; v += u * u; u += v * v; v *= 0.3; u += v * v; v += u * u; u += v * v; u *= 0.5; v += u * u; return v; };
  double F = 0; int bad = 0; for (double x : s0) F += plain(x);
  if (std::abs(F - J) > 1e-11 * F) bad++, ops_printf("J %.15g %.15g\n", J, F);
  ops_interpret_adjoints();
  auto g = ops_dat_fetch_derivative<double>(u);
  for (int i = 0; i < 30; ++i) { double h = 1e-6 * (1 + s0[i]), fd = (plain(s0[i] + h) - plain(s0[i] - h)) / (2 * h); if (std::abs(fd - g[i]) > 1e-6 * (1 + std::abs(fd))) bad++, ops_printf("%d: %.10g %.10g\n", i, g[i], fd); }
  ops_printf("J %a g %a\n%s\n", J, g[7], bad ? "FAIL" : "PASS");
  ops_exit();
  return bad;
}
