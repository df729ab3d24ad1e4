// A robot's map: distances to discs, a cost, travel times by sweeps, and two objectives, a minimum and a maximum, seeded together.
// Gradient by all discs, the gain and the pose, against the complex step. Scalars with a computed index, early return, hypot, atan2, fmin.
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define OPS_2D
#include <ops_seq_v2.h>

#define NOBS 5
double h, reach;
#include "costmap_kernels.h"

#define FOR_ALL                \
  for (int j = 0; j < NY; j++) \
    for (int i = 0; i < NX; i++)
static const int NX = 41, NY = 29, SWEEPS = 60;
static int start_cell[2] = {2, 3};
typedef std::complex<double> cplx;
static double re(double x) { return x; }
static double re(cplx x) { return x.real(); }
template <class S>
S mn(S a, S b) {
  return re(b) < re(a) ? b : a;
}
static double at2(double y, double x) { return std::atan2(y, x); }
static cplx at2(cplx y, cplx x) {
  return cplx(std::atan2(re(y), re(x)), (y.imag() * re(x) - x.imag() * re(y)) / (re(x) * re(x) + re(y) * re(y)));
}

/* plain: obstacles (15), gain, pose (3) */
template <class S>
void plain(const std::vector<S>& in, S* tmin, S* worst, std::vector<S>& t) {
  const S *obs = in.data(), gain = in[15], *pose = in.data() + 16;
  std::vector<S> cost(NX * NY);
  t.assign((NX + 2) * (NY + 2), S(1e4));
  auto T = [&](std::vector<S>& a, int i, int j) -> S& { return a[(j + 1) * (NX + 2) + i + 1]; };
  FOR_ALL {
    double x = (i + 0.5) * h, y = (j + 0.5) * h;
    S d = 1e9;
    for (int o = 0; o < NOBS; o++)
      d = mn(d, S(std::sqrt((x - obs[3 * o]) * (x - obs[3 * o]) + (y - obs[3 * o + 1]) * (y - obs[3 * o + 1])) - obs[3 * o + 2]));
    cost[j * NX + i] = re(d) > reach ? S(0.0) : re(d) < 0 ? gain - 3.0 * d : gain * std::pow(1.0 - d / reach, 2.5);
  }
  T(t, start_cell[0], start_cell[1]) = 0.0;
  for (int n = 0; n < SWEEPS; n++) {
    std::vector<S> a = t;
    FOR_ALL {
      S b = mn(mn(T(a, i - 1, j), T(a, i + 1, j)), mn(T(a, i, j - 1), T(a, i, j + 1)));
      S g = mn(mn(T(a, i - 1, j - 1), T(a, i + 1, j + 1)), mn(T(a, i + 1, j - 1), T(a, i - 1, j + 1)));
      S w = h * (1.0 + cost[j * NX + i]);
      T(t, i, j) = mn(T(a, i, j), mn(S(b + w), S(g + std::sqrt(2.0) * w)));
    }
  }
  *tmin = 1e30;
  for (int j = NY - 4; j < NY; j++)
    for (int i = NX - 5; i < NX; i++) {
      S a = at2(S((j + 0.5) * h - pose[1]), S((i + 0.5) * h - pose[0])) - pose[2];
      *tmin = mn(*tmin, S(T(t, i, j) + 0.35 * (re(a) < 0 ? -a : a)));
    }
  *worst = -1e30;
  FOR_ALL {
    S dx = (i + 0.5) * h - pose[0], dy = (j + 0.5) * h - pose[1];
    S l = std::cos(pose[2]) * dx + std::sin(pose[2]) * dy, c = -std::sin(pose[2]) * dx + std::cos(pose[2]) * dy;
    S v = cost[j * NX + i] * std::exp(-l * l - 4.0 * c * c);
    if (re(v) > re(*worst)) *worst = v;
  }
}

ops_block map_block;
ops_dat d_cost, d_t[2];
ops_stencil s_one, s_nine;
ops_scalar sc_obs, sc_gain, sc_pose;

