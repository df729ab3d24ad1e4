// Trees under a skyline: minima and maxima along one axis into datasets of one dimension, with combine_min and combine_max, and a
// derivative stored on the way. Gradient by scalars, by heights at the start and half way, against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
#include "canopy_kernels.h"
typedef std::complex<double> cplx;
enum { NX = 35, NY = 22, ROUNDS = 4 };
static double h_at(int i, int j) { return 2.0 + sin(0.7 * i + 0.2 * j * j) + 0.4 * cos(1.3 * i * j); }

/* in: rate[3], slope[2]; mid is added to the height of cell (8, 5) after round 1, first before round 0 */
template <class S>
S plain(const S* in, S first, S mid, std::vector<S>& h) {
  h.resize(NX * NY);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) h[j * NX + i] = h_at(i, j);
  h[5 * NX + 8] += first;
  S J = 0.0;
  for (int n = 0; n < ROUNDS; n++) {
    std::vector<S> top(NX + 2, S(-1e30)), low(NX, S(1e30));
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        S& x = h[j * NX + i];
        x = x * (1.0 + in[j % 3] / (1.0 + x));
        S v = x - in[3] * double(j) - in[4] * sin(0.8 * j), w = std::real(v) < 0 ? -v * v : v * v;
        if (std::real(v) > std::real(top[i + 1])) top[i + 1] = v;
        if (std::real(w) < std::real(low[i])) low[i] = w;
      }
    top[0] = top[1];
    top[NX + 1] = top[NX];
    for (int i = 0; i < NX; i++) {
      S d = 0.5 * (top[i + 2] - top[i]);
      J += std::sqrt(1.0 + d * d) * (top[i + 1] - low[i]);
    }
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        S gap = top[i + 1] - h[j * NX + i];
        h[j * NX + i] += (std::real(gap) > 0 ? 0.2 : 0.1) * gap;
      }
    if (n == 1) h[5 * NX + 8] += mid;
  }
  return J;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block wood = ops_decl_block(2, "wood");
  int size[] = {NX, NY}, line[] = {NX, 1}, base[] = {0, 0}, none[] = {0, 0}, lm[] = {-1, 0}, lp[] = {1, 0};
  std::vector<double> h0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) h0.push_back(h_at(i, j));
  double* temp = NULL;
  ops_dat h = ops_decl_dat(wood, 1, size, base, none, none, h0.data(), "double", "height");
  ops_dat top = ops_decl_dat(wood, 1, line, base, lm, lp, temp, "double", "top"),
          low = ops_decl_dat(wood, 1, line, base, none, none, temp, "double", "low");
  int o[] = {0, 0}, o3[] = {-1, 0, 0, 0, 1, 0}, along[] = {1, 0};
  ops_stencil S0 = ops_decl_stencil(2, 1, o, "S0"), L0 = ops_decl_strided_stencil(2, 1, o, along, "L0"),
              L3 = ops_decl_strided_stencil(2, 3, o3, along, "L3");
  double in[] = {0.11, 0.07, 0.16, 0.09, 0.6};
  ops_scalar rate = ops_decl_scalar("rate", in, 3), slope = ops_decl_scalar("slope", in + 3, 2);
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "rough");
  ops_partition("");
  int all[] = {0, NX, 0, NY}, slab[] = {0, NX, 0, 1}, west[] = {-1, 0, 0, 1}, east[] = {NX, NX + 1, 0, 1}, plus = 1, minus = -1;
  int from[2], own[2];
  ops_dat_get_extents(h, 0, from, own);
  bool mine = from[0] <= 8 && 8 < from[0] + own[0] && from[1] <= 5 && 5 < from[1] + own[1];
  std::vector<double> at_mid(own[0] * own[1], -7.0);
  for (int n = 0; n < ROUNDS; n++) {
    ops_par_loop(shade, "shade", wood, 2, all, ops_arg_dat(h, 1, S0, "double", OPS_RW), ops_arg_scalar(rate, 3, "double", OPS_READ),
                 ops_arg_idx());
    ops_par_loop(reset, "reset", wood, 2, slab, ops_arg_dat(top, 1, L0, "double", OPS_WRITE), ops_arg_dat(low, 1, L0, "double", OPS_WRITE));
    ops_par_loop(skyline, "skyline", wood, 2, all, ops_arg_dat(h, 1, S0, "double", OPS_READ), ops_arg_dat(top, 1, L0, "double", OPS_MAX),
                 ops_arg_dat(low, 1, L0, "double", OPS_MIN), ops_arg_scalar(slope, 2, "double", OPS_READ), ops_arg_idx());
    ops_par_loop(edges, "west", wood, 2, west, ops_arg_dat(top, 1, L3, "double", OPS_RW), ops_arg_gbl(&plus, 1, "int", OPS_READ));
    ops_par_loop(edges, "east", wood, 2, east, ops_arg_dat(top, 1, L3, "double", OPS_RW), ops_arg_gbl(&minus, 1, "int", OPS_READ));
    ops_par_loop(rough, "rough", wood, 2, slab, ops_arg_dat(top, 1, L3, "double", OPS_READ), ops_arg_dat(low, 1, L0, "double", OPS_READ),
                 ops_arg_reduce(r, 1, "double", OPS_INC));
    ops_par_loop(grow_to_light, "grow", wood, 2, all, ops_arg_dat(h, 1, S0, "double", OPS_RW), ops_arg_dat(top, 1, L0, "double", OPS_READ));
    if (n == 1) ops_dat_store_derivative(h, (char*)at_mid.data(), OPS_HOST);
  }
  double J, one = 1.0;
  r->get_result(&J, &one);
  std::vector<double> ph, got(NX * NY), g0(NX * NY);
  double pJ = plain(in, 0.0, 0.0, ph), err = fabs(J / pJ - 1);
  got = ops_dat_fetch_data<double>(h);
  for (int i = 0; i < NX * NY; i++) err = fmax(err, fabs(got[i] / ph[i] - 1));
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  g0 = ops_dat_fetch_derivative<double>(h);
  double gerr = 0;
  for (int k = 0; k < 7; k++) {
    cplx z[5], first = 0, mid = 0;
    for (int m = 0; m < 5; m++) z[m] = in[m];
    (k < 5 ? z[k] : k == 5 ? first : mid) += cplx(0, 1e-30);
    std::vector<cplx> w;
    double ref = plain(z, first, mid, w).imag() / 1e-30;
    double g = k < 3    ? rate->get_derivative<double>()[k]
               : k < 5  ? slope->get_derivative<double>()[k - 3]
               : k == 5 ? g0[5 * NX + 8]
               : mine   ? at_mid[(5 - from[1]) * own[0] + 8 - from[0]]
                        : ref;
    double e = fabs(g - ref) / fmax(fabs(ref), 1e-9);
    if (!(e < 1e-10)) printf("  input %d: %.15g, expected %.15g\n", k, g, ref);
    gerr = fmax(gerr, e);
  }
  printf("roughness %g; relative error: values %.2e, gradient %.2e\n", J, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("canopy: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
