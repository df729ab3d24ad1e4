// The acoustic wave equation in three dimensions and single precision, with a star of order eight. Uses a stencil that
// is computed at run time, swapped handles, an array constant, indices, sums with minimum and maximum, and a raw
// pointer with its metadata. The gradient by the wave speed is compared with complex steps in double precision.

#define OPS_3D
#include <ops_seq_v2.h>

#include <complex>
#include <utility>
#include <vector>

float c8[5] = {-205.0f / 72.0f, 8.0f / 5.0f, -1.0f / 5.0f, 8.0f / 315.0f, -1.0f / 560.0f};
float cfl2 = 0.09f;

#include "acoustic8_kernels.h"

namespace {
const int nx = 19, ny = 17, nz = 15, steps = 14, halo = 4;
int dims[3] = {nx, ny, nz};

inline int at(int i, int j, int k) { return i + 4 + (nx + 8) * (j + 4 + (ny + 8) * (k + 4)); }
const int total = (nx + 8) * (ny + 8) * (nz + 8);
float wave(int t) { return expf(-0.1f * (t - 4.0f) * (t - 4.0f)); }
float speed(int i, int j, int k) { return 1.0f + 0.2f * sinf(0.4f * i + 0.3f * j) + (k > 8 ? 0.3f : 0.0f); }

template <class R, class S>
S plain(const std::vector<S>& c, std::vector<S>& u) {
  std::vector<S> o(total, S(0));
  u.assign(total, S(0));
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
          S lap = R(3) * R(c8[0]) * u[at(i, j, k)];
          for (int l = 1; l <= 4; l++)
            lap += R(c8[l]) * (u[at(i + l, j, k)] + u[at(i - l, j, k)] + u[at(i, j + l, k)] + u[at(i, j - l, k)] +
                               u[at(i, j, k + l)] + u[at(i, j, k - l)]);
          int d = std::min(std::min(std::min(i, nx - 1 - i), std::min(j, ny - 1 - j)), std::min(k, nz - 1 - k));
          R f = d < 3 ? R(1) - R(0.02f) * R((3 - d) * (3 - d)) : R(1);
          S& w = o[at(i, j, k)];
          w = f * (R(2) * u[at(i, j, k)] - f * w + R(cfl2) * c[at(i, j, k)] * c[at(i, j, k)] * lap);
        }
    std::swap(u, o);
    u[at(9, 8, 6)] += R(wave(t));
  }
  S sum = 0;
  for (int k = 0; k < nz; k += 2)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) sum += u[at(i, j, k)] * u[at(i, j, k)];
  return sum;
}
}  // namespace

