// Sediment transport on a chart of three panels, of which one is turned by a quarter and one by a half. Uses halos that
// transpose and flip, a struct of handles with pointers to members, and swapped handles. Depths and gradients are
// compared with plain loops over the whole chart.

#include <complex>
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

double slump = 0.02;
#include "seafloor_kernels.h"

// An L-shaped chart of 22 by 18 cells. Panel 0 is stored as it lies, panel 1 (to the east) turned by a quarter,
// panel 2 (to the north) by a half.
const int GX = 22, GY = 18, AX = 13, AY = 11, STEPS = 12;
const int size_of[3][2] = {{13, 11}, {11, 9}, {13, 7}};

static void chart(int b, int p, int q, int& x, int& y) {
  switch (b) {
    case 0:
      x = p, y = q;
      break;
    case 1:
      x = AX + q, y = AY - 1 - p;
      break;
    default:
      x = AX - 1 - p, y = GY - 1 - q;
  }
}
static bool sea(int x, int y) { return x >= 0 && y >= 0 && x < GX && y < GY && (x < AX || y < AY); }
static double depth0(int x, int y) { return sin(0.3 * x) + 0.5 * cos(0.4 * y) + 0.01 * x * y; }
static double kappa0(int x, int y) { return 0.6 + 0.3 * sin(0.7 * x - 0.2 * y); }
static double survey(int x, int y) { return 0.4 * cos(0.2 * x + 0.3 * y); }

template <class S>
S plain(const std::vector<S>& z0, const std::vector<S>& k, std::vector<S>& z) {
  std::vector<S> n = z = z0;
  auto get = [](const std::vector<S>& a, int x, int y) { return sea(x, y) ? a[x + GX * y] : S(0); };
  S j = 0;
  for (int t = 0; t < STEPS; t++) {
    for (int y = 0; y < GY; y++)
      for (int x = 0; x < GX; x++) {
        if (!sea(x, y)) continue;
        S c = get(z, x, y);
        S lap = get(z, x - 1, y) + get(z, x + 1, y) + get(z, x, y - 1) + get(z, x, y + 1) - 4.0 * c;
        S k4 = get(k, x - 1, y) + get(k, x + 1, y) + get(k, x, y - 1) + get(k, x, y + 1);
        n[x + GX * y] = c + 0.1 * (get(k, x, y) + 0.25 * k4) * lap - slump * c * c * c;
      }
    z.swap(n);
  }
  for (int y = 0; y < GY; y++)
    for (int x = 0; x < GX; x++)
      if (sea(x, y)) j += (z[x + GX * y] - survey(x, y)) * (z[x + GX * y] - survey(x, y));
  return j;
}

struct Panel {
  ops_block block;
  ops_dat z, zn, k, obs;
};
static Panel panel[3];

#define PAIR(f, s0, s1, f0, f1, t, t0, t1, d0, d1)                                         \
  {                                                                                        \
    int it[] = {s0, s1}, fb[] = {f0, f1}, tb[] = {t0, t1}, fd[] = {1, 2}, td[] = {d0, d1}; \
    h[n++] = ops_decl_halo(panel[f].*dat, panel[t].*dat, it, fb, tb, fd, td);              \
  }
