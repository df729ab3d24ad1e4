// C form of the first interface: kernels by pointers and OPS_ACC macros, OPS_ACC_MD components; two blocks, the right one turned and flipped; time step from a
// MIN reduction through a scalar kernel; a steered number of steps. Oracle: dual numbers in plain C++ (ties and minima by value).
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
#define OPS_2D
#include "ops_seq.h"
enum { NX = 6, NY = 4, STEPS = 4 };
double cfl;
void tube_speed(const double* q, double* fastest) {
  const double s = 0.5 / (0.3 + fabs(q[OPS_ACC_MD0(0, 0, 0)]) + 0.2 * q[OPS_ACC_MD0(1, 0, 0)] * q[OPS_ACC_MD0(1, 0, 0)]);
  *fastest = MIN(*fastest, s);
}
void tube_step(const double* q, double* o, const double* dt) {
  for (int m = 0; m < 2; ++m)
    o[OPS_ACC_MD1(m, 0, 0)] = q[OPS_ACC_MD0(m, 0, 0)] + dt[0] * (q[OPS_ACC_MD0(m, -1, 0)] + q[OPS_ACC_MD0(m, 1, 0)] + q[OPS_ACC_MD0(m, 0, -1)] + q[OPS_ACC_MD0(m, 0, 1)] - 4.0 * q[OPS_ACC_MD0(m, 0, 0)])
                              - dt[0] * 0.1 * q[OPS_ACC_MD0(0, 0, 0)] * q[OPS_ACC_MD0(1 - m, 0, 0)];
}
void tube_sum(const double* q, double* s) { *s += q[OPS_ACC_MD0(0, 0, 0)] * q[OPS_ACC_MD0(1, 0, 0)] + q[OPS_ACC_MD0(0, 0, 0)]; }
void tube_dt(const double* limit, double* dt) { *dt = cfl * limit[0]; }
struct D { double v, d; };
static D operator+(D a, D b) { return {a.v + b.v, a.d + b.d}; }
static D operator-(D a, D b) { return {a.v - b.v, a.d - b.d}; }
static D operator*(D a, D b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
static D operator/(D a, D b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }
static D c(double x) { return {x, 0}; }
// One domain of 2 NX by NY cells: the right half is the second block, whose x runs down along the global y, and whose y runs along the global x.
static D oracle(const std::vector<D>& s, int W) {
  std::vector<D> q = s, o(s.size());
  auto at = [&](int m, int i, int j) { return i < 0 || j < 0 || i >= W || j >= NY ? c(0) : q[2 * (j * W + i) + m]; };
  for (int n = 0; n < STEPS; ++n) {
    D best{1e300, 0};
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < W; ++i) {
        const D a = at(0, i, j), b = at(1, i, j), v = c(0.5) / (c(0.3) + (a.v < 0 ? c(-1) * a : a) + c(0.2) * b * b);
        if (v.v < best.v) best = v;
      }
    const D dt = c(cfl) * best;
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < W; ++i)
        for (int m = 0; m < 2; ++m)
          o[2 * (j * W + i) + m] = at(m, i, j) + dt * (at(m, i - 1, j) + at(m, i + 1, j) + at(m, i, j - 1) + at(m, i, j + 1) - c(4) * at(m, i, j)) - dt * c(0.1) * at(0, i, j) * at(1 - m, i, j);
    std::swap(q, o);
  }
  D J = c(0);
  for (std::size_t k = 0; k < q.size(); k += 2) J = J + q[k] * q[k + 1] + q[k];
  return J;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  cfl = 0.4;
  ops_decl_const("cfl", 1, "double", &cfl);
  ops_block bl[2] = {ops_decl_block(2, "left"), ops_decl_block(2, "right")};
  int sizes[2][2] = {{NX, NY}, {NY, NX}}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1}, star[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, zero[] = {0, 0};
  double* temp = NULL;
  ops_dat start[2], q[2], o[2];
  for (int k = 0; k < 2; ++k) {
    start[k] = ops_decl_dat(bl[k], 2, sizes[k], base, dm, dp, temp, "double", k ? "start_r" : "start_l");
    q[k] = ops_decl_dat(bl[k], 2, sizes[k], base, dm, dp, temp, "double", k ? "q_r" : "q_l");
    o[k] = ops_decl_dat(bl[k], 2, sizes[k], base, dm, dp, temp, "double", k ? "o_r" : "o_l");
  }
  ops_stencil P = ops_decl_stencil(2, 1, zero, "P"), S = ops_decl_stencil(2, 5, star, "S");
  auto joint = [&](ops_dat l, ops_dat r) {
    // counters: 1 across (one cell), 2 along the joint upwards; right: y with counter 1, x backwards with counter 2
    int it[] = {1, NY}, lcol[] = {NX - 1, 0}, lghost[] = {NX, 0}, rrow[] = {0, 0}, rghost[] = {0, -1}, straight[] = {1, 2}, turned[] = {-2, 1};
    ops_halo h[2] = {ops_decl_halo(l, r, it, lcol, rghost, straight, turned), ops_decl_halo(r, l, it, rrow, lghost, turned, straight)};
    return ops_decl_halo_group(2, h);
  };
  ops_halo_group gq = joint(q[0], q[1]), go = joint(o[0], o[1]);
  ops_reduction low = ops_decl_reduction_handle(sizeof(double), "double", "low"), sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  double z = 0;
  ops_scalar limit = ops_decl_scalar("limit", &z, 1), dt = ops_decl_scalar("dt", &z, 1);
  ops_partition("");
  const int W = 2 * NX;
  std::vector<D> s(2 * W * NY);
  for (std::size_t k = 0; k < s.size(); ++k) s[k] = {0.5 + 0.4 * std::sin(1.3 * k), std::cos(0.6 * k)};
  for (int k = 0; k < 2; ++k) {
    std::vector<double> v(2 * NX * NY);
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i)
        for (int m = 0; m < 2; ++m) (k ? v[2 * (i * NY + NY - 1 - j) + m] : v[2 * (j * NX + i) + m]) = s[2 * (j * W + i + k * NX) + m].v;
    int disp[2], ext[2];  // of this process
    ops_dat_get_extents(start[k], 0, disp, ext);
    std::vector<double> own;
    for (int j = 0; j < ext[1]; ++j)
      for (int i = 0; i < 2 * ext[0]; ++i) own.push_back(v[2 * ((j + disp[1]) * sizes[k][0] + disp[0]) + i]);
    ops_dat_set_data(start[k], 0, (char*)own.data());
    ops_dat_deep_copy(q[k], start[k]);
  }
  for (int n = 0; n < STEPS; ++n) {
    ops_ad_step();
    ops_halo_transfer(gq);
    for (int k = 0; k < 2; ++k) {
      int all[] = {0, sizes[k][0], 0, sizes[k][1]};
      ops_par_loop(tube_speed, "tube_speed", bl[k], 2, all, ops_arg_dat(q[k], 2, P, "double", OPS_READ), ops_arg_reduce(low, 1, "double", OPS_MIN));
    }
    ops_scalar_from_reduction(limit, low);
    ops_scalar_loop(tube_dt, "tube_dt", ops_arg_scalar(limit, 1, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE));
    for (int k = 0; k < 2; ++k) {
      int all[] = {0, sizes[k][0], 0, sizes[k][1]};
      ops_par_loop(tube_step, "tube_step", bl[k], 2, all, ops_arg_dat(q[k], 2, S, "double", OPS_READ), ops_arg_dat(o[k], 2, P, "double", OPS_WRITE), ops_arg_scalar(dt, 1, "double", OPS_READ));
      std::swap(q[k], o[k]);
    }
    std::swap(gq, go);
  }
  for (int k = 0; k < 2; ++k) {
    int all[] = {0, sizes[k][0], 0, sizes[k][1]};
    ops_par_loop(tube_sum, "tube_sum", bl[k], 2, all, ops_arg_dat(q[k], 2, P, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  }
  double J, one = 1;
  sum->get_result(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const D want = oracle(s, W);
  bool ok = std::fabs(J / want.v - 1) < 1e-12;
  if (ops_num_procs() == 1) {
    double got = 0;
    for (int k = 0; k < 2; ++k) {
      auto g = ops_dat_fetch_derivative<double>(start[k]);
      for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i)
          for (int m = 0; m < 2; ++m) got += (k ? g[2 * (i * NY + NY - 1 - j) + m] : g[2 * (j * NX + i) + m]) * s[2 * (j * W + i + k * NX) + m].d;
    }
    ok = ok && std::fabs(got / want.d - 1) < 1e-11;
    ops_printf("along %.14g expected %.14g\n", got, want.d);
  }
  ops_printf("J %.14g expected %.14g\ntube_v1: %s\n", J, want.v, ok ? "passed" : "failed");
  ops_exit();
  return !ok;
}
