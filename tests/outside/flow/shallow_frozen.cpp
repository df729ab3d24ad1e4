// Shallow water in a periodic basin (2-D, Lax-Friedrichs), its energy and the gradient by the initial state.
// Periodic halos in one group, a time step from a MIN reduction that goes back into the loops through ops_arg_gbl (frozen).
// Compared with plain loops and the complex step, with the step frozen there, too.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

double grav = 9.81, dx, dy, cfl = 0.4;

#include "shallow_frozen_kernels.h"

#define NX 37
#define NY 23
#define NSTEP 6

ops_block grid;
ops_dat h, hu, hv, hn, hun, hvn;
ops_stencil pt, cross;

typedef std::complex<double> cplx;
static double re(double a) { return a; }
static double re(cplx a) { return a.real(); }
static int at(int i, int j) { return ((i + NX) % NX) + NX * ((j + NY) % NY); }

template <class T> struct Flow
{
  std::vector<T> h, hu, hv;
  double elapsed = 0;
};

template <class T> T plain(Flow<T>& s)
{
  using std::sqrt;
  for (int n = 0; n < NSTEP; n++)
  {
    T dt = 1e30;
    for (int c = 0; c < NX * NY; c++)
    {
      T u = s.hu[c] / s.h[c], v = s.hv[c] / s.h[c];
      if (re(u) < 0) u = -u;
      if (re(v) < 0) v = -v;
      T d = cfl * (dx < dy ? dx : dy) / ((re(u) > re(v) ? u : v) + sqrt(grav * s.h[c]));
      if (re(d) < re(dt)) dt = d;
    }
    dt = re(dt);
    s.elapsed += re(dt);
    Flow<T> o = s;
    T cx = 0.5 * dt / dx, cy = 0.5 * dt / dy;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
      {
        int c = at(i, j), e = at(i + 1, j), w = at(i - 1, j), t = at(i, j + 1), b = at(i, j - 1);
        auto p = [&](T m, T z) { return m * m / z + 0.5 * grav * z * z; };
        auto x = [&](int k) { return o.hu[k] * o.hv[k] / o.h[k]; };
        s.h[c] = 0.25 * (o.h[e] + o.h[w] + o.h[t] + o.h[b]) - cx * (o.hu[e] - o.hu[w]) - cy * (o.hv[t] - o.hv[b]);
        s.hu[c] = 0.25 * (o.hu[e] + o.hu[w] + o.hu[t] + o.hu[b]) - cx * (p(o.hu[e], o.h[e]) - p(o.hu[w], o.h[w])) -
                  cy * (x(t) - x(b));
        s.hv[c] = 0.25 * (o.hv[e] + o.hv[w] + o.hv[t] + o.hv[b]) - cx * (x(e) - x(w)) -
                  cy * (p(o.hv[t], o.h[t]) - p(o.hv[b], o.h[b]));
      }
  }
  T en = 0;
  for (int c = 0; c < NX * NY; c++)
    en += 0.5 * (s.hu[c] * s.hu[c] + s.hv[c] * s.hv[c]) / s.h[c] + 0.5 * grav * (s.h[c] - 1.0) * (s.h[c] - 1.0);
  return en;
}

static ops_halo wrap(ops_dat d, int ix, int iy, int fx, int fy, int tx, int ty)
{
  int it[] = {ix, iy}, from[] = {fx, fy}, to[] = {tx, ty}, dir[] = {1, 2};
  return ops_decl_halo(d, d, it, from, to, dir, dir);
}

static double compare(const std::vector<double>& a, const std::vector<double>& b)
{
  double m = 0, s = 1e-300;
  for (size_t k = 0; k < a.size(); k++)
  {
    if (!(std::fabs(a[k] - b[k]) <= m)) m = std::fabs(a[k] - b[k]);
    s = std::fmax(s, std::fabs(b[k]));
  }
  return m / s;
}

