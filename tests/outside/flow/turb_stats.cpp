// Statistics of a random velocity field in a periodic box (3-D, C++ form, structure of arrays): INC, MIN and MAX reductions of one to six
// components, an integer one, several loops into one handle, seeds of several components. Compared with plain loops and an adjoint
// written by hand.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_3D
#define OPS_SOA
#define OPS_CPP_API
#include "ops_seq_v2.h"

#define N1 13
#define N2 11
#define N3 9
double rdx = N1 / 6.28, rdy = N2 / 6.28, rdz = N3 / 6.28;

void gather(const ACC<double>& u, const ACC<double>& v, const ACC<double>& w, ACC<double>& vel)
{
  vel(0, 0, 0, 0) = u(0, 0, 0);
  vel(1, 0, 0, 0) = v(0, 0, 0);
  vel(2, 0, 0, 0) = w(0, 0, 0);
}

void mean_and_range(const ACC<double>& vel, double* sum, double* lo, double* hi, int* count)
{
  for (int c = 0; c < 3; c++)
  {
    sum[c] += vel(c, 0, 0, 0);
    lo[c] = MIN(lo[c], vel(c, 0, 0, 0));
    hi[c] = MAX(hi[c], vel(c, 0, 0, 0));
  }
  if (vel(0, 0, 0, 0) > 0) *count += 1;
}

/* xx yy zz xy xz yz */
void stresses(const ACC<double>& vel, const double* mean, double* r)
{
  double d[3];
  for (int c = 0; c < 3; c++)
    d[c] = vel(c, 0, 0, 0) - mean[c];
  for (int c = 0; c < 3; c++)
    r[c] += d[c] * d[c];
  r[3] += d[0] * d[1];
  r[4] += d[0] * d[2];
  r[5] += d[1] * d[2];
}

void curl(const ACC<double>& vel, ACC<double>& ens, double* top)
{
  double a, b, c;
  a = 0.5 * ((vel(2, 0, 1, 0) - vel(2, 0, -1, 0)) * rdy - (vel(1, 0, 0, 1) - vel(1, 0, 0, -1)) * rdz);
  b = 0.5 * ((vel(0, 0, 0, 1) - vel(0, 0, 0, -1)) * rdz - (vel(2, 1, 0, 0) - vel(2, -1, 0, 0)) * rdx);
  c = 0.5 * ((vel(1, 1, 0, 0) - vel(1, -1, 0, 0)) * rdx - (vel(0, 0, 1, 0) - vel(0, 0, -1, 0)) * rdy);
  ens(0, 0, 0) = a * a + b * b + c * c;
  if (ens(0, 0, 0) > *top) *top = ens(0, 0, 0);
}

void half_sum(const ACC<double>& ens, double* sum) { *sum = *sum + ens(0, 0, 0); }

static int wrapped(int c, int n) { return (c + n) % n; }
static int at(int i, int j, int k) { return wrapped(i, N1) + N1 * (wrapped(j, N2) + N2 * wrapped(k, N3)); }

static double worst;
static void same(double a, double b, double scale = 0)
{
  double e = std::fabs(a - b) / std::max(scale, std::fabs(b));
  if (!(e <= worst)) worst = e;
}

