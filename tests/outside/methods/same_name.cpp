// Three translation units: kernels of one name ('apply' static, 'edge' nameless) in two files, one kernel and one template from a header used by
// both, an array of structs as constant, static stencils. Two reads of one handle, each with a seed. Oracle: plain loops, differences.
#include "same_name.h"
#include <cmath>
#include <cstdio>
#include <vector>
layer_type layers[3] = {{0.8, 1.0, 2}, {1.7, 1.2, 4}, {0.4, 0.9, 99}};
double tau_c = 0.05;
static int P(int i, int j, int k) { return ((k + 1) * (NJ + 2) + j + 1) * (NI + 2) + i + 1; }
static double plain(std::vector<double> u, double* cube, double* square) {
  auto v = u;
  auto step = [&](int which, double s) {
    for (int k = 0; k < NK; ++k) for (int j = 0; j < NJ; ++j) {
      if (which == 0) u[P(-1, j, k)] = 0.5 * u[P(0, j, k)]; else u[P(NI, j, k)] = -0.3 * u[P(NI - 2, j, k)] * u[P(NI - 1, j, k)];
    }
    for (int k = 0; k < NK; ++k) for (int j = 0; j < NJ; ++j) for (int i = 0; i < NI; ++i) {
      const int l = k < 2 ? 0 : k < 4 ? 1 : 2; const double c = u[P(i, j, k)], q = 1 + c * c, m = 2 * layers[l].k * q / (layers[l].k + q);
      v[P(i, j, k)] = c + tau_c * m * (u[P(i + 1, j, k)] + u[P(i - 1, j, k)] + u[P(i, j + 1, k)] + u[P(i, j - 1, k)] + u[P(i, j, k + 1)] + u[P(i, j, k - 1)] - 6 * c) / layers[l].c;
    }
    for (int k = 0; k < NK; ++k) for (int j = 0; j < NJ; ++j) for (int i = 0; i < NI; ++i) { const double c = v[P(i, j, k)]; u[P(i, j, k)] = which == 0 ? c * (1 + s * std::sin(c)) : c / (1 + s * c * c); }
  };
  auto moment = [&](int p) { double s = 0; for (int k = 0; k < NK; ++k) for (int j = 0; j < NJ; ++j) for (int i = 0; i < NI; ++i) s += std::pow(u[P(i, j, k)], p); return s; };
  step(0, 0.3); step(1, 0.2); *cube = moment(3); step(0, -0.1); step(1, 0.4); *square = moment(2);
  return *cube - 2 * *square;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("tau_c", 1, "double", &tau_c);
  ops_decl_const("layers", 3, "layer_type", layers);
  Domain d{ops_decl_block(3, "box"), 0, 0, 0, 0, 0, {0, NI, 0, NJ, 0, NK}};
  int size[] = {NI, NJ, NK}, base[3] = {}, dm[] = {-1, -1, -1}, dp[] = {1, 1, 1}, o[3] = {}, seven[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  std::vector<double> u((NI + 2) * (NJ + 2) * (NK + 2));
  for (size_t i = 0; i < u.size(); ++i) u[i] = 0.6 * std::sin(0.83 * i) + 0.1;
  auto copy = u;
  d.u = ops_decl_dat(d.block, 1, size, base, dm, dp, copy.data(), "double", "u");
  d.v = ops_decl_dat(d.block, 1, size, base, dm, dp, (double*)NULL, "double", "v");
  d.at = ops_decl_stencil(3, 1, o, "at"); d.seven = ops_decl_stencil(3, 7, seven, "seven");
  d.sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("any");
  heat_step(d, 0.3); water_step(d, 0.2);
  const double cube = heat_cube(d);
  heat_step(d, -0.1); water_step(d, 0.4);
  const double square = water_square(d);
  double c, s; plain(u, &c, &s);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g(NI * NJ * NK); ops_dat_fetch_derivative(d.u, (char*)g.data(), OPS_HOST);
  double worst = 0, a, b;
  for (int k = 0; k < NK; ++k) for (int j = 0; j < NJ; ++j) for (int i = 0; i < NI; ++i) {
    double& x = u[P(i, j, k)]; const double h = 1e-6, keep = x; x = keep + h; const double p = plain(u, &a, &b); x = keep - h; const double m = plain(u, &a, &b); x = keep;
    worst = std::fmax(worst, std::fabs((p - m) / (2 * h) - g[(k * NJ + j) * NI + i]));
  }
  const bool good = std::fabs(c - cube) < 1e-11 && std::fabs(s - square) < 1e-11 && worst < 1e-7;
  ops_exit();
  std::printf("cube %.12g %.12g square %.12g %.12g gradient %.2e\n%s\n", cube, c, square, s, worst, good ? "passed" : "failed");
  return !good;
}
