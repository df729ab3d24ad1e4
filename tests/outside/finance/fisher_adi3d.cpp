// Spread of a population (Fisher equation) in a closed box by a three-dimensional ADI scheme, reaction explicit.
// The gradient of the total population with respect to diffusivity, growth rate, capacity and the initial field is
// compared with the complex step in plain loops. Features: tridiagonal solves in all three directions, a scalar of
// three components, mirror boundaries made by a macro, a switch in a kernel, a sum and a maximum in one loop.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_3D
#include "ops_seq_v2.h"

double h = 0.1, tstep = 0.02;

#include "fisher_adi3d_kernels.h"

enum { NX = 11, NY = 9, NZ = 13, STEPS = 5 };
struct Field {
  ops_dat w, rhs, lo[3], di[3], up[3];
};

static void mirror(ops_block box, ops_dat w, ops_stencil *st) {
  int west[] = {-1, 0, 0, NY, 0, NZ}, east[] = {NX, NX + 1, 0, NY, 0, NZ};
  int south[] = {0, NX, -1, 0, 0, NZ}, north[] = {0, NX, NY, NY + 1, 0, NZ};
  int bottom[] = {0, NX, 0, NY, -1, 0}, top[] = {0, NX, 0, NY, NZ, NZ + 1};
#define SIDE(name, number)                                                                                             \
  ops_par_loop(fisher_##name##_kernel, #name, box, 3, name, ops_arg_dat(w, 1, st[number], "double", OPS_RW));
  SIDE(west, 0)
  SIDE(east, 1)
  SIDE(south, 2)
  SIDE(north, 3)
  SIDE(bottom, 4)
  SIDE(top, 5)
#undef SIDE
}

typedef std::complex<double> cd;
static int at(int i, int j, int k) { return ((k + 1) * (NY + 2) + j + 1) * (NX + 2) + i + 1; }
static double re(double x) { return x; }
static double re(cd x) { return x.real(); }

template <class T> static T plain(std::vector<T> &w, const T *p, double &peak) {
  std::vector<T> r(w.size());
  const int n[3] = {NX, NY, NZ}, st[3] = {1, NX + 2, (NX + 2) * (NY + 2)};
  for (int s = 0; s < STEPS; s++) {
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
          int q = at(i, j, k), c[3] = {i, j, k};
          T lap = 0.0;
          for (int d = 0; d < 3; d++) {
            if (c[d] > 0)
              lap += w[q - st[d]] - w[q];
            if (c[d] < n[d] - 1)
              lap += w[q + st[d]] - w[q];
          }
          r[q] = tstep * (p[0] * lap / (h * h) + p[1] * w[q] * (1.0 - w[q] / p[2]));
        }
    T f = 0.5 * tstep * p[0] / (h * h);
    for (int d = 0; d < 3; d++) {
      int e = (d + 1) % 3, g = (d + 2) % 3;
      for (int m = 0; m < n[e]; m++)
        for (int l = 0; l < n[g]; l++) {
          int first = at(0, 0, 0) + m * st[e] + l * st[g];
          T b[16], x[16];
          for (int i = 0; i < n[d]; i++) {
            b[i] = 1.0 + double((i > 0) + (i < n[d] - 1)) * f;
            x[i] = r[first + i * st[d]];
            if (i > 0) {
              b[i] -= f * f / b[i - 1];
              x[i] += f * x[i - 1] / b[i - 1];
            }
          }
          for (int i = n[d] - 1; i >= 0; i--) {
            x[i] = (x[i] + (i < n[d] - 1 ? f * x[i + 1] : T(0.0))) / b[i];
            r[first + i * st[d]] = x[i];
          }
        }
    }
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
          w[at(i, j, k)] += r[at(i, j, k)];
  }
  T sum = 0.0;
  peak = -1e30;
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        sum += w[at(i, j, k)] * h * h * h;
        peak = std::max(peak, re(w[at(i, j, k)]));
      }
  return sum;
}

