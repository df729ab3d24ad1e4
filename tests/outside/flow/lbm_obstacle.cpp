// Lattice Boltzmann D2Q9 flow around a disc: nine components, offsets and components from declared tables, integer flags,
// a stencil whose offsets are computed, periodic halos, alternating handles. Gradient of the flow by the initial density and by
// force and relaxation rate (an ops_scalar), against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

double wq[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1}, opp[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

#include "lbm_obstacle_kernels.h"

const int NX = 29, NY = 17, STEPS = 12;
typedef std::complex<double> cplx;

static int wall(int i, int j)
{
  i = (i + NX) % NX;
  if (j < 0 || j >= NY) return 1;
  return (i - 9) * (i - 9) + (j - 7) * (j - 7) < 8;
}

template <class T> struct Lattice
{
  std::vector<T> f, g;
  T& at(std::vector<T>& v, int q, int i, int j) { return v[q + 9 * (((i + NX) % NX) + NX * j)]; }
  T run(const std::vector<T>& rho, T force, T omega, T* mass)
  {
    f.resize(9 * NX * NY);
    for (int c = 0; c < NX * NY; c++)
      for (int q = 0; q < 9; q++)
        f[9 * c + q] = wq[q] * rho[c];
    g = f;
    for (int n = 0; n < STEPS; n++)
    {
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
        {
          if (wall(i, j)) continue;
          T* p = &at(f, 0, i, j);
          T r = 0, ux = 0, uy = 0;
          for (int q = 0; q < 9; q++)
            r += p[q], ux += double(cx[q]) * p[q], uy += double(cy[q]) * p[q];
          ux = ux / r + force / omega;
          uy /= r;
          for (int q = 0; q < 9; q++)
          {
            T cu = 3.0 * (double(cx[q]) * ux + double(cy[q]) * uy);
            p[q] += omega * (wq[q] * r * (1.0 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy)) - p[q]);
          }
        }
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
          for (int q = 0; q < 9; q++)
            at(g, q, i, j) = wall(i, j)                   ? at(f, q, i, j)
                             : wall(i - cx[q], j - cy[q]) ? at(f, opp[q], i, j)
                                                          : at(f, q, i - cx[q], j - cy[q]);
      f.swap(g);
    }
    T flow = 0;
    *mass = 0;
    for (int c = 0; c < NX * NY; c++)
      if (!wall(c % NX, c / NX))
      {
        T m = 0, r = 0;
        for (int q = 0; q < 9; q++)
          m += double(cx[q]) * f[9 * c + q], r += f[9 * c + q];
        flow += m / r;
        *mass += r;
      }
    return flow;
  }
};

