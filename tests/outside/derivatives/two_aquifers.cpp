// Transport in two blocks that are joined by a transposed halo, with soil classes, reactions of order one and two (a kernel template) and a
// well: an external function that changes a dataset in place and is run again in replay. Gradient by decay rates and initial values,
// against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <utility>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
double dt, disp;
#include "aquifer_kernels.h"

/* block 0 (AX x AY) feeds block 1 (AY x BY): right side of 0 = lower side of 1, axes exchanged */
static const int AX = 21, AY = 15, BY = 18, STEPS = 25, WELL0 = 4, WELL1 = 9, WELLJ = 6;
static const double PUMP = 0.08;
typedef std::complex<double> cplx;
static double rl(double a) { return a; }
static double rl(cplx a) { return a.real(); }
static double vel[2][2] = {{0.9, 0.15}, {0.12, 0.8}};
static double c0(int b, int i, int j) { return b ? 0.01 : 0.2 + exp(-0.05 * ((i - 14) * (i - 14) + (j - 7) * (j - 7))); }
static int soil(int b, int i, int j) { return (i / 4 + 2 * (j / 5) + b) % 4; }
static int nx(int b) { return b ? AY : AX; }
static int ny(int b) { return b ? BY : AY; }
static int id(int b, int i, int j) { return (j + 1) * (nx(b) + 2) + i + 1; }

template <class S>
void plain(std::vector<S> c[2], S l1, S l2, S* left, S* peak) {
  for (int n = 0; n < STEPS; n++) {
    for (int j = 0; j < AY; j++) {
      c[1][id(1, j, -1)] = c[0][id(0, AX - 1, j)];
      c[0][id(0, AX, j)] = c[1][id(1, j, 0)];
    }
    for (int b = 0; b < 2; b++) {
      std::vector<S> o = c[b];
      auto flux = [](S a, S e, double v) { return (v > 0 ? v * a : v * e) - disp * (e - a); };
      for (int j = 0; j < ny(b); j++)
        for (int i = 0; i < nx(b); i++) {
          S x = o[id(b, i, j)], R = 1.0;
          int s = soil(b, i, j);
          if (s == 1) R = 1.0 + 0.5 / (1.0 + x);
          if (s == 2) R = 1.0 + 0.3 * std::sqrt(x + 0.1);
          if (s == 3) R = 2.0;
          S y = x + dt *
                        (flux(o[id(b, i - 1, j)], x, vel[b][0]) + flux(o[id(b, i, j - 1)], x, vel[b][1]) -
                         flux(x, o[id(b, i + 1, j)], vel[b][0]) - flux(x, o[id(b, i, j + 1)], vel[b][1])) /
                        R;
          c[b][id(b, i, j)] = b ? y - dt * l2 * y * y : y - dt * l1 * y;
        }
    }
    if (n % 4 == 3) {
      S m = 0.0;
      for (int i = WELL0; i < WELL1; i++) m += c[1][id(1, i, WELLJ)] / double(WELL1 - WELL0);
      for (int j = 0; j < BY; j++)
        for (int i = 0; i < AY; i++) c[1][id(1, i, j)] *= 1.0 - PUMP * m / (1.0 + m);
    }
  }
  *left = 0.0;
  *peak = 0.0;
  for (int j = 0; j < AY; j++)
    for (int i = 0; i < AX; i++) *left += c[0][id(0, i, j)];
  for (int j = 3; j < BY; j++)
    for (int i = 0; i < AY; i++)
      if (rl(c[1][id(1, i, j)]) > rl(*peak)) *peak = c[1][id(1, i, j)];
}

static ops_stencil S0, S5;

