// A neural cellular automaton: 102 weights in one scalar, four channels in structure-of-arrays form, periodic by halos, cells that rest by
// a hash. Gradient by weights and initial state, through a raw pointer, against the complex step. ops_ad_step, ops_ad_set_checkpoint_count,
// lambdas.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_2D
#define OPS_SOA
#include "ops_seq_v2.h"
#include "nca_kernels.h"

#define NX 19
#define NY 17
#define STEPS 14
typedef std::complex<double> cplx;

static double weight0(int m) { return 0.35 * sin(1.7 * m + 0.3 * (m % 7)); }
static double state0(int c, int i, int j) { return exp(-0.1 * ((i - 9) * (i - 9) + (j - 8) * (j - 8))) * (1.0 + 0.2 * c); }
static double target0(int c, int i, int j) { return 0.5 + 0.5 * sin(0.5 * i + c) * cos(0.4 * j); }

template <class S>
S plain(const std::vector<S>& w, std::vector<S>& s) {  // s[c][j][i]
  auto at = [](int c, int i, int j) { return (c * NY + (j + NY) % NY) * NX + (i + NX) % NX; };
  for (int n = 0; n < STEPS; n++) {
    std::vector<S> o = s;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        if (!fires(i, j, n)) continue;
        std::vector<S> in;
        for (int c = 0; c < CH; c++) in.push_back(o[at(c, i, j)]);
        for (int c = 0; c < CH; c++) {
          S a = 0.0;
          for (int q = -1; q <= 1; q++) a += (q == 0 ? 2.0 : 1.0) * (o[at(c, i + 1, j + q)] - o[at(c, i - 1, j + q)]);
          in.push_back(a / 8.0);
        }
        for (int c = 0; c < CH; c++) {
          S a = 0.0;
          for (int q = -1; q <= 1; q++) a += (q == 0 ? 2.0 : 1.0) * (o[at(c, i + q, j + 1)] - o[at(c, i + q, j - 1)]);
          in.push_back(a / 8.0);
        }
        for (int h = 0; h < HID; h++) {
          S a = w[HID * PER + h];
          for (int p = 0; p < PER; p++) a += w[h * PER + p] * in[p];
          a = std::tanh(a);
          for (int c = 0; c < CH; c++) s[at(c, i, j)] += w[HID * PER + HID + c * HID + h] * a;
        }
      }
  }
  S loss = 0.0;
  for (int c = 0; c < 3; c++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        S e = s[at(c, i, j)] - target0(c, i, j);
        loss += e * e;
      }
  return loss;
}

void init_state(ACC<double>& s, ACC<double>& t, const int* idx) {
  for (int c = 0; c < CH; c++) s(c, 0, 0) = exp(-0.1 * ((idx[0] - 9) * (idx[0] - 9) + (idx[1] - 8) * (idx[1] - 8))) * (1.0 + 0.2 * c);
  for (int c = 0; c < 3; c++) t(c, 0, 0) = 0.5 + 0.5 * sin(0.5 * idx[0] + c) * cos(0.4 * idx[1]);
}