int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  ops_decl_const("wq", 9, "double", wq);
  ops_decl_const("cx", 9, "int", cx);
  ops_decl_const("cy", 9, "int", cy);
  ops_decl_const("opp", 9, "int", opp);

  ops_block blk = ops_decl_block(2, "channel");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, z[] = {0, 0};
  std::vector<double> r0(NX * NY);
  for (int c = 0; c < NX * NY; c++)
    r0[c] = 1.0 + 0.02 * sin(0.4 * (c % NX)) * cos(0.3 * (c / NX));
  std::vector<int> mark((NX + 2) * (NY + 2));
  for (int j = -1; j <= NY; j++)
    for (int i = -1; i <= NX; i++)
      mark[i + 1 + (NX + 2) * (j + 1)] = wall(i, j);
  double* none = 0;
  ops_dat rho = ops_decl_dat(blk, 1, size, base, z, z, &r0[0], "double", "rho0");
  ops_dat f[2];
  f[0] = ops_decl_dat(blk, 9, size, base, dm, dp, none, "double", "f");
  f[1] = ops_decl_dat(blk, 9, size, base, dm, dp, none, "double", "fnew");
  ops_dat solid = ops_decl_dat(blk, 1, size, base, dm, dp, &mark[0], "int", "solid");
  int pts[18], zero[] = {0, 0};
  for (int q = 0; q < 9; q++)
    pts[2 * q] = cx[q], pts[2 * q + 1] = cy[q];
  ops_stencil s9 = ops_decl_stencil(2, 9, pts, "d2q9"), s1 = ops_decl_stencil(2, 1, zero, "centre");
  ops_halo_group wrap[2];
  for (int k = 0; k < 2; k++)
  {
    int it[] = {1, NY}, east[] = {NX - 1, 0}, ghost_w[] = {-1, 0}, west[] = {0, 0}, ghost_e[] = {NX, 0}, dir[] = {1, 2};
    ops_halo h[2];
    h[0] = ops_decl_halo(f[k], f[k], it, east, ghost_w, dir, dir);
    h[1] = ops_decl_halo(f[k], f[k], it, west, ghost_e, dir, dir);
    wrap[k] = ops_decl_halo_group(2, h);
  }
  double prm[2] = {1.5e-4, 1.3};
  ops_scalar par = ops_decl_scalar("force and omega", prm, 2);
  ops_reduction rf = ops_decl_reduction_handle(sizeof(double), "double", "flow");
  ops_reduction rm = ops_decl_reduction_handle(sizeof(double), "double", "mass");
  ops_partition("");

  int all[] = {0, NX, 0, NY};
  ops_par_loop(lbm_start, "start", blk, 2, all, ops_arg_dat(rho, 1, s1, "double", OPS_READ), ops_arg_dat(f[0], 9, s1, "double", OPS_WRITE));
  for (int n = 0; n < STEPS; n++)
  {
    ops_dat now = f[n & 1], next = f[1 - (n & 1)];
    ops_par_loop(lbm_collide, "collide", blk, 2, all, ops_arg_dat(now, 9, s1, "double", OPS_RW), ops_arg_dat(solid, 1, s1, "int", OPS_READ),
                 ops_arg_scalar(par, 2, "double", OPS_READ));
    ops_halo_transfer(wrap[n & 1]);
    ops_par_loop(lbm_stream, "stream", blk, 2, all, ops_arg_dat(now, 9, s9, "double", OPS_READ), ops_arg_dat(solid, 1, s9, "int", OPS_READ),
                 ops_arg_dat(next, 9, s1, "double", OPS_WRITE));
  }
  ops_par_loop(lbm_probe, "probe", blk, 2, all, ops_arg_dat(f[STEPS % 2], 9, s1, "double", OPS_READ), ops_arg_dat(solid, 1, s1, "int", OPS_READ),
               ops_arg_reduce(rf, 1, "double", OPS_INC), ops_arg_reduce(rm, 1, "double", OPS_INC));
  double flow, mass, one = 1.0;
  rf->get_result<double>(&flow, &one);
  ops_reduction_result(rm, &mass);

  Lattice<double> ref;
  double m0, f0 = ref.run(r0, prm[0], prm[1], &m0);
  double err = std::fmax(std::fabs(flow - f0) / std::fabs(f0), std::fabs(mass - m0) / m0);
  std::vector<double> got(9 * NX * NY);
  ops_dat_fetch_data(f[STEPS % 2], 0, (char*)&got[0]);
  for (size_t k = 0; k < got.size(); k++)
    err = std::fmax(err, std::fabs(got[k] - ref.f[k]));

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> gr(NX * NY);
  ops_dat_fetch_derivative(rho, (char*)&gr[0], OPS_HOST);
  double* gp = par->get_derivative<double>();
  double gerr = 0, gmax = 1e-300;
  for (double v : gr)
    gmax = std::fmax(gmax, std::fabs(v));
  std::vector<cplx> zr(r0.begin(), r0.end());
  Lattice<cplx> lz;
  cplx dummy;
  const cplx ih(0, 1e-40);
  for (int c = -2; c < NX * NY; c += (c < 1 ? 1 : 29))
  {
    double mine = c < 0 ? gp[-1 - c] : gr[c], d;
    if (c < 0)
      d = lz.run(zr, prm[0] + (c == -1 ? ih : 0.0), prm[1] + (c == -2 ? ih : 0.0), &dummy).imag() / 1e-40;
    else
    {
      zr[c] += ih;
      d = lz.run(zr, prm[0], prm[1], &dummy).imag() / 1e-40;
      zr[c] = r0[c];
    }
    double e = std::fabs(mine - d) / (c < 0 ? std::fabs(d) : gmax);
    if (!(e <= gerr)) gerr = e;
  }
  printf("flow %.6e mass %.6f: values %.2e gradient %.2e\n", flow, mass, err, gerr);
  const char* verdict = err < 1e-12 && gerr < 1e-10 ? "passed" : "failed";
  ops_exit();
  printf("lbm_obstacle: %s\n", verdict);
  return verdict[0] != 'p';
}