int main(int argc, char *argv[]) {
  ops_init(argc, argv, 1);
  ops_block box = ops_decl_block(3, "box");
  int size[3] = {NX, NY, NZ}, base[3] = {0, 0, 0}, d_m[3] = {-1, -1, -1}, d_p[3] = {1, 1, 1};
  // the initial field comes from the application's own array, halos included
  std::vector<double> start((NX + 2) * (NY + 2) * (NZ + 2), 0.0);
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        start[at(i, j, k)] = 0.6 * exp(-0.08 * ((i - 3) * (i - 3) + (j - 5) * (j - 5) + (k - 7) * (k - 7))) + 0.02;
  std::vector<double> own(start);
  Field F;
  double *null = NULL;
  F.w = ops_decl_dat(box, 1, size, base, d_m, d_p, own.data(), "double", "w");
  F.rhs = ops_decl_dat(box, 1, size, base, d_m, d_p, null, "double", "rhs");
  char name[16];
  for (int d = 0; d < 3; d++) {
    ops_dat *m[3] = {&F.lo[d], &F.di[d], &F.up[d]};
    for (int q = 0; q < 3; q++) {
      snprintf(name, sizeof name, "m%d%d", d, q);
      *m[q] = ops_decl_dat(box, 1, size, base, d_m, d_p, null, "double", name);
    }
  }
  double param[3] = {0.15, 1.7, 1.2};
  ops_scalar p = ops_decl_scalar("p", param, 3);
  ops_decl_const("h", 1, "double", &h);
  ops_decl_const("tstep", 1, "double", &tstep);
  int s0[] = {0, 0, 0}, s7[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  ops_stencil S0 = ops_decl_stencil(3, 1, s0, "S0"), S7 = ops_decl_stencil(3, 7, s7, "S7"), SM[6];
  for (int q = 0; q < 6; q++) {
    int two[] = {0, 0, 0, 0, 0, 0};
    two[3 + q / 2] = q % 2 ? -1 : 1;
    SM[q] = ops_decl_stencil(3, 2, two, "mirror");
  }
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_reduction peak = ops_decl_reduction_handle(sizeof(double), "double", "peak");
  ops_partition("3d");
  ops_tridsolver_params solver(box, ops_tridsolver_params::PCR);

  int r[] = {0, NX, 0, NY, 0, NZ};
  for (int d = 0; d < 3; d++) {
    int last = size[d] - 1;
    ops_par_loop(fisher_matrix_kernel, "matrix", box, 3, r, ops_arg_dat(F.lo[d], 1, S0, "double", OPS_WRITE),
                 ops_arg_dat(F.di[d], 1, S0, "double", OPS_WRITE), ops_arg_dat(F.up[d], 1, S0, "double", OPS_WRITE),
                 ops_arg_scalar(p, 3, "double", OPS_READ), ops_arg_gbl(&d, 1, "int", OPS_READ),
                 ops_arg_gbl(&last, 1, "int", OPS_READ), ops_arg_idx());
  }
  for (int s = 0; s < STEPS; s++) {
    ops_ad_step();
    mirror(box, F.w, SM);
    ops_par_loop(fisher_rhs_kernel, "rhs", box, 3, r, ops_arg_dat(F.w, 1, S7, "double", OPS_READ),
                 ops_arg_dat(F.rhs, 1, S0, "double", OPS_WRITE), ops_arg_scalar(p, 3, "double", OPS_READ));
    ops_tridMultiDimBatch(3, 0, r, F.lo[0], F.di[0], F.up[0], F.rhs, &solver);
    ops_tridMultiDimBatch(3, 1, r, F.lo[1], F.di[1], F.up[1], F.rhs, &solver);
    ops_tridMultiDimBatch_Inc(3, 2, r, F.lo[2], F.di[2], F.up[2], F.rhs, F.w, &solver);
  }
  ops_par_loop(fisher_total_kernel, "total", box, 3, r, ops_arg_dat(F.w, 1, S0, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_INC), ops_arg_reduce(peak, 1, "double", OPS_MAX));
  double sum = 0, top = 0, one = 1.0;
  ops_reduction_result(peak, &top);
  total->get_result(&sum, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> w(NX * NY * NZ), g(NX * NY * NZ);
  w = ops_dat_fetch_data<double>(F.w);
  g = ops_dat_fetch_derivative<double>(F.w);
  double *gp = p->get_derivative<double>();

  double ptop, err = 0, gerr = 0;
  std::vector<double> wp(start);
  double psum = plain<double>(wp, param, ptop);
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        err = MAX(err, fabs(wp[at(i, j, k)] / w[(k * NY + j) * NX + i] - 1.0));
  err = MAX3(err, fabs(sum / psum - 1.0), fabs(top / ptop - 1.0));
  for (int t = 0; t < 15; t++) {
    cd pc[3] = {param[0], param[1], param[2]};
    std::vector<cd> wc(start.begin(), start.end());
    int i = t * 4 % NX, j = t * 7 % NY, k = t * 5 % NZ;
    double got = t < 3 ? gp[t] : g[(k * NY + j) * NX + i];
    (t < 3 ? pc[t] : wc[at(i, j, k)]) += cd(0, 1e-40);
    double want = plain<cd>(wc, pc, ptop).imag() / 1e-40;
    gerr = MAX(gerr, fabs(got / want - 1.0));
  }
  ops_printf("population %.10f peak %.10f, errors %.2e %.2e\n", sum, top, err, gerr);
  const bool good = err < 1e-12 && gerr < 1e-10;
  ops_printf("fisher_adi3d: %s\n", good ? "passed" : "failed");
  ops_exit();
  return !good;
}
