// Reinitialisation of a level set (2-D, Godunov, nested MIN and MAX) on two blocks, one with its y axis turned round, joined by flipped
// halos; reductions of both blocks into one handle. Gradient by the initial fields of both blocks, against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

double hx = 0.05, hy = 0.055, dtau = 0.02;
#include "levelset_blocks_kernels.h"

// The left block is LX x NY; the right block is RX x NY and its y axis runs down.
constexpr int LX = 19, RX = 14, NY = 23, NX = LX + RX, SWEEPS = 11;
using cplx = std::complex<double>;
static double re(double a) { return a; }
static double re(cplx a) { return a.real(); }
template <class T> T hi(T a, T b) { return re(a) > re(b) ? a : b; }
template <class T> T lo(T a, T b) { return re(a) < re(b) ? a : b; }

template <class T> T plain(std::vector<T>& p, double* inside, double* most)
{
  std::vector<T> e((NX + 2) * (NY + 2), 0.0), p0 = p;
  auto E = [&](int i, int j) -> T& { return e[i + 1 + (NX + 2) * (j + 1)]; };
  auto fill = [&] {
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        E(i, j) = p[i + NX * j];
    for (int j = 0; j < NY; j++)
      E(-1, j) = 2.0 * E(0, j) - E(1, j), E(NX, j) = 2.0 * E(NX - 1, j) - E(NX - 2, j);
    for (int i = 0; i < NX; i++)
      E(i, -1) = 2.0 * E(i, 0) - E(i, 1), E(i, NY) = 2.0 * E(i, NY - 1) - E(i, NY - 2);
  };
  const T O = 0.0;
  auto sq = [](T x) { return x * x; };
  for (int n = 0; n < SWEEPS; n++)
  {
    fill();
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
      {
        T q = p0[i + NX * j], s = q / std::sqrt(q * q + hx * hx), f = E(i, j);
        T a = (f - E(i - 1, j)) / hx, b = (E(i + 1, j) - f) / hx, c = (f - E(i, j - 1)) / hy, d = (E(i, j + 1) - f) / hy, gx, gy;
        if (re(s) > 0)
          gx = hi(sq(hi(a, O)), sq(lo(b, O))), gy = hi(sq(hi(c, O)), sq(lo(d, O)));
        else
          gx = hi(sq(lo(a, O)), sq(hi(b, O))), gy = hi(sq(lo(c, O)), sq(hi(d, O)));
        p[i + NX * j] = f - dtau * s * (std::sqrt(gx + gy + 1e-12) - 1.0);
      }
  }
  fill();
  T sum = 0;
  *inside = 0, *most = 1e30;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
    {
      T gx = (E(i + 1, j) - E(i - 1, j)) / (2 * hx), gy = (E(i, j + 1) - E(i, j - 1)) / (2 * hy);
      sum += sq(gx * gx + gy * gy - 1.0) * std::exp(-sq(E(i, j)) * 40.0);
      *inside += re(E(i, j)) < 0 ? hx * hy : 0;
      *most = std::fmin(*most, re(E(i, j)));
    }
  return sum;
}

struct Patch
{
  ops_block block;
  ops_dat phi, phi0, tmp;
  int nx;
  Patch(int width, const char* name, double* data) : nx(width)
  {
    block = ops_decl_block(2, name);
    int size[] = {nx, NY}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, z[] = {0, 0};
    double* null = nullptr;
    phi0 = ops_decl_dat(block, 1, size, base, z, z, data, "double", "phi0");
    phi = ops_decl_dat(block, 1, size, base, m, p, null, "double", "phi");
    tmp = ops_decl_dat(block, 1, size, base, z, z, null, "double", "tmp");
  }
};

