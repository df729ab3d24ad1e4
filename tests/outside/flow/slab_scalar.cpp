// A passive scalar carried by a sheared wind (3-D): profiles, planes and coordinates of fewer dimensions through strided stencils,
// ghost cells by slabs, sums of layers by combine_inc. Gradient by wind profile, inflow plane, diffusivity and initial field,
// against the complex step.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_3D
#include "ops_seq_v2.h"
double rdy, rdz, dt = 2e-3;
#include "slab_scalar_kernels.h"

const int NX = 17, NY = 13, NZ = 11, STEPS = 8;
typedef std::complex<double> cplx;
static double re(double a) { return a; }
static double re(cplx a) { return a.real(); }

template <class T> struct Model
{
  std::vector<T> t, u, tin, kap, tn;
  std::vector<double> x;
  T& T_(std::vector<T>& v, int i, int j, int k) { return v[(i + 1) + (NX + 2) * ((j + 1) + (NY + 2) * (k + 1))]; }
  T run()
  {
    using std::sqrt;
    tn = t;
    for (int n = 0; n < STEPS; n++)
    {
      for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
        {
          T_(t, -1, j, k) = tin[j + NY * k];
          T_(t, NX, j, k) = 2.0 * T_(t, NX - 1, j, k) - T_(t, NX - 2, j, k);
        }
      for (int k = 0; k < NZ; k++)
        for (int i = 0; i < NX; i++)
          T_(t, i, -1, k) = T_(t, i, 0, k), T_(t, i, NY, k) = T_(t, i, NY - 1, k);
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
          T_(t, i, j, -1) = T_(t, i, j, 0) + 0.05 * sin(x[i + 1]), T_(t, i, j, NZ) = 0;
      for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
          for (int i = 0; i < NX; i++)
          {
            double e = x[i + 2] - x[i + 1], w = x[i + 1] - x[i];
            T c = T_(t, i, j, k), tw = T_(t, i - 1, j, k), te = T_(t, i + 1, j, k);
            T flux = re(u[k]) > 0 ? u[k] * (c - tw) / w : u[k] * (te - c) / e;
            T lap = 2.0 * ((te - c) / e - (c - tw) / w) / (e + w);
            lap += (T_(t, i, j + 1, k) - 2.0 * c + T_(t, i, j - 1, k)) * rdy * rdy;
            lap += (T_(t, i, j, k + 1) - 2.0 * c + T_(t, i, j, k - 1)) * rdz * rdz;
            T_(tn, i, j, k) = c + dt * (kap[j] * lap - flux);
          }
      for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
          for (int i = 0; i < NX; i++)
            T_(t, i, j, k) = T_(tn, i, j, k);
    }
    T cost = 0;
    for (int k = 0; k < NZ; k++)
    {
      T s = 0;
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
          s += T_(t, i, j, k) * T_(t, i, j, k);
      cost += sqrt(s) * double(1 + k);
    }
    return cost;
  }
};

#define RANGE(n, a, b, c, d, e, f) int n[] = {a, b, c, d, e, f}
#define D(d, s, a) ops_arg_dat(d, 1, s, "double", a)