int main(int argc, char* argv[]) {
  ops_init(argc, argv, 1);
  ops_block box = ops_decl_block(3, "box");
  int base[3] = {0, 0, 0}, dm[3] = {-halo, -halo, -halo}, dp[3] = {halo, halo, halo};
  float* none = NULL;
  std::vector<float> cinit(total, 0.0f);
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) cinit[at(i, j, k)] = speed(i, j, k);
  ops_dat now = ops_decl_dat(box, 1, dims, base, dm, dp, none, "float", "now");
  ops_dat old = ops_decl_dat(box, 1, dims, base, dm, dp, none, "float", "old");
  ops_dat c = ops_decl_dat(box, 1, dims, base, dm, dp, cinit.data(), "float", "c");
  ops_decl_const("c8", 5, "float", c8);
  ops_decl_const("cfl2", 1, "float", &cfl2);

  std::vector<int> star = {0, 0, 0};
  for (int dir = 0; dir < 3; dir++)
    for (int l = -halo; l <= halo; l++) {
      if (!l) continue;
      int p[3] = {0, 0, 0};
      p[dir] = l;
      star.insert(star.end(), p, p + 3);
    }
  int zero[] = {0, 0, 0};
  ops_stencil S1 = ops_decl_stencil(3, 1, zero, "point");
  ops_stencil S25 = ops_decl_stencil(3, (int)star.size() / 3, star.data(), "star8");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(float), "float", "sum");
  ops_reduction lo = ops_decl_reduction_handle(sizeof(float), "float", "lo");
  ops_reduction hi = ops_decl_reduction_handle(sizeof(float), "float", "hi");
  ops_partition("3D");

  int all[] = {0, nx, 0, ny, 0, nz}, src[] = {9, 10, 8, 9, 6, 7};
  for (int t = 0; t < steps; ++t) {
    float w = wave(t);
    ops_par_loop(leapfrog, "leapfrog", box, 3, all, ops_arg_dat(now, 1, S25, "float", OPS_READ),
                 ops_arg_dat(old, 1, S1, "float", OPS_RW), ops_arg_dat(c, 1, S1, "float", OPS_READ),
                 ops_arg_gbl(dims, 3, "int", OPS_READ), ops_arg_idx());
    std::swap(now, old);
    ops_par_loop(inject, "inject", box, 3, src, ops_arg_dat(now, 1, S1, "float", OPS_RW),
                 ops_arg_gbl(&w, 1, "float", OPS_READ));
  }
  float esum, emin, emax, seed = 1.0f;
  for (int k = 0; k < nz; k += 2) {
    int plane[] = {0, nx, 0, ny, k, k + 1};
    ops_par_loop(measure, "measure", box, 3, plane, ops_arg_dat(now, 1, S1, "float", OPS_READ),
                 ops_arg_reduce(sum, 1, "float", OPS_INC), ops_arg_reduce(lo, 1, "float", OPS_MIN),
                 ops_arg_reduce(hi, 1, "float", OPS_MAX));
  }
  sum->get_result<float>(&esum, &seed);
  ops_reduction_result(lo, &emin);
  ops_reduction_result(hi, &emax);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<float> pu;
  float psum = plain<float, float>(cinit, pu), plo = 1e30f, phi = -1e30f, top = 0;
  for (int k = 0; k < nz; k += 2)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) plo = std::min(plo, pu[at(i, j, k)]), phi = std::max(phi, pu[at(i, j, k)]);
  for (float v : pu) top = std::max(top, std::fabs(v));

  int disp[3], size[3], pitch[3], rdm[3], rdp[3];
  ops_memspace where = OPS_HOST;
  ops_dat_get_raw_metadata(now, 0, disp, size, pitch, rdm, rdp);
  const float* raw = (const float*)ops_dat_get_raw_pointer(now, 0, S1, &where);
  double err = std::max(std::fabs(esum - psum) / psum, std::max(std::fabs(emin - plo), std::fabs(emax - phi)) / top);
  for (int k = 0; k < size[2]; k++)
    for (int j = 0; j < size[1]; j++)
      for (int i = 0; i < size[0]; i++)
        err = std::max(err, (double)std::fabs(raw[i + pitch[0] * (j + pitch[1] * k)] - pu[at(disp[0] + i, disp[1] + j, disp[2] + k)]) / top);
  ops_dat_release_raw_data(now, 0, OPS_READ);

  std::vector<float> g = ops_dat_fetch_derivative<float>(c);
  double gmax = 0, gerr = 0;
  for (float v : g) gmax = std::max(gmax, (double)std::fabs(v));
  for (int p = 0; p < 4; p++) {
    std::vector<std::complex<double>> cc(cinit.begin(), cinit.end()), cu;
    double got = 0;
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
          double d = p ? cos(0.3 * p * i + 0.2 * j - 0.1 * k) : 1.0;
          cc[at(i, j, k)] += std::complex<double>(0, 1e-40 * d);
          got += g[i + nx * (j + ny * k)] * d;
        }
    double want = plain<double>(cc, cu).imag() / 1e-40;
    gerr = std::max(gerr, std::fabs(want - got) / std::fabs(want));
  }
  ops_printf("energy %g in [%g, %g], error %.2e, gradient error %.2e\n", esum, emin, emax, err, gerr);
  int bad = !(err < 1e-5 && gerr < 1e-5 && gmax > 0);
  ops_exit();
  printf("acoustic8: %s\n", bad ? "failed" : "passed");
  return bad;
}