static int travel_time() {
  int cur = 0;
  int with_halo[4] = {-1, NX + 1, -1, NY + 1};
  for (int n = 0; n < 2; n++)
    ops_par_loop(kernel_start, "kernel_start", map_block, 2, with_halo, ops_arg_dat(d_t[n], 1, s_one, "double", OPS_WRITE), ops_arg_idx(),
                 ops_arg_gbl(start_cell, 2, "int", OPS_READ));
  for (int n = 0; n < SWEEPS; n++, cur = 1 - cur) {
    int r[4] = {0, NX, 0, NY};
    ops_par_loop(kernel_wave, "kernel_wave", map_block, 2, r, ops_arg_dat(d_t[cur], 1, s_nine, "double", OPS_READ),
                 ops_arg_dat(d_cost, 1, s_one, "double", OPS_READ), ops_arg_dat(d_t[1 - cur], 1, s_one, "double", OPS_WRITE));
  }
  return cur;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 2);
  h = 0.25;
  reach = 1.7;
  ops_decl_const("h", 1, "double", &h);
  ops_decl_const("reach", 1, "double", &reach);
  std::vector<double> in = {2.1, 1.4, 0.6, 5.3, 2.2, 0.9,          3.7,          4.9, 0.75, 7.9,
                            5.1, 0.8, 8.3, 1.1, 0.5, /*gain*/ 2.7, /*pose*/ 6.4, 3.6, 0.37};
  map_block = ops_decl_block(2, "map");
  int size[2] = {NX, NY}, base[2] = {0, 0}, d_m[2] = {-1, -1}, d_p[2] = {1, 1};
  double* temp = NULL;
  d_cost = ops_decl_dat(map_block, 1, size, base, d_m, d_p, temp, "double", "cost");
  d_t[0] = ops_decl_dat(map_block, 1, size, base, d_m, d_p, temp, "double", "t0");
  d_t[1] = ops_decl_dat(map_block, 1, size, base, d_m, d_p, temp, "double", "t1");
  int one_pt[] = {0, 0}, nine[18], q = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++) {
      nine[q++] = i;
      nine[q++] = j;
    }
  s_one = ops_decl_stencil(2, 1, one_pt, "one");
  s_nine = ops_decl_stencil(2, 9, nine, "nine");
  sc_obs = ops_decl_scalar("obstacles", &in[0], 3 * NOBS);
  sc_gain = ops_decl_scalar("gain", &in[15], 1);
  sc_pose = ops_decl_scalar("pose", &in[16], 3);
  ops_reduction r_min = ops_decl_reduction_handle(sizeof(double), "double", "tmin"),
                r_max = ops_decl_reduction_handle(sizeof(double), "double", "worst");
  ops_partition("map");

  int whole[] = {0, NX, 0, NY}, goal[] = {NX - 5, NX, NY - 4, NY};
  ops_par_loop(kernel_cost, "kernel_cost", map_block, 2, whole, ops_arg_dat(d_cost, 1, s_one, "double", OPS_WRITE),
               ops_arg_scalar(sc_obs, 3 * NOBS, "double", OPS_READ), ops_arg_scalar(sc_gain, 1, "double", OPS_READ), ops_arg_idx());
  int last = travel_time();
  ops_par_loop(kernel_goal, "kernel_goal", map_block, 2, goal, ops_arg_dat(d_t[last], 1, s_one, "double", OPS_READ),
               ops_arg_scalar(sc_pose, 3, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(r_min, 1, "double", OPS_MIN));
  ops_par_loop(kernel_footprint, "kernel_footprint", map_block, 2, whole, ops_arg_dat(d_cost, 1, s_one, "double", OPS_READ),
               ops_arg_scalar(sc_pose, 3, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(r_max, 1, "double", OPS_MAX));
  double tmin, worst, seed_t = 1.0, seed_w = -0.4;
  r_min->get_result(&tmin, &seed_t);
  r_max->get_result(&worst, &seed_w);

  double pt, pw, err = 0;
  std::vector<double> t, got(NX * NY);
  plain(in, &pt, &pw, t);
  ops_dat_fetch_data(d_t[last], 0, (char*)got.data());
  FOR_ALL err = fmax(err, fabs(got[j * NX + i] - t[(j + 1) * (NX + 2) + i + 1]) / (1 + fabs(got[j * NX + i])));
  err = fmax(err, fmax(fabs(tmin - pt) / pt, fabs(worst - pw) / pw));

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g;
  for (int m = 0; m < 15; m++) g.push_back(sc_obs->get_derivative<double>()[m]);
  g.push_back(*sc_gain->get_derivative<double>());
  for (int m = 0; m < 3; m++) g.push_back(sc_pose->get_derivative<double>()[m]);
  double gerr = 0, gmax = 0;
  int nonzero = 0;
  for (size_t m = 0; m < in.size(); m++) {
    std::vector<cplx> z(in.begin(), in.end()), tt;
    z[m] += cplx(0, 1e-30);
    cplx a, b;
    plain(z, &a, &b, tt);
    double ref = (seed_t * a.imag() + seed_w * b.imag()) / 1e-30;
    if (fabs(g[m] - ref) > 1e-10 * fabs(ref)) printf("  input %d: %.15g, expected %.15g\n", (int)m, g[m], ref);
    gerr = fmax(gerr, fabs(g[m] - ref));
    gmax = fmax(gmax, fabs(ref));
    nonzero += ref != 0;
  }
  gerr /= gmax;
  printf("tmin %g, worst %g, %d nonzero entries; relative error: values %.2e, gradient %.2e\n", tmin, worst, nonzero, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10 && nonzero >= 8;
  ops_exit();
  printf("costmap: %s\n", ok ? "passed" : "failed");
  return !ok;
}