int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  dx = 1.0 / NX;
  dy = 0.7 / NY;
  ops_decl_const("grav", 1, "double", &grav);
  ops_decl_const("dx", 1, "double", &dx);
  ops_decl_const("dy", 1, "double", &dy);
  ops_decl_const("cfl", 1, "double", &cfl);

  Flow<double> start;
  std::vector<double> ah((NX + 2) * (NY + 2), 1.0), au(ah), av(ah);
  start.h.resize(NX * NY);
  start.hu.resize(NX * NY);
  start.hv.resize(NX * NY);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
    {
      double x = (i + 0.5) * dx, y = (j + 0.5) * dy;
      int c = i + NX * j, g = i + 1 + (NX + 2) * (j + 1);
      ah[g] = start.h[c] = 1.0 + 0.3 * exp(-40 * ((x - 0.4) * (x - 0.4) + (y - 0.3) * (y - 0.3)));
      au[g] = start.hu[c] = 0.2 * sin(6.283 * y / 0.7) + 0.05 * cos(9 * x);
      av[g] = start.hv[c] = 0.1 * cos(6.283 * x);
    }

  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1};
  double* null = NULL;
  grid = ops_decl_block(2, "basin");
  h = ops_decl_dat(grid, 1, size, base, dm, dp, ah.data(), "double", "h");
  hu = ops_decl_dat(grid, 1, size, base, dm, dp, au.data(), "double", "hu");
  hv = ops_decl_dat(grid, 1, size, base, dm, dp, av.data(), "double", "hv");
  hn = ops_decl_dat(grid, 1, size, base, dm, dp, null, "double", "hn");
  hun = ops_decl_dat(grid, 1, size, base, dm, dp, null, "double", "hun");
  hvn = ops_decl_dat(grid, 1, size, base, dm, dp, null, "double", "hvn");

  int o0[] = {0, 0}, o4[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  pt = ops_decl_stencil(2, 1, o0, "00");
  cross = ops_decl_stencil(2, 5, o4, "cross");
  ops_reduction rdt = ops_decl_reduction_handle(sizeof(double), "double", "dtmin");
  ops_reduction ren = ops_decl_reduction_handle(sizeof(double), "double", "energy");

  ops_halo list[12];
  int nl = 0;
  ops_dat fields[] = {h, hu, hv};
  for (ops_dat f : fields)
  {
    list[nl++] = wrap(f, 1, NY, NX - 1, 0, -1, 0);
    list[nl++] = wrap(f, 1, NY, 0, 0, NX, 0);
    list[nl++] = wrap(f, NX, 1, 0, NY - 1, 0, -1);
    list[nl++] = wrap(f, NX, 1, 0, 0, 0, NY);
  }
  ops_halo_group periodic = ops_decl_halo_group(nl, list);
  ops_partition("");

  int all[] = {0, NX, 0, NY};
  double elapsed = 0;
  for (int n = 0; n < NSTEP; n++)
  {
    ops_halo_transfer(periodic);
    ops_par_loop(sw_dt, "dt", grid, 2, all, ops_arg_dat(h, 1, pt, "double", OPS_READ),
                 ops_arg_dat(hu, 1, pt, "double", OPS_READ), ops_arg_dat(hv, 1, pt, "double", OPS_READ), ops_arg_reduce(rdt, 1, "double", OPS_MIN));
    double dt;
    ops_reduction_result(rdt, &dt);
    elapsed += dt;
    ops_par_loop(sw_step, "step", grid, 2, all, ops_arg_dat(h, 1, cross, "double", OPS_READ),
                 ops_arg_dat(hu, 1, cross, "double", OPS_READ), ops_arg_dat(hv, 1, cross, "double", OPS_READ),
                 ops_arg_dat(hn, 1, pt, "double", OPS_WRITE),
                 ops_arg_dat(hun, 1, pt, "double", OPS_WRITE), ops_arg_dat(hvn, 1, pt, "double", OPS_WRITE), ops_arg_gbl(&dt, 1, "double", OPS_READ));
    ops_dat from[] = {hn, hun, hvn};
    for (int k = 0; k < 3; k++)
      ops_par_loop(sw_copy, "copy", grid, 2, all, ops_arg_dat(from[k], 1, pt, "double", OPS_READ),
                   ops_arg_dat(fields[k], 1, pt, "double", OPS_WRITE));
  }
  ops_par_loop(sw_energy, "energy", grid, 2, all, ops_arg_dat(h, 1, pt, "double", OPS_READ),
               ops_arg_dat(hu, 1, pt, "double", OPS_READ), ops_arg_dat(hv, 1, pt, "double", OPS_READ),
               ops_arg_reduce(ren, 1, "double", OPS_INC));
  double energy, seed = 1.0;
  ren->get_result<double>(&energy, &seed);

  Flow<double> end = start;
  double e0 = plain(end);
  std::vector<double> got(NX * NY);
  double err = std::fmax(std::fabs(energy - e0) / e0, std::fabs(elapsed - end.elapsed) / end.elapsed);
  ops_dat_fetch_data(h, 0, (char*)got.data());
  err = std::fmax(err, compare(got, end.h));
  ops_dat_fetch_data(hv, 0, (char*)got.data());
  err = std::fmax(err, compare(got, end.hv));

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> gh(NX * NY), gu(NX * NY);
  ops_dat_fetch_derivative(h, (char*)gh.data(), OPS_HOST);
  ops_dat_fetch_derivative(hu, (char*)gu.data(), OPS_HOST);
  std::vector<double> mine, ref;
  for (int c = 3; c < NX * NY; c += 41)
    for (int which = 0; which < 2; which++)
    {
      Flow<cplx> z;
      z.h.assign(start.h.begin(), start.h.end());
      z.hu.assign(start.hu.begin(), start.hu.end());
      z.hv.assign(start.hv.begin(), start.hv.end());
      (which ? z.hu : z.h)[c] += cplx(0, 1e-30);
      ref.push_back(plain(z).imag() / 1e-30);
      mine.push_back((which ? gu : gh)[c]);
    }
  double gerr = compare(mine, ref);
  printf("values %.3e gradient %.3e\n", err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("shallow_frozen: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