int main(int argc, char** argv)
{
  OPS_instance* ops = new OPS_instance(argc, argv, 1);
  ops->OPS_soa = 1;
  ops->decl_const<double>("rdx", 1, "double", &rdx);
  ops->decl_const<double>("rdy", 1, "double", &rdy);
  ops->decl_const<double>("rdz", 1, "double", &rdz);
  ops_block box = ops->decl_block(3, "box");
  int size[3] = {N1, N2, N3}, base[3] = {0, 0, 0}, m[3] = {-1, -1, -1}, p[3] = {1, 1, 1}, none[3] = {0, 0, 0};
  const int total = N1 * N2 * N3;
  std::vector<double> a[3];
  ops_dat comp[3];
  const char* names[] = {"u", "v", "w"};
  unsigned s = 12345;
  for (int c = 0; c < 3; c++)
  {
    for (int q = 0; q < total; q++)
    {
      s = s * 1664525u + 1013904223u;
      a[c].push_back(0.1 * c + (s >> 8) / 16777216.0 - 0.5);
    }
    comp[c] = box->decl_dat(1, size, base, none, none, a[c].data(), "double", names[c]);
  }
  double* null = nullptr;
  ops_dat vel = box->decl_dat(3, size, base, m, p, null, "double", "vel");
  ops_dat ens = box->decl_dat(1, size, base, none, none, null, "double", "enstrophy");
  int o[] = {0, 0, 0}, star[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  ops_stencil here = ops->decl_stencil(3, 1, o, "here"), around = ops->decl_stencil(3, 7, star, "around");
  std::vector<ops_halo> halos;
  for (int d = 0; d < 3; d++)
    for (int side = 0; side < 2; side++)
    {
      int it[3] = {N1, N2, N3}, from[3] = {0, 0, 0}, to[3] = {0, 0, 0}, dir[3] = {1, 2, 3};
      it[d] = 1;
      from[d] = side ? 0 : size[d] - 1;
      to[d] = side ? size[d] : -1;
      halos.push_back(ops->decl_halo(vel, vel, it, from, to, dir, dir));
    }
  ops_halo_group periodic = ops->decl_halo_group((int)halos.size(), halos.data());
  ops_reduction rsum = ops->decl_reduction_handle(3 * sizeof(double), "double", "sum"), rlo = ops->decl_reduction_handle(3 * sizeof(double), "double", "lo");
  ops_reduction rhi = ops->decl_reduction_handle(3 * sizeof(double), "double", "hi"), rst = ops->decl_reduction_handle(6 * sizeof(double), "double", "stress");
  ops_reduction rtop = ops->decl_reduction_handle(sizeof(double), "double", "top"), rens = ops->decl_reduction_handle(sizeof(double), "double", "enstrophy");
  ops_reduction rcnt = ops->decl_reduction_handle(sizeof(int), "int", "count");
  ops->partition("");

  int all[] = {0, N1, 0, N2, 0, N3}, lower[] = {0, N1, 0, N2, 0, N3 / 2}, upper[] = {0, N1, 0, N2, N3 / 2, N3};
  ops_par_loop(gather, "gather", box, 3, all, ops_arg_dat(comp[0], 1, here, "double", OPS_READ), ops_arg_dat(comp[1], 1, here, "double", OPS_READ),
               ops_arg_dat(comp[2], 1, here, "double", OPS_READ), ops_arg_dat(vel, 3, here, "double", OPS_WRITE));
  periodic->halo_transfer();
  ops_par_loop(mean_and_range, "mean", box, 3, all, ops_arg_dat(vel, 3, here, "double", OPS_READ), ops_arg_reduce(rsum, 3, "double", OPS_INC),
               ops_arg_reduce(rlo, 3, "double", OPS_MIN), ops_arg_reduce(rhi, 3, "double", OPS_MAX), ops_arg_reduce(rcnt, 1, "int", OPS_INC));
  double mean[3], lo[3], hi[3], st[6], top, en;
  int count;
  rsum->get_result<double>(mean);
  const double hiseed[3] = {0, 1.5, 0}, loseed[3] = {0.25, 0, -1};
  rlo->get_result<double>(lo, loseed);
  rhi->get_result<double>(hi, hiseed);
  rcnt->get_result<int>(&count);
  for (double& v : mean)
    v /= total;
  ops_par_loop(stresses, "stress", box, 3, all, ops_arg_dat(vel, 3, here, "double", OPS_READ), ops_arg_gbl(mean, 3, "double", OPS_READ),
               ops_arg_reduce(rst, 6, "double", OPS_INC));
  const double stseed[6] = {1, 0.5, 2, -1, 3, 0.7};
  rst->get_result<double>(st, stseed);
  ops_par_loop(curl, "curl", box, 3, all, ops_arg_dat(vel, 3, around, "double", OPS_READ), ops_arg_dat(ens, 1, here, "double", OPS_WRITE),
               ops_arg_reduce(rtop, 1, "double", OPS_MAX));
  const double topseed = 2.0, enseed = 0.1;
  rtop->get_result<double>(&top, &topseed);
  ops_par_loop(half_sum, "lower half", box, 3, lower, ops_arg_dat(ens, 1, here, "double", OPS_READ), ops_arg_reduce(rens, 1, "double", OPS_INC));
  ops_par_loop(half_sum, "upper half", box, 3, upper, ops_arg_dat(ens, 1, here, "double", OPS_READ), ops_arg_reduce(rens, 1, "double", OPS_INC));
  rens->get_result<double>(&en, &enseed);

  // plain statistics and their hand-written adjoint
  double rm[3] = {0, 0, 0}, rs[6] = {0}, ren = 0, rt = -1;
  int ilo[3] = {0}, ihi[3] = {0}, itop = 0, cnt = 0;
  for (int c = 0; c < 3; c++)
    for (int q = 0; q < total; q++)
    {
      rm[c] += a[c][q] / total;
      if (a[c][q] < a[c][ilo[c]]) ilo[c] = q;
      if (a[c][q] > a[c][ihi[c]]) ihi[c] = q;
      if (c == 0 && a[c][q] > 0) cnt++;
    }
  static const int one[6] = {0, 1, 2, 0, 0, 1}, two[6] = {0, 1, 2, 1, 2, 2};
  std::vector<double> g[3], w[3], e(total);
  for (int c = 0; c < 3; c++)
    g[c].assign(total, 0.0), w[c].assign(total, 0.0), g[c][ilo[c]] += loseed[c], g[c][ihi[c]] += hiseed[c];
  for (int r = 0; r < 6; r++)
    for (int q = 0; q < total; q++)
    {
      double x = a[one[r]][q] - rm[one[r]], y = a[two[r]][q] - rm[two[r]];
      rs[r] += x * y;
      g[one[r]][q] += stseed[r] * y;
      g[two[r]][q] += stseed[r] * x;
    }
  const double rd[3] = {rdx, rdy, rdz};
  auto diff = [&](int c, int d, int i, int j, int k) {
    return 0.5 * rd[d] * (a[c][at(i + (d == 0), j + (d == 1), k + (d == 2))] - a[c][at(i - (d == 0), j - (d == 1), k - (d == 2))]);
  };
  for (int q = 0; q < total; q++)
  {
    int i = q % N1, j = q / N1 % N2, k = q / (N1 * N2);
    for (int c = 0; c < 3; c++)
      w[c][q] = diff((c + 2) % 3, (c + 1) % 3, i, j, k) - diff((c + 1) % 3, (c + 2) % 3, i, j, k);
    e[q] = w[0][q] * w[0][q] + w[1][q] * w[1][q] + w[2][q] * w[2][q];
    ren += e[q];
    if (e[q] > rt) rt = e[q], itop = q;
  }
  for (int q = 0; q < total; q++)
  {
    int i = q % N1, j = q / N1 % N2, k = q / (N1 * N2);
    double seed = enseed + (q == itop ? topseed : 0);
    for (int c = 0; c < 3; c++)
      for (int h = 1; h < 3; h++)
      {
        int of = (c + (h == 1 ? 2 : 1)) % 3, d = (c + h) % 3;
        double v = (h == 1 ? 1 : -1) * 2 * seed * w[c][q] * 0.5 * rd[d];
        g[of][at(i + (d == 0), j + (d == 1), k + (d == 2))] += v;
        g[of][at(i - (d == 0), j - (d == 1), k - (d == 2))] -= v;
      }
  }
  for (int c = 0; c < 3; c++)
    same(mean[c], rm[c], 1), same(lo[c], a[c][ilo[c]]), same(hi[c], a[c][ihi[c]]);
  for (int r = 0; r < 6; r++)
    same(st[r], rs[r], rs[0]);
  same(top, rt), same(en, ren), same(count, cnt);
  double values = worst;
  worst = 0;
  ops_interpret_adjoints(ops);
  std::vector<double> got(total);
  for (int c = 0; c < 3; c++)
  {
    comp[c]->fetch_derivative((char*)got.data(), OPS_HOST);
    for (int q = 0; q < total; q++)
      same(got[q], g[c][q], 1);
  }
  printf("values %.2e gradient %.2e\n", values, worst);
  bool ok = values < 1e-12 && worst < 1e-11;
  delete ops;
  printf("turb_stats: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