static void well_primal(ops_dat d) {
  int ms = OPS_HOST, pitch[2];
  ops_dat_get_raw_metadata(d, 0, NULL, NULL, pitch, NULL, NULL);
  double *c = (double*)ops_dat_get_raw_pointer(d, 0, S0, &ms), m = 0;
  for (int i = WELL0; i < WELL1; i++) m += c[WELLJ * pitch[0] + i] / (WELL1 - WELL0);
  for (int j = 0; j < BY; j++)
    for (int i = 0; i < AY; i++) c[j * pitch[0] + i] *= 1.0 - PUMP * m / (1.0 + m);
  ops_dat_release_raw_data(d, 0, OPS_RW);
}
static void well_adjoint(ops_dat d) {
  int ms = OPS_HOST, pitch[2];
  ops_dat_get_raw_metadata(d, 0, NULL, NULL, pitch, NULL, NULL);
  const double* x = (const double*)ops_dat_get_raw_ptr_as_input(d, 0, &ms);
  double *a = (double*)ops_dat_derivative_get_raw_pointer(d, S0, &ms), m = 0, s = 0;
  for (int i = WELL0; i < WELL1; i++) m += x[WELLJ * pitch[0] + i] / (WELL1 - WELL0);
  for (int j = 0; j < BY; j++)
    for (int i = 0; i < AY; i++) {
      s += a[j * pitch[0] + i] * x[j * pitch[0] + i];
      a[j * pitch[0] + i] *= 1.0 - PUMP * m / (1.0 + m);
    }
  for (int i = WELL0; i < WELL1; i++) a[WELLJ * pitch[0] + i] -= s * PUMP / ((1.0 + m) * (1.0 + m)) / (WELL1 - WELL0);
  ops_dat_release_raw_derivative(d, OPS_RW, OPS_HOST);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  dt = 0.15;
  disp = 0.4;
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("disp", 1, "double", &disp);
  ops_block blk[2];
  ops_dat c[2], cn[2], so[2], first[2];
  std::vector<double> ci[2];
  int base[] = {0, 0}, m1[] = {-1, -1}, p1[] = {1, 1}, none[] = {0, 0};
  for (int b = 0; b < 2; b++) {
    char name[16];
    sprintf(name, "block%d", b);
    blk[b] = ops_decl_block(2, name);
    int size[] = {nx(b), ny(b)};
    std::vector<int> si;
    ci[b].assign((nx(b) + 2) * (ny(b) + 2), 0.0);
    for (int j = 0; j < ny(b); j++)
      for (int i = 0; i < nx(b); i++) {
        ci[b][id(b, i, j)] = c0(b, i, j);
        si.push_back(soil(b, i, j));
      }
    sprintf(name, "c%d", b);
    first[b] = c[b] = ops_decl_dat(blk[b], 1, size, base, m1, p1, ci[b].data(), "double", name);
    sprintf(name, "cn%d", b);
    cn[b] = ops_decl_dat(blk[b], 1, size, base, m1, p1, (double*)NULL, "double", name);
    sprintf(name, "soil%d", b);
    int* keep = new int[si.size()];
    for (size_t i = 0; i < si.size(); i++) keep[i] = si[i];
    so[b] = ops_decl_dat(blk[b], 1, size, base, none, none, keep, "int", name);
  }
  int o1[] = {0, 0}, o5[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  S0 = ops_decl_stencil(2, 1, o1, "S0");
  S5 = ops_decl_stencil(2, 5, o5, "S5");
  ops_halo_group link[2]; /* for either buffer */
  for (int k = 0; k < 2; k++) {
    ops_dat d0 = k ? cn[0] : c[0], d1 = k ? cn[1] : c[1];
    int it0[] = {1, AY}, f0[] = {AX - 1, 0}, t0[] = {0, -1}, it1[] = {AY, 1}, f1[] = {0, 0}, t1[] = {AX, 0}, straight[] = {1, 2},
        crossed[] = {2, 1};
    ops_halo h[] = {ops_decl_halo(d0, d1, it0, f0, t0, straight, crossed), ops_decl_halo(d1, d0, it1, f1, t1, straight, crossed)};
    link[k] = ops_decl_halo_group(2, h);
  }
  double lam[2] = {0.11, 0.23}, left, peak, w1 = 0.01, w2 = 1.0;
  ops_scalar sl = ops_decl_scalar("lambda", lam, 2);
  ops_reduction r1 = ops_decl_reduction_handle(sizeof(double), "double", "left"),
                r2 = ops_decl_reduction_handle(sizeof(double), "double", "peak");
  ops_partition("");
  for (int n = 0; n < STEPS; n++) {
    ops_halo_transfer(link[n % 2]);
    for (int b = 0; b < 2; b++) {
      int range[] = {0, nx(b), 0, ny(b)};
      ops_par_loop(transport, "transport", blk[b], 2, range, ops_arg_dat(c[b], 1, S5, "double", OPS_READ),
                   ops_arg_dat(so[b], 1, S0, "int", OPS_READ), ops_arg_dat(cn[b], 1, S0, "double", OPS_WRITE),
                   ops_arg_gbl(vel[b], 2, "double", OPS_READ));
      if (b == 0)
        ops_par_loop(decay<1>, "decay1", blk[b], 2, range, ops_arg_dat(cn[b], 1, S0, "double", OPS_RW),
                     ops_arg_scalar(sl, 2, "double", OPS_READ));
      else
        ops_par_loop(decay<2>, "decay2", blk[b], 2, range, ops_arg_dat(cn[b], 1, S0, "double", OPS_RW),
                     ops_arg_scalar(sl, 2, "double", OPS_READ));
      std::swap(c[b], cn[b]);
    }
    ops_dat d = c[1];
    if (n % 4 == 3)
      ops_execute_external_function_recomp([d]() { well_primal(d); }, [d]() { well_adjoint(d); }, ops_arg_dat(d, 1, S0, "double", OPS_RW));
  }
  int ra[] = {0, AX, 0, AY}, rb[] = {0, AY, 3, BY};
  ops_par_loop(sum_left, "sum_left", blk[0], 2, ra, ops_arg_dat(c[0], 1, S0, "double", OPS_READ), ops_arg_reduce(r1, 1, "double", OPS_INC));
  ops_par_loop(max_right, "max_right", blk[1], 2, rb, ops_arg_dat(c[1], 1, S0, "double", OPS_READ),
               ops_arg_reduce(r2, 1, "double", OPS_MAX));
  r1->get_result(&left, &w1);
  r2->get_result(&peak, &w2);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> p[2] = {std::vector<double>(ci[0].size(), 0.0), std::vector<double>(ci[1].size(), 0.0)}, g[2];
  for (int b = 0; b < 2; b++)
    for (int j = 0; j < ny(b); j++)
      for (int i = 0; i < nx(b); i++) p[b][id(b, i, j)] = c0(b, i, j);
  std::vector<cplx> z[2] = {std::vector<cplx>(p[0].begin(), p[0].end()), std::vector<cplx>(p[1].begin(), p[1].end())};
  double pl, pp, err = 0, gerr = 0;
  plain(p, lam[0], lam[1], &pl, &pp);
  for (int b = 0; b < 2; b++) {
    std::vector<double> got(nx(b) * ny(b));
    g[b].resize(got.size());
    ops_dat_fetch_data(c[b], 0, (char*)got.data());
    ops_dat_fetch_derivative(first[b], (char*)g[b].data(), OPS_HOST);
    for (int j = 0; j < ny(b); j++)
      for (int i = 0; i < nx(b); i++) err = fmax(err, fabs(got[j * nx(b) + i] / p[b][id(b, i, j)] - 1));
  }
  err = fmax(err, fmax(fabs(left / pl - 1), fabs(peak / pp - 1)));
  int pts[][3] = {{0, 0, 0}, {0, 20, 14}, {0, 13, 8}, {1, 0, 0}, {1, 6, 6}, {1, 14, 17}, {1, 9, 12}};
  for (int n = 0; n < 9; n++) {
    std::vector<cplx> y[2] = {z[0], z[1]};
    cplx l[2] = {lam[0], lam[1]}, a, b;
    const int* q = pts[n - 2 < 0 ? 0 : n - 2];
    if (n < 2) l[n] += cplx(0, 1e-30);
    else y[q[0]][id(q[0], q[1], q[2])] += cplx(0, 1e-30);
    plain(y, l[0], l[1], &a, &b);
    double ref = (w1 * a.imag() + w2 * b.imag()) / 1e-30, v = n < 2 ? sl->get_derivative<double>()[n] : g[q[0]][q[2] * nx(q[0]) + q[1]];
    double e = fabs(v - ref) / fmax(fabs(ref), 1e-6);
    if (!(e < 1e-10)) printf("  input %d: %.15g, expected %.15g\n", n, v, ref);
    gerr = fmax(gerr, e);
  }
  printf("left %g, peak %g; relative error: values %.2e, gradient %.2e\n", left, peak, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("aquifer: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
