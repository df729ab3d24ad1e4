// Vorticity and stream function in a cavity with a moving lid (2-D); Jacobi sweeps until a MAX reduction is small, with swapped handles.
// Gradient by lid speed and viscosity (an ops_scalar of two values) and by the initial fields, against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <utility>
#include <vector>
#define OPS_2D
#include <ops_seq_v2.h>

int nxc = 29, nyc = 33;
double hx, hy, tau = 2e-3;
#include "cavity_flow_kernels.h"

static const int STEPS = 7, MAXIT = 25;
static const double TOL = 2e-4;

static ops_block box;
static ops_dat psi, psin, om, omn;
static ops_stencil S0, S5;
static ops_reduction change;
static ops_scalar prm;

typedef std::complex<double> cplx;
static double re(double a) { return a; }
static double re(cplx a) { return a.real(); }

template <class T> T plain(std::vector<T>& p, std::vector<T>& w, T lid, T nu, int* sweeps)
{
  const int NX = nxc, NY = nyc;
  std::vector<T> pn(p.size(), 0.0), wn(w);
  *sweeps = 0;
  for (int n = 0; n < STEPS; n++)
  {
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
      {
        int c = i + NX * j;
        if (j == NY - 1)
          w[c] = -2.0 * p[c - NX] / (hy * hy) - 2.0 * lid / hy;
        else if (j == 0)
          w[c] = -2.0 * p[c + NX] / (hy * hy);
        else if (i == 0)
          w[c] = -2.0 * p[c + 1] / (hx * hx);
        else if (i == NX - 1)
          w[c] = -2.0 * p[c - 1] / (hx * hx);
      }
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
      {
        int c = i + NX * j;
        T u = (p[c + NX] - p[c - NX]) / (2 * hy), v = -(p[c + 1] - p[c - 1]) / (2 * hx);
        T lap = (w[c + 1] - 2.0 * w[c] + w[c - 1]) / (hx * hx) + (w[c + NX] - 2.0 * w[c] + w[c - NX]) / (hy * hy);
        wn[c] = w[c] + tau * (nu * lap - u * (w[c + 1] - w[c - 1]) / (2 * hx) - v * (w[c + NX] - w[c - NX]) / (2 * hy));
      }
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++)
        w[i + NX * j] = wn[i + NX * j];
    for (int it = 1;; it++)
    {
      double m = 0;
      for (int j = 1; j < NY - 1; j++)
        for (int i = 1; i < NX - 1; i++)
        {
          int c = i + NX * j;
          pn[c] = ((p[c + 1] + p[c - 1]) / (hx * hx) + (p[c + NX] + p[c - NX]) / (hy * hy) + w[c]) /
                  (2 / (hx * hx) + 2 / (hy * hy));
          m = std::fmax(m, std::fabs(re(pn[c]) - re(p[c])));
        }
      std::swap(p, pn);
      ++*sweeps;
      if (m < TOL || it == MAXIT) break;
    }
  }
  T s = 0.0;
  for (int j = 1; j < NY - 1; j++)
    for (int i = 1; i < NX - 1; i++)
      s += p[i + NX * j] * p[i + NX * j] + 1e-6 * w[i + NX * j] * w[i + NX * j];
  return s;
}

static void copy_kernel(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }

static int time_step(int* inner)
{
  int all[4] = {0, nxc, 0, nyc};
  ops_par_loop(cav_wall, "wall vorticity", box, 2, all, ops_arg_dat(psi, 1, S5, "double", OPS_READ),
               ops_arg_dat(om, 1, S0, "double", OPS_RW), ops_arg_scalar(prm, 2, "double", OPS_READ), ops_arg_idx());
  ops_par_loop(cav_transport, "transport", box, 2, inner, ops_arg_dat(psi, 1, S5, "double", OPS_READ),
               ops_arg_dat(om, 1, S5, "double", OPS_READ), ops_arg_dat(omn, 1, S0, "double", OPS_WRITE),
               ops_arg_scalar(prm, 2, "double", OPS_READ));
  ops_par_loop(copy_kernel, "copy", box, 2, inner, ops_arg_dat(omn, 1, S0, "double", OPS_READ),
               ops_arg_dat(om, 1, S0, "double", OPS_WRITE));
  int it = 0;
  while (true)
  {
    double m = 0;
    ops_par_loop(cav_jacobi, "jacobi", box, 2, inner, ops_arg_dat(psi, 1, S5, "double", OPS_READ),
                 ops_arg_dat(om, 1, S0, "double", OPS_READ), ops_arg_dat(psin, 1, S0, "double", OPS_WRITE),
                 ops_arg_reduce(change, 1, "double", OPS_MAX));
    ops_reduction_result(change, &m);
    ops_dat keep = psi;
    psi = psin;
    psin = keep;
    if (++it == MAXIT || m < TOL) break;
  }
  return it;
}