int main(int argc, char* argv[]) {
  ops_init(argc, argv, 1);
  OPS_instance::getOPSInstance()->OPS_soa = 1;
  ops_block b = ops_decl_block(2, "tissue");
  int size[] = {NX, NY}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, none[] = {0, 0};
  double* temp = NULL;
  ops_dat state[2] = {ops_decl_dat(b, CH, size, base, d_m, d_p, temp, "double", "state0"),
                      ops_decl_dat(b, CH, size, base, d_m, d_p, temp, "double", "state1")};
  ops_dat target = ops_decl_dat(b, 3, size, base, none, none, temp, "double", "target");
  int o[] = {0, 0}, o9[] = {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1};
  ops_stencil S0 = ops_decl_stencil(2, 1, o, "S0"), S9 = ops_decl_stencil(2, 9, o9, "S9");

  /* periodic: x first, then y over the widened rows */
  ops_halo_group px[2], py[2];
  for (int n = 0; n < 2; n++) {
    int ix[] = {1, NY}, iy[] = {NX + 2, 1}, dir[] = {1, 2};
    int fx[] = {NX - 1, 0}, tx[] = {-1, 0}, fx2[] = {0, 0}, tx2[] = {NX, 0}, fy[] = {-1, NY - 1}, ty[] = {-1, -1}, fy2[] = {-1, 0},
        ty2[] = {-1, NY};
    ops_halo hx[] = {ops_decl_halo(state[n], state[n], ix, fx, tx, dir, dir), ops_decl_halo(state[n], state[n], ix, fx2, tx2, dir, dir)};
    ops_halo hy[] = {ops_decl_halo(state[n], state[n], iy, fy, ty, dir, dir), ops_decl_halo(state[n], state[n], iy, fy2, ty2, dir, dir)};
    px[n] = ops_decl_halo_group(2, hx);
    py[n] = ops_decl_halo_group(2, hy);
  }
  std::vector<double> w(NW);
  for (int m = 0; m < NW; m++) w[m] = weight0(m);
  ops_scalar ws = ops_decl_scalar("weights", w.data(), NW);
  ops_reduction rl = ops_decl_reduction_handle(sizeof(double), "double", "loss");
  ops_partition("");

  int range[] = {0, NX, 0, NY};
  ops_par_loop_passive(init_state, "init_state", b, 2, range, ops_arg_dat(state[0], CH, S0, "double", OPS_WRITE),
                       ops_arg_dat(target, 3, S0, "double", OPS_WRITE), ops_arg_idx());
  ops_ad_set_checkpoint_count(3, STEPS);
  for (int n = 0; n < STEPS; n++) {
    ops_ad_step();
    ops_halo_transfer(px[n % 2]);
    ops_halo_transfer(py[n % 2]);
    ops_par_loop(nca_step, "nca_step", b, 2, range, ops_arg_dat(state[n % 2], CH, S9, "double", OPS_READ),
                 ops_arg_dat(state[(n + 1) % 2], CH, S0, "double", OPS_WRITE), ops_arg_scalar(ws, NW, "double", OPS_READ), ops_arg_idx(),
                 ops_arg_gbl(&n, 1, "int", OPS_READ));
  }
  ops_par_loop(nca_loss, "nca_loss", b, 2, range, ops_arg_dat(state[STEPS % 2], CH, S0, "double", OPS_READ),
               ops_arg_dat(target, 3, S0, "double", OPS_READ), ops_arg_reduce(rl, 1, "double", OPS_INC));
  double loss, one = 1.0;
  rl->get_result(&loss, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> s;
  for (int c = 0; c < CH; c++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) s.push_back(state0(c, i, j));
  std::vector<cplx> s0(s.begin(), s.end());
  double pl = plain(w, s), err = fabs(loss - pl) / pl, gerr = 0.0;
  const double* gw = ws->get_derivative<double>();
  int picks[] = {0, 5, 13, 29, 47, 71, 72, 77, 78, 90, 101};
  for (int m : picks) {
    std::vector<cplx> z(w.begin(), w.end()), q = s0;
    z[m] += cplx(0.0, 1e-30);
    double ref = plain(z, q).imag() / 1e-30, e = fabs(gw[m] - ref) / fabs(ref);
    if (!(e < 1e-10)) printf("  weight %d: %.15g, expected %.15g\n", m, gw[m], ref);
    gerr = fmax(gerr, e);
  }
  /* the initial state, through a raw pointer; the layout is read from the metadata */
  int memspace = OPS_HOST, stride[2];
  ops_dat_get_raw_metadata(state[0], 0, NULL, NULL, stride, NULL, NULL);
  double* gs = (double*)ops_dat_derivative_get_raw_pointer(state[0], S0, &memspace);
  int cells[][3] = {{0, 0, 0}, {1, 18, 16}, {2, 9, 8}, {3, 4, 15}};
  for (auto& a : cells) {
    std::vector<cplx> z(w.begin(), w.end()), q = s0;
    q[(a[0] * NY + a[2]) * NX + a[1]] += cplx(0.0, 1e-30);
    double ref = plain(z, q).imag() / 1e-30, g = gs[(a[0] * stride[1] + a[2]) * stride[0] + a[1]], e = fabs(g - ref) / fabs(ref);
    if (!(e < 1e-10)) printf("  state %d %d %d: %.15g, expected %.15g\n", a[0], a[1], a[2], g, ref);
    gerr = fmax(gerr, e);
  }
  ops_dat_release_raw_derivative(state[0], OPS_READ, OPS_HOST);
  printf("loss %g; relative error: value %.2e, gradient %.2e\n", loss, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("nca: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