static ops_halo_group seams(ops_dat Panel::* dat) {
  ops_halo h[4];
  int n = 0;
  PAIR(0, 1, 11, 12, 0, 1, 0, -1, -2, 1)  // 0 -> 1: transposed, one axis flipped
  PAIR(1, 11, 1, 0, 0, 0, 13, 0, 2, -1)   // 1 -> 0
  PAIR(0, 13, 1, 0, 10, 2, 0, 7, -1, -2)  // 0 -> 2: both axes flipped
  PAIR(2, 13, 1, 0, 6, 0, 0, 11, -1, -2)  // 2 -> 0
  return ops_decl_halo_group(n, h);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const char* names[] = {"shelf", "slope", "abyss"};
  int base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1};
  for (int b = 0; b < 3; b++) {
    Panel& p = panel[b];
    int size[2] = {size_of[b][0], size_of[b][1]};
    std::vector<double> z, k, o;
    for (int j = -1; j <= size[1]; j++)
      for (int i = -1; i <= size[0]; i++) {
        int x, y;
        chart(b, i, j, x, y);
        bool in = i >= 0 && j >= 0 && i < size[0] && j < size[1];
        z.push_back(in ? depth0(x, y) : 0.0);
        k.push_back(in ? kappa0(x, y) : 0.0);
        o.push_back(in ? survey(x, y) : 0.0);
      }
    p.block = ops_decl_block(2, names[b]);
    char label[20];
    snprintf(label, 20, "z_%s", names[b]);
    p.z = ops_decl_dat(p.block, 1, size, base, dm, dp, z.data(), "double", label);
    snprintf(label, 20, "zn_%s", names[b]);
    p.zn = ops_decl_dat(p.block, 1, size, base, dm, dp, (double*)NULL, "double", label);
    snprintf(label, 20, "k_%s", names[b]);
    p.k = ops_decl_dat(p.block, 1, size, base, dm, dp, k.data(), "double", label);
    snprintf(label, 20, "obs_%s", names[b]);
    p.obs = ops_decl_dat(p.block, 1, size, base, dm, dp, o.data(), "double", label);
  }
  ops_dat start[3] = {panel[0].z, panel[1].z, panel[2].z};
  ops_halo_group swap_k = seams(&Panel::k), swap_z[2] = {seams(&Panel::z), seams(&Panel::zn)};
  int pt[] = {0, 0}, st[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil S0 = ops_decl_stencil(2, 1, pt, "S0"), S5 = ops_decl_stencil(2, 5, st, "S5");
  ops_reduction red = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_decl_const("slump", 1, "double", &slump);
  ops_partition("chart");

  ops_halo_transfer(swap_k);
  for (int t = 0; t < STEPS; t++) {
    ops_halo_transfer(swap_z[t % 2]);
    for (Panel& p : panel) {
      int range[] = {0, size_of[&p - panel][0], 0, size_of[&p - panel][1]};
      ops_par_loop(settle, "settle", p.block, 2, range, ops_arg_dat(p.z, 1, S5, "double", OPS_READ),
                   ops_arg_dat(p.k, 1, S5, "double", OPS_READ), ops_arg_dat(p.zn, 1, S0, "double", OPS_WRITE));
      std::swap(p.z, p.zn);
    }
  }
  for (int b = 0; b < 3; b++) {
    int range[] = {0, size_of[b][0], 0, size_of[b][1]};
    ops_par_loop(misfit, "misfit", panel[b].block, 2, range, ops_arg_dat(panel[b].z, 1, S0, "double", OPS_READ),
                 ops_arg_dat(panel[b].obs, 1, S0, "double", OPS_READ), ops_arg_reduce(red, 1, "double", OPS_INC));
  }
  double J, one = 1.0;
  red->get_result<double>(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> z0(GX * GY), k0(GX * GY), pz;
  for (int y = 0; y < GY; y++)
    for (int x = 0; x < GX; x++)
      if (sea(x, y)) z0[x + GX * y] = depth0(x, y), k0[x + GX * y] = kappa0(x, y);
  double Jp = plain(z0, k0, pz), err = std::fabs(J - Jp) / Jp, gerr = 0;
  for (int b = 0; b < 3; b++) {
    int nx = size_of[b][0], ny = size_of[b][1];
    std::vector<double> z(nx * ny), gz(nx * ny), gk(nx * ny);
    z = ops_dat_fetch_data<double>(panel[b].z);
    gz = ops_dat_fetch_derivative<double>(start[b]);
    gk = ops_dat_fetch_derivative<double>(panel[b].k);
    for (int q = 0; q < ny; q++)
      for (int p = 0; p < nx; p++) {
        int x, y;
        chart(b, p, q, x, y);
        err = std::max(err, std::fabs(z[p + nx * q] - pz[x + GX * y]));
        if ((p + 2 * q) % 5) continue;
        for (int what = 0; what < 2; what++) {
          std::vector<std::complex<double>> cz(z0.begin(), z0.end()), ck(k0.begin(), k0.end()), out;
          (what ? cz : ck)[x + GX * y] += std::complex<double>(0, 1e-40);
          double want = plain(cz, ck, out).imag() / 1e-40, got = (what ? gz : gk)[p + nx * q];
          gerr = std::max(gerr, std::fabs(want - got));
        }
      }
  }
  ops_printf("misfit %.12g error %.2e gradient error %.2e\n", J, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  std::printf("seafloor: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