int main(int argc, const char** argv)
{
  ops_init(argc, argv, 1);
  hx = 1.0 / (nxc - 1);
  hy = 1.1 / (nyc - 1);
  ops_decl_const("nxc", 1, "int", &nxc);
  ops_decl_const("nyc", 1, "int", &nyc);
  ops_decl_const("hx", 1, "double", &hx);
  ops_decl_const("hy", 1, "double", &hy);
  ops_decl_const("tau", 1, "double", &tau);

  const int N = nxc * nyc;
  std::vector<double> p0(N, 0.0), w0(N, 0.0), a((nxc + 2) * (nyc + 2), 0.0), b(a);
  for (int j = 1; j < nyc - 1; j++)
    for (int i = 1; i < nxc - 1; i++)
    {
      p0[i + nxc * j] = a[i + 1 + (nxc + 2) * (j + 1)] = -0.02 * sin(M_PI * i * hx) * sin(M_PI * j / (nyc - 1.0));
      w0[i + nxc * j] = b[i + 1 + (nxc + 2) * (j + 1)] = 0.4 * sin(2 * M_PI * i * hx) * j * hy;
    }
  box = ops_decl_block(2, "cavity");
  int size[2] = {nxc, nyc}, base[2] = {0, 0}, dm[2] = {-1, -1}, dp[2] = {1, 1};
  double* temp = NULL;
  psi = ops_decl_dat(box, 1, size, base, dm, dp, a.data(), "double", "psi");
  psin = ops_decl_dat(box, 1, size, base, dm, dp, temp, "double", "psin");
  om = ops_decl_dat(box, 1, size, base, dm, dp, b.data(), "double", "omega");
  omn = ops_decl_dat(box, 1, size, base, dm, dp, temp, "double", "omegan");
  int s0[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  S0 = ops_decl_stencil(2, 1, s0, "S0");
  S5 = ops_decl_stencil(2, 5, s5, "S5");
  change = ops_decl_reduction_handle(sizeof(double), "double", "change");
  ops_reduction obj = ops_decl_reduction_handle(sizeof(double), "double", "objective");
  double values[2] = {1.0, 0.02};
  prm = ops_decl_scalar("lid and viscosity", values, 2);
  ops_partition("1D_BLOCK_DECOMPOSE");

  ops_dat first_psi = psi;
  int inner[4] = {1, nxc - 1, 1, nyc - 1}, sweeps = 0;
  for (int n = 0; n < STEPS; n++)
    sweeps += time_step(inner);
  ops_par_loop(cav_objective, "objective", box, 2, inner, ops_arg_dat(psi, 1, S0, "double", OPS_READ),
               ops_arg_dat(om, 1, S0, "double", OPS_READ), ops_arg_reduce(obj, 1, "double", OPS_INC));
  double J = 0, seed = 1;
  obj->get_result<double>(&J, &seed);

  std::vector<double> p(p0), w(w0), got(N);
  int refsweeps;
  double J0 = plain(p, w, values[0], values[1], &refsweeps), err = std::fabs(J - J0) / std::fabs(J0), m = 0;
  got = ops_dat_fetch_data<double>(psi);
  for (int c = 0; c < N; c++)
    m = std::fmax(m, std::fabs(p[c]));
  for (int c = 0; c < N; c++)
    err = std::fmax(err, std::fabs(p[c] - got[c]) / m);

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> gp(N), gw(N);
  gp = ops_dat_fetch_derivative<double>(first_psi);
  gw = ops_dat_fetch_derivative<double>(om);
  const double* gs = prm->get_derivative<double>();
  double gerr = 0;
  for (int k = 0; k < 20; k++)
  {
    std::vector<cplx> zp(p0.begin(), p0.end()), zw(w0.begin(), w0.end());
    cplx lid = values[0], nu = values[1], step(0, 1e-40);
    int c = (1 + (k * 5) % (nxc - 2)) + nxc * (1 + (k * 7) % (nyc - 2)), dummy;
    double mine;
    switch (k)
    {
    case 0:
      lid += step;
      mine = gs[0];
      break;
    case 1:
      nu += step;
      mine = gs[1];
      break;
    default:
      if (k % 2)
        zp[c] += step, mine = gp[c];
      else
        zw[c] += step, mine = gw[c];
    }
    double ref = plain(zp, zw, lid, nu, &dummy).imag() / 1e-40;
    double e = std::fabs(mine - ref) / std::fabs(ref);
    if (!(e <= gerr)) gerr = e;
  }
  printf("sweeps %d %d, values %.3e, gradient %.3e\n", sweeps, refsweeps, err, gerr);
  bool ok = sweeps == refsweeps && err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf(ok ? "cavity_flow: passed\n" : "cavity_flow: failed\n");
  return !ok;
}
