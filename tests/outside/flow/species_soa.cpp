// Three reacting species in a given wind (2-D): one dataset of three components as structure of arrays, upwind offsets from the sign
// of the velocity, and one kernel with a switch for the ghost cells of all sides. Gradient of a weighted sum of a reduction's components
// by the initial species, against the complex step.
#define OPS_2D
#define OPS_SOA
#include "ops_seq_v2.h"
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#define NS 3
#define NX 31
#define NY 19
#define STEPS 9
double diff[NS] = {0.002, 0.004, 0.001};
double rate = 3.0, dt = 0.01, hx = 1.0 / NX, hy = 0.8 / NY;

static inline double arrhenius(double t) { return t > 0.0 ? rate * t / (1.0 + t) : 0.0; }

void pack(const ACC<double>& a, const ACC<double>& b, const ACC<double>& d, ACC<double>& c)
{
  c(0, 0, 0) = a(0, 0);
  c(1, 0, 0) = b(0, 0);
  c(2, 0, 0) = d(0, 0);
}

void velocity(ACC<double>& u, ACC<double>& v, const int* idx)
{
  double x = (idx[0] + 0.5) * hx, y = (idx[1] + 0.5) * hy;
  u(0, 0) = 0.6 * (y - 0.37) + 0.1;
  v(0, 0) = -0.5 * (x - 0.52);
}

/* zero gradient: side 0..3 is west, east, south, north */
void edge(ACC<double>& c, const int* side)
{
  for (int s = 0; s < NS; s++)
  {
    switch (*side)
    {
    case 0: c(s, 0, 0) = c(s, 1, 0); break;
    case 1: c(s, 0, 0) = c(s, -1, 0); break;
    case 2: c(s, 0, 0) = c(s, 0, 1); break;
    default: c(s, 0, 0) = c(s, 0, -1);
    }
  }
}

void transport(const ACC<double>& c, const ACC<double>& u, const ACC<double>& v, ACC<double>& cn)
{
  int ux = u(0, 0) > 0 ? -1 : 0, uy = v(0, 0) > 0 ? -1 : 0;
  double r[NS], k;
  k = arrhenius(c(0, 0, 0)) * c(1, 0, 0);
  r[0] = -k;
  r[1] = -0.5 * k;
  r[2] = k;
  for (int s = 0; s < NS; s++)
  {
    double adv = u(0, 0) * (c(s, ux + 1, 0) - c(s, ux, 0)) / hx + v(0, 0) * (c(s, 0, uy + 1) - c(s, 0, uy)) / hy;
    double lap = (c(s, 1, 0) - 2 * c(s, 0, 0) + c(s, -1, 0)) / (hx * hx) + (c(s, 0, 1) - 2 * c(s, 0, 0) + c(s, 0, -1)) / (hy * hy);
    cn(s, 0, 0) = c(s, 0, 0) + dt * (diff[s] * lap - adv + r[s]);
  }
}

void squares(const ACC<double>& c, double* sum)
{
  for (int s = 0; s < NS; s++)
    sum[s] += c(s, 0, 0) * c(s, 0, 0);
}

void unpack(const ACC<double>& c, ACC<double>& a, const int* which) { a(0, 0) = c(*which, 0, 0); }

typedef std::complex<double> cplx;
static double re(double a) { return a; }
static double re(cplx a) { return a.real(); }
#define C(s, i, j) c[s][((i) + 1) + (NX + 2) * ((j) + 1)]
#define CN(s, i, j) cn[s][((i) + 1) + (NX + 2) * ((j) + 1)]

template <class T> void plain(std::vector<T> (&c)[NS], T* sum)
{
  std::vector<T> cn[NS] = {c[0], c[1], c[2]};
  for (int n = 0; n < STEPS; n++)
  {
    for (int s = 0; s < NS; s++)
    {
      for (int j = 0; j < NY; j++)
        C(s, -1, j) = C(s, 0, j), C(s, NX, j) = C(s, NX - 1, j);
      for (int i = 0; i < NX; i++)
        C(s, i, -1) = C(s, i, 0), C(s, i, NY) = C(s, i, NY - 1);
    }
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
      {
        double u = 0.6 * ((j + 0.5) * hy - 0.37) + 0.1, v = -0.5 * ((i + 0.5) * hx - 0.52);
        T t = C(0, i, j), k = (re(t) > 0 ? rate * t / (1.0 + t) : T(0)) * C(1, i, j), r[NS] = {-k, -0.5 * k, k};
        for (int s = 0; s < NS; s++)
        {
          T gx = u > 0 ? C(s, i, j) - C(s, i - 1, j) : C(s, i + 1, j) - C(s, i, j);
          T gy = v > 0 ? C(s, i, j) - C(s, i, j - 1) : C(s, i, j + 1) - C(s, i, j);
          T lap = (C(s, i + 1, j) - 2.0 * C(s, i, j) + C(s, i - 1, j)) / (hx * hx) +
                  (C(s, i, j + 1) - 2.0 * C(s, i, j) + C(s, i, j - 1)) / (hy * hy);
          CN(s, i, j) = C(s, i, j) + dt * (diff[s] * lap - u * gx / hx - v * gy / hy + r[s]);
        }
      }
    for (int s = 0; s < NS; s++)
      c[s].swap(cn[s]);
  }
  for (int s = 0; s < NS; s++)
  {
    sum[s] = 0;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        sum[s] += C(s, i, j) * C(s, i, j);
  }
}