int main(int argc, char** argv)
{
  ops_init(argc, argv, 1);
  ops_decl_const("hx", 1, "double", &hx);
  ops_decl_const("hy", 1, "double", &hy);
  ops_decl_const("dtau", 1, "double", &dtau);
  std::vector<double> p0(NX * NY), left(LX * NY), right(RX * NY);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
    {
      double x = i * hx - 0.83, y = j * hy - 0.62;
      double v = p0[i + NX * j] = (x * x / 0.5 + y * y / 0.3 - 0.7) * (1.1 + 0.4 * sin(3 * x) * cos(2 * y));
      if (i < LX)
        left[i + LX * j] = v;
      else
        right[i - LX + RX * (NY - 1 - j)] = v;
    }
  Patch A(LX, "left", left.data()), B(RX, "right", right.data());
  Patch* patches[] = {&A, &B};

  int a1[] = {0, 0}, a5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  int w[] = {0, 0, 1, 0, 2, 0}, e[] = {0, 0, -1, 0, -2, 0}, l[] = {0, 0, 0, 1, 0, 2}, h[] = {0, 0, 0, -1, 0, -2};
  ops_stencil S1 = ops_decl_stencil(2, 1, a1, "1"), S5 = ops_decl_stencil(2, 5, a5, "5"), SW = ops_decl_stencil(2, 3, w, "w"),
              SE = ops_decl_stencil(2, 3, e, "e"), SL = ops_decl_stencil(2, 3, l, "l"), SH = ops_decl_stencil(2, 3, h, "h");
  int it[] = {1, NY}, fromA[] = {LX - 1, 0}, toB[] = {-1, 0}, fromB[] = {0, 0}, toA[] = {LX, 0}, up[] = {1, 2}, down[] = {1, -2};
  ops_halo seam[] = {ops_decl_halo(A.phi, B.phi, it, fromA, toB, up, down), ops_decl_halo(B.phi, A.phi, it, fromB, toA, up, down)};
  ops_halo_group join = ops_decl_halo_group(2, seam);
  ops_reduction rs = ops_decl_reduction_handle(8, "double", "defect"), ri = ops_decl_reduction_handle(8, "double", "inside");
  ops_reduction rm = ops_decl_reduction_handle(8, "double", "deepest");
  ops_partition("");

#define ARG(d, s, a) ops_arg_dat(d, 1, s, "double", a)
  auto edges = [&]() {
    for (Patch* p : patches)
    {
      int wr[] = {-1, 0, 0, NY}, er[] = {p->nx, p->nx + 1, 0, NY}, lr[] = {0, p->nx, -1, 0}, hr[] = {0, p->nx, NY, NY + 1};
      if (p == &A)
        ops_par_loop(ls_west, "west", p->block, 2, wr, ARG(p->phi, SW, OPS_RW));
      else
        ops_par_loop(ls_east, "east", p->block, 2, er, ARG(p->phi, SE, OPS_RW));
      ops_par_loop(ls_low, "low", p->block, 2, lr, ARG(p->phi, SL, OPS_RW));
      ops_par_loop(ls_high, "high", p->block, 2, hr, ARG(p->phi, SH, OPS_RW));
    }
    ops_halo_transfer(join);
  };
  for (Patch* p : patches)
  {
    int r[] = {0, p->nx, 0, NY};
    ops_par_loop(ls_move, "begin", p->block, 2, r, ARG(p->phi0, S1, OPS_READ), ARG(p->phi, S1, OPS_WRITE));
  }
  for (int n = 0; n < SWEEPS; n++)
  {
    edges();
    for (Patch* p : patches)
    {
      int r[] = {0, p->nx, 0, NY};
      ops_par_loop(ls_step, "step", p->block, 2, r, ARG(p->phi, S5, OPS_READ), ARG(p->phi0, S1, OPS_READ), ARG(p->tmp, S1, OPS_WRITE));
      ops_par_loop(ls_move, "move", p->block, 2, r, ARG(p->tmp, S1, OPS_READ), ARG(p->phi, S1, OPS_WRITE));
    }
  }
  edges();
  for (Patch* p : patches)
  {
    int r[] = {0, p->nx, 0, NY};
    ops_par_loop(ls_defect, "defect", p->block, 2, r, ARG(p->phi, S5, OPS_READ), ops_arg_reduce(rs, 1, "double", OPS_INC),
                 ops_arg_reduce(ri, 1, "double", OPS_INC), ops_arg_reduce(rm, 1, "double", OPS_MIN));
  }
  double sum, inside, most, seed = 3.0;
  rs->get_result<double>(&sum, &seed);
  ops_reduction_result(ri, &inside);
  ops_reduction_result(rm, &most);

  std::vector<double> p(p0), gl(LX * NY), gr(RX * NY);
  double in0, most0, sum0 = plain(p, &in0, &most0), gmax = 0, gerr = 0;
  double err = std::fmax(std::fabs(sum / sum0 - 1), std::fmax(std::fabs(inside / in0 - 1), std::fabs(most / most0 - 1)));
  ops_dat_fetch_data(A.phi, 0, (char*)gl.data());
  ops_dat_fetch_data(B.phi, 0, (char*)gr.data());
  auto pick = [&](int c) { return c % NX < LX ? gl[c % NX + LX * (c / NX)] : gr[c % NX - LX + RX * (NY - 1 - c / NX)]; };
  for (int c = 0; c < NX * NY; c++)
    err = std::fmax(err, std::fabs(pick(c) - p[c]));
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_dat_fetch_derivative(A.phi0, (char*)gl.data(), OPS_HOST);
  ops_dat_fetch_derivative(B.phi0, (char*)gr.data(), OPS_HOST);
  for (int c = 0; c < NX * NY; c++)
    gmax = std::fmax(gmax, std::fabs(pick(c)));
  for (int c = 0; c < NX * NY; c += 17)
  {
    std::vector<cplx> z(p0.begin(), p0.end());
    z[c] += cplx(0, 1e-40);
    double u, v, d = 3.0 * plain(z, &u, &v).imag() / 1e-40, er = std::fabs(d - pick(c)) / gmax;
    if (!(er <= gerr)) gerr = er;
  }
  std::printf("defect %.6f inside %.6f deepest %.6f: values %.2e gradient %.2e\n", sum, inside, most, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  std::printf("levelset_blocks: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
