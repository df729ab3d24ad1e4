// A program of three sources with kernels of the same name and a constant that another file declares.
#define OPS_2D
#include "ops_seq_v2.h"
#include "multi/shared.h"
double gain = 0.0;
static void update(const ACC<double>& a, ACC<double>& b) { b(0, 0) = gain * a(0, 0) + 1.0; }
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  setup();
  ops_partition("");
  std::vector<double> x(20);
  for (int i = 0; i < 20; ++i) x[i] = 0.1 * i;
  ops_dat_set_data(G.u, x);
  int r[] = {0, 5, 0, 4};
  set_gain(1.5);
  ops_par_loop(update, "update", G.b, 2, r, ops_arg_dat(G.u, 1, G.p, "double", OPS_READ), ops_arg_dat(G.v, 1, G.p, "double", OPS_WRITE));
  other();
  set_gain(-2.0);
  ops_par_loop(update, "update", G.b, 2, r, ops_arg_dat(G.u, 1, G.p, "double", OPS_READ), ops_arg_dat(G.v, 1, G.p, "double", OPS_WRITE));
  double J = finish();
  ops_interpret_adjoints();
  auto g = ops_dat_fetch_derivative<double>(G.start);
  (void)g;
  auto gx = ops_dat_fetch_derivative<double>(G.u);
  double want = 0; for (double t : x) { double v = 1.5 * t + 1, u = t * v * v; want += (-2 * u + 1) * (-2 * u + 1); }
  int bad = std::abs(want - J) > 1e-12 * want;
  for (int i = 0; i < 20; ++i) { auto f = [](double t) { double v = 1.5 * t + 1, u = t * v * v; return (-2 * u + 1) * (-2 * u + 1); }; double fd = (f(x[i] + 1e-6) - f(x[i] - 1e-6)) / 2e-6; if (std::abs(fd - gx[i]) > 1e-6 * (1 + std::abs(fd))) bad++, ops_printf("%d %g %g\n", i, gx[i], fd); }
  ops_printf("J %a want %a\n%s\n", J, want, bad ? "FAIL" : "PASS");
  ops_exit();
  return bad;
}