int main(int argc, char* argv[])
{
  ops_init(argc, argv, 1);
  OPS_instance::getOPSInstance()->OPS_soa = 1;
  ops_decl_const("diff", NS, "double", diff);
  ops_decl_const("rate", 1, "double", &rate);
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("hx", 1, "double", &hx);
  ops_decl_const("hy", 1, "double", &hy);
  ops_block b = ops_decl_block(2, "reactor");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-2, -2}, dp[] = {2, 2}, zero[] = {0, 0};
  double* nil = nullptr;
  std::vector<double> init[NS];
  ops_dat in[NS];
  const char* names[NS] = {"fuel", "oxygen", "product"};
  for (int s = 0; s < NS; s++)
  {
    init[s].resize(NX * NY);
    for (int k = 0; k < NX * NY; k++)
    {
      double x = (k % NX + 0.5) * hx, y = (k / NX + 0.5) * hy;
      init[s][k] = s == 2 ? 0.1 * x * y : 0.5 + 0.4 * sin(3 * x + s) * cos(4 * y);
    }
    in[s] = ops_decl_dat(b, 1, size, base, zero, zero, init[s].data(), "double", names[s]);
  }
  ops_dat c = ops_decl_dat(b, NS, size, base, dm, dp, nil, "double", "c");
  ops_dat cn = ops_decl_dat(b, NS, size, base, dm, dp, nil, "double", "cn");
  ops_dat u = ops_decl_dat_passive(b, 1, size, base, zero, zero, nil, "double", "u");
  ops_dat v = ops_decl_dat_passive(b, 1, size, base, zero, zero, nil, "double", "v");
  ops_dat out = ops_decl_dat(b, 1, size, base, zero, zero, nil, "double", "out");
  int s1[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil S1 = ops_decl_stencil(2, 1, s1, "S1"), S5 = ops_decl_stencil(2, 5, s5, "S5");
  ops_reduction red = ops_decl_reduction_handle(NS * sizeof(double), "double", "squares");
  ops_partition("");

  int all[] = {0, NX, 0, NY};
  int sides[4][4] = {{-1, 0, 0, NY}, {NX, NX + 1, 0, NY}, {0, NX, -1, 0}, {0, NX, NY, NY + 1}};
  ops_par_loop(velocity, "velocity", b, 2, all, ops_arg_dat(u, 1, S1, "double", OPS_WRITE),
               ops_arg_dat(v, 1, S1, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(pack, "pack", b, 2, all, ops_arg_dat(in[0], 1, S1, "double", OPS_READ), ops_arg_dat(in[1], 1, S1, "double", OPS_READ),
               ops_arg_dat(in[2], 1, S1, "double", OPS_READ), ops_arg_dat(c, NS, S1, "double", OPS_WRITE));
  for (int n = 0; n < STEPS; n++)
  {
    for (int f = 0; f < 4; f++)
      ops_par_loop(edge, "edge", b, 2, sides[f], ops_arg_dat(c, NS, S5, "double", OPS_RW), ops_arg_gbl(&f, 1, "int", OPS_READ));
    ops_par_loop(transport, "transport", b, 2, all, ops_arg_dat(c, NS, S5, "double", OPS_READ),
                 ops_arg_dat(u, 1, S1, "double", OPS_READ), ops_arg_dat(v, 1, S1, "double", OPS_READ),
                 ops_arg_dat(cn, NS, S1, "double", OPS_WRITE));
    ops_dat t = c;
    c = cn;
    cn = t;
  }
  ops_par_loop(squares, "squares", b, 2, all, ops_arg_dat(c, NS, S1, "double", OPS_READ), ops_arg_reduce(red, NS, "double", OPS_INC));
  double sum[NS], seed[NS] = {0.5, -1.0, 2.0};
  red->get_result<double>(sum, seed);

  std::vector<double> ref[NS];
  auto widen = [&](auto& to) {
    for (int s = 0; s < NS; s++)
    {
      to[s].assign((NX + 2) * (NY + 2), 0.0);
      for (int k = 0; k < NX * NY; k++)
        to[s][k % NX + 1 + (NX + 2) * (k / NX + 1)] = init[s][k];
    }
  };
  widen(ref);
  double rsum[NS], err = 0, gerr = 0;
  plain(ref, rsum);
  std::vector<double> got(NX * NY);
  for (int s = 0; s < NS; s++)
  {
    err = std::fmax(err, std::fabs(sum[s] / rsum[s] - 1));
    ops_par_loop_passive(unpack, "unpack", b, 2, all, ops_arg_dat(c, NS, S1, "double", OPS_READ),
                         ops_arg_dat(out, 1, S1, "double", OPS_WRITE), ops_arg_gbl(&s, 1, "int", OPS_READ));
    ops_dat_fetch_data(out, 0, (char*)got.data());
    for (int k = 0; k < NX * NY; k++)
      err = std::fmax(err, std::fabs(got[k] - ref[s][k % NX + 1 + (NX + 2) * (k / NX + 1)]));
  }
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  for (int s = 0; s < NS; s++)
  {
    ops_dat_fetch_derivative(in[s], (char*)got.data(), OPS_HOST);
    for (int k = s; k < NX * NY; k += 53)
    {
      std::vector<cplx> z[NS];
      widen(z);
      z[s][k % NX + 1 + (NX + 2) * (k / NX + 1)] += cplx(0, 1e-40);
      cplx zs[NS];
      plain(z, zs);
      double d = 0;
      for (int q = 0; q < NS; q++)
        d += seed[q] * zs[q].imag() / 1e-40;
      double e = std::fabs(got[k] - d) / std::fmax(1.0, std::fabs(d));
      if (!(e <= gerr)) gerr = e;
    }
  }
  printf("values %.2e gradient %.2e\n", err, gerr);
  int bad = !(err < 1e-12 && gerr < 1e-10);
  ops_exit();
  printf("species_soa: %s\n", bad ? "failed" : "passed");
  return bad;
}