int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  rdy = NY / 1.2, rdz = NZ / 0.9;
  ops_decl_const("rdy", 1, "double", &rdy);
  ops_decl_const("rdz", 1, "double", &rdz);
  ops_decl_const("dt", 1, "double", &dt);

  Model<double> m0;
  m0.t.assign((NX + 2) * (NY + 2) * (NZ + 2), 0.0);
  m0.x.resize(NX + 2);
  for (int i = -1; i <= NX; i++)
    m0.x[i + 1] = i * 0.06 + 0.0015 * i * i;
  for (int k = 0; k < NZ; k++)
  {
    m0.u.push_back(1.2 * (k + 0.5) / NZ - 0.25);
    for (int j = 0; j < NY; j++)
    {
      m0.tin.push_back(0.5 + 0.3 * sin(0.5 * j) * cos(0.4 * k));
      for (int i = 0; i < NX; i++)
        m0.T_(m0.t, i, j, k) = exp(-0.05 * ((i - 6) * (i - 6) + (j - 5) * (j - 5) + (k - 4) * (k - 4)));
    }
  }
  for (int j = 0; j < NY; j++)
    m0.kap.push_back(0.02 + 0.001 * j);

  ops_block block = ops_decl_block(3, "room");
  int base[] = {0, 0, 0}, full[] = {NX, NY, NZ}, m[] = {-1, -1, -1}, p[] = {1, 1, 1}, zz[] = {0, 0, 0};
  int sx[] = {NX, 1, 1}, sy[] = {1, NY, 1}, sz[] = {1, 1, NZ}, syz[] = {1, NY, NZ}, mx[] = {-1, 0, 0}, px[] = {1, 0, 0};
  std::vector<double> t0(m0.t), x0(m0.x), u0(m0.u), in0(m0.tin), k0(m0.kap);
  double* temp = NULL;
  ops_dat t = ops_decl_dat(block, 1, full, base, m, p, t0.data(), "double", "t");
  ops_dat tn = ops_decl_dat(block, 1, full, base, m, p, temp, "double", "tn");
  ops_dat x = ops_decl_dat_passive(block, 1, sx, base, mx, px, x0.data(), "double", "x");
  ops_dat kap = ops_decl_dat(block, 1, sy, base, zz, zz, k0.data(), "double", "diffusivity");
  ops_dat u = ops_decl_dat(block, 1, sz, base, zz, zz, u0.data(), "double", "u");
  ops_dat tin = ops_decl_dat(block, 1, syz, base, zz, zz, in0.data(), "double", "inflow");
  ops_dat layer = ops_decl_dat(block, 1, sz, base, zz, zz, temp, "double", "layer");

  int c1[] = {0, 0, 0}, c7[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  int back[] = {0, 0, 0, -1, 0, 0, -2, 0, 0}, ym[] = {0, 0, 0, 0, -1, 0}, yp[] = {0, 0, 0, 0, 1, 0}, up[] = {0, 0, 0, 0, 0, 1}, three[] = {-1, 0, 0, 0, 0, 0, 1, 0, 0};
  int onx[] = {1, 0, 0}, ony[] = {0, 1, 0}, onz[] = {0, 0, 1}, onyz[] = {0, 1, 1};
  ops_stencil s1 = ops_decl_stencil(3, 1, c1, "s1"), s7 = ops_decl_stencil(3, 7, c7, "s7");
  ops_stencil sback = ops_decl_stencil(3, 3, back, "back"), sym = ops_decl_stencil(3, 2, ym, "ym"), syp = ops_decl_stencil(3, 2, yp, "yp");
  ops_stencil sup = ops_decl_stencil(3, 2, up, "up");
  ops_stencil line_x = ops_decl_strided_stencil(3, 3, three, onx, "line in x"), at_x = ops_decl_strided_stencil(3, 1, c1, onx, "at x");
  ops_stencil at_y = ops_decl_strided_stencil(3, 1, c1, ony, "at y"), at_z = ops_decl_strided_stencil(3, 1, c1, onz, "at z");
  ops_stencil at_yz = ops_decl_strided_stencil(3, 1, c1, onyz, "at yz");
  ops_reduction rc = ops_decl_reduction_handle(sizeof(double), "double", "cost");
  ops_partition("");

  RANGE(all, 0, NX, 0, NY, 0, NZ);
  RANGE(west, -1, 0, 0, NY, 0, NZ);
  RANGE(east, NX, NX + 1, 0, NY, 0, NZ);
  RANGE(south, 0, NX, -1, 0, 0, NZ);
  RANGE(north, 0, NX, NY, NY + 1, 0, NZ);
  RANGE(bottom, 0, NX, 0, NY, -1, 0);
  RANGE(top, 0, NX, 0, NY, NZ, NZ + 1);
  RANGE(column, 3, 4, 2, 3, 0, NZ);
  for (int n = 0; n < STEPS; n++)
  {
    ops_par_loop(inflow, "inflow", block, 3, west, D(t, s1, OPS_WRITE), D(tin, at_yz, OPS_READ));
    ops_par_loop(outflow, "outflow", block, 3, east, D(t, sback, OPS_RW));
    ops_par_loop(side_lo, "side_lo", block, 3, south, D(t, syp, OPS_RW));
    ops_par_loop(side_hi, "side_hi", block, 3, north, D(t, sym, OPS_RW));
    ops_par_loop(heat_floor, "floor", block, 3, bottom, D(t, sup, OPS_RW), D(x, at_x, OPS_READ));
    ops_par_loop(lid, "lid", block, 3, top, D(t, s1, OPS_WRITE));
    ops_par_loop(advance, "advance", block, 3, all, D(t, s7, OPS_READ), D(u, at_z, OPS_READ), D(x, line_x, OPS_READ), D(kap, at_y, OPS_READ),
                 D(tn, s1, OPS_WRITE));
    ops_par_loop(assign, "assign", block, 3, all, D(tn, s1, OPS_READ), D(t, s1, OPS_WRITE));
  }
  ops_par_loop(clear, "clear", block, 3, column, D(layer, at_z, OPS_WRITE));
  ops_par_loop(layer_sum, "layer sum", block, 3, all, D(t, s1, OPS_READ), D(layer, at_z, OPS_INC));
  ops_par_loop(layer_cost, "cost", block, 3, column, D(layer, at_z, OPS_READ), ops_arg_reduce(rc, 1, "double", OPS_INC), ops_arg_idx());
  double cost, seed = 1;
  rc->get_result<double>(&cost, &seed);

  Model<double> ref = m0;
  double c0 = ref.run(), err = std::fabs(cost / c0 - 1);
  std::vector<double> got(NX * NY * NZ);
  ops_dat_fetch_data(t, 0, (char*)got.data());
  for (int k = 0, q = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++, q++)
        err = std::max(err, std::fabs(got[q] - ref.T_(ref.t, i, j, k)));

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> gu(NZ), gin(NY * NZ), gk(NY), gt(NX * NY * NZ);
  ops_dat_fetch_derivative(u, (char*)gu.data(), OPS_HOST);
  ops_dat_fetch_derivative(tin, (char*)gin.data(), OPS_HOST);
  ops_dat_fetch_derivative(kap, (char*)gk.data(), OPS_HOST);
  ops_dat_fetch_derivative(t, (char*)gt.data(), OPS_HOST);
  double gerr = 0;
  for (int k = 0; k < 36; k++)
  {
    Model<cplx> z;
    z.t.assign(m0.t.begin(), m0.t.end());
    z.u.assign(m0.u.begin(), m0.u.end());
    z.tin.assign(m0.tin.begin(), m0.tin.end());
    z.kap.assign(m0.kap.begin(), m0.kap.end());
    z.x = m0.x;
    double mine;
    int q = k * 13 % (NY * NZ), i = k % NX, j = 3 * k % NY, l = 5 * k % NZ;
    cplx ih(0, 1e-40);
    if (k < NZ)
      z.u[k] += ih, mine = gu[k];
    else if (k % 3 == 0)
      z.tin[q] += ih, mine = gin[q];
    else if (k % 3 == 1)
      z.kap[j] += ih, mine = gk[j];
    else
      z.T_(z.t, i, j, l) += ih, mine = gt[i + NX * (j + NY * l)];
    double d = z.run().imag() / 1e-40, e = std::fabs(mine - d) / std::max(1e-3, std::fabs(d));
    if (!(e <= gerr)) gerr = e;
  }
  printf("values %.2e gradient %.2e\n", err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("slab_scalar: %s\n", ok ? "passed" : "failed");
  return !ok;
}
