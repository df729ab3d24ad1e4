// Taylor-Green flow in a periodic box, compressible, without viscosity: five fields in datasets of their own, as a code generator writes it.
#include <cmath>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int block0np0, block0np1, block0np2, niter;
double Delta0block0, Delta1block0, Delta2block0, inv_0, inv_1, inv_2, dt, gama;
double rc0, rc1, rc2, rc3;
#define OPS_3D
#define OPS_API 2
#include "ops_seq.h"
#include "euler_flat_kernels.h"
#include "agree.h"

ops_block opsblock00;
ops_dat q_B0[5], q_RK_B0[5], Residual_B0[5], u_B0[3], p_B0;
ops_stencil stencil_0_00_00_00_3, stencil_0_22_22_22_13;
ops_halo_group periodic_side[3];

static ops_dat declare(const char* name) {
  int halo_p[] = {3, 3, 3}, halo_m[] = {-3, -3, -3}, size[] = {block0np0, block0np1, block0np2}, base[] = {0, 0, 0};
  double* value = NULL;
  return ops_decl_dat(opsblock00, 1, size, base, halo_m, halo_p, value, "double", name);
}

#define ARG(dat, acc) ops_arg_dat(dat, 1, stencil_0_00_00_00_3, "double", acc)
#define ARG5(dats, acc) ARG(dats[0], acc), ARG(dats[1], acc), ARG(dats[2], acc), ARG(dats[3], acc), ARG(dats[4], acc)
#define WIDE(dat) ops_arg_dat(dat, 1, stencil_0_22_22_22_13, "double", OPS_READ)

namespace {
using Field = std::vector<double>;
struct Box {
  Field q[5];
  size_t operator()(int i, int j, int k) const {
    const auto in = [](int a, int n) { return (a + n) % n; };
    return static_cast<size_t>(in(i, block0np0) + block0np0 * (in(j, block0np1) + block0np1 * in(k, block0np2)));
  }
  template <class F>
  void each(F f) const {
    for (int k = 0; k < block0np2; ++k)
      for (int j = 0; j < block0np1; ++j)
        for (int i = 0; i < block0np0; ++i) f(i, j, k, (*this)(i, j, k));
  }
};

double plain_run(Box& b, const double* rkA, const double* rkB) {
  const size_t n = b.q[0].size();
  Box old, res;
  for (int e = 0; e < 5; ++e) old.q[e].assign(n, 0.0), res.q[e].assign(n, 0.0);
  Field u[3] = {Field(n), Field(n), Field(n)}, p(n);
  const double inverse[] = {inv_0, inv_1, inv_2};
  for (int iter = 0; iter < niter; ++iter)
    for (int stage = 0; stage < 3; ++stage) {
      for (size_t c = 0; c < n; ++c) {
        double kinetic = 0.0;
        for (int d = 0; d < 3; ++d) u[d][c] = b.q[1 + d][c] / b.q[0][c], kinetic += b.q[1 + d][c] * b.q[1 + d][c];
        p[c] = (gama - 1.0) * (b.q[4][c] - 0.5 * kinetic / b.q[0][c]);
      }
      const auto flux = [&](int e, int d, size_t c) {
        if (e == 0) return b.q[1 + d][c];
        if (e == 4) return (p[c] + b.q[4][c]) * u[d][c];
        return b.q[e][c] * u[d][c] + (e == d + 1 ? p[c] : 0.0);
      };
      b.each([&](int i, int j, int k, size_t c) {
        for (int e = 0; e < 5; ++e) {
          double sum = 0.0;
          for (int d = 0; d < 3; ++d) {
            const auto f = [&](int o) { return flux(e, d, b(i + (d == 0 ? o : 0), j + (d == 1 ? o : 0), k + (d == 2 ? o : 0))); };
            sum += inverse[d] * (2.0 / 3.0 * (f(1) - f(-1)) - 1.0 / 12.0 * (f(2) - f(-2)));
          }
          res.q[e][c] = -sum;
        }
      });
      for (int e = 0; e < 5; ++e)
        for (size_t c = 0; c < n; ++c) {
          old.q[e][c] = rkA[stage] * old.q[e][c] + dt * res.q[e][c];
          b.q[e][c] += rkB[stage] * old.q[e][c];
        }
    }
  double energy = 0.0;
  for (size_t c = 0; c < n; ++c) energy += 0.5 * (b.q[1][c] * b.q[1][c] + b.q[2][c] * b.q[2][c] + b.q[3][c] * b.q[3][c]) / b.q[0][c];
  return energy;
}
}  // namespace

int main(int argc, char** argv) {
  block0np0 = 13, block0np1 = 11, block0np2 = 9, niter = 4;
  Delta0block0 = 2.0 * M_PI / block0np0, Delta1block0 = 2.0 * M_PI / block0np1, Delta2block0 = 2.0 * M_PI / block0np2;
  inv_0 = 1.0 / Delta0block0, inv_1 = 1.0 / Delta1block0, inv_2 = 1.0 / Delta2block0;
  dt = 0.01, gama = 1.4, rc0 = 2.0 / 3.0, rc1 = 1.0 / 12.0, rc2 = 0.5, rc3 = 10.0 / 1.4;
  double rkA[] = {0.0, -5.0 / 9.0, -153.0 / 128.0}, rkB[] = {1.0 / 3.0, 15.0 / 16.0, 8.0 / 15.0};

  ops_init(argc, argv, 1);
  ops_decl_const("Delta0block0", 1, "double", &Delta0block0);
  ops_decl_const("Delta1block0", 1, "double", &Delta1block0);
  ops_decl_const("Delta2block0", 1, "double", &Delta2block0);
  ops_decl_const("inv_0", 1, "double", &inv_0);
  ops_decl_const("inv_1", 1, "double", &inv_1);
  ops_decl_const("inv_2", 1, "double", &inv_2);
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("gama", 1, "double", &gama);
  ops_decl_const("rc0", 1, "double", &rc0);
  ops_decl_const("rc1", 1, "double", &rc1);
  ops_decl_const("rc2", 1, "double", &rc2);
  ops_decl_const("rc3", 1, "double", &rc3);
  ops_decl_const("block0np0", 1, "int", &block0np0);

  opsblock00 = ops_decl_block(3, "opsblock00");
  const std::string names[] = {"rho", "rhou0", "rhou1", "rhou2", "rhoE"};
  for (int e = 0; e < 5; e++) {
    q_B0[e] = declare((names[e] + "_B0").c_str());
    q_RK_B0[e] = declare((names[e] + "_RK_B0").c_str());
    Residual_B0[e] = declare(("Residual" + std::to_string(e) + "_B0").c_str());
  }
  for (int d = 0; d < 3; d++) u_B0[d] = declare(("u" + std::to_string(d) + "_B0").c_str());
  p_B0 = declare("p_B0");
  std::vector<int> points = {0, 0, 0};
  for (int d = 0; d < 3; d++)
    for (int o : {-2, -1, 1, 2})
      for (int a = 0; a < 3; a++) points.push_back(a == d ? o : 0);
  stencil_0_00_00_00_3 = ops_decl_stencil(3, 1, points.data(), "0,0,0");
  stencil_0_22_22_22_13 = ops_decl_stencil(3, 13, points.data(), "wide");
  for (int d = 0; d < 3; d++) {
    std::vector<ops_halo> halos;
    for (int e = 0; e < 5; e++) {
      int dir[] = {1, 2, 3}, n[] = {block0np0, block0np1, block0np2};
      int iter[] = {n[0] + 6, n[1] + 6, n[2] + 6}, from[] = {-3, -3, -3}, to[] = {-3, -3, -3};
      iter[d] = 3, from[d] = 0, to[d] = n[d];
      halos.push_back(ops_decl_halo(q_B0[e], q_B0[e], iter, from, to, dir, dir));
      from[d] = n[d] - 3, to[d] = -3;
      halos.push_back(ops_decl_halo(q_B0[e], q_B0[e], iter, from, to, dir, dir));
    }
    periodic_side[d] = ops_decl_halo_group(10, halos.data());
  }
  ops_reduction KE = ops_decl_reduction_handle(sizeof(double), "double", "KE"),
                mass = ops_decl_reduction_handle(sizeof(double), "double", "mass");
  ops_partition("");

  int iteration_range[] = {0, block0np0, 0, block0np1, 0, block0np2};
  int wide_range[] = {-2, block0np0 + 2, -2, block0np1 + 2, -2, block0np2 + 2};
  ops_par_loop(opsblock00_init, "Grid and initial values", opsblock00, 3, iteration_range, ARG5(q_B0, OPS_WRITE), ops_arg_idx());
  ops_par_loop(opsblock00_zero, "zero", opsblock00, 3, iteration_range, ARG5(q_RK_B0, OPS_WRITE));
  Box first;
  for (int e = 0; e < 5; e++) first.q[e] = ops_dat_fetch_data<double>(q_B0[e]);

  double cpu_start, elapsed_start, cpu_end, elapsed_end;
  ops_timers(&cpu_start, &elapsed_start);
  for (int iter = 0; iter < niter; iter++) {
    for (int stage = 0; stage < 3; stage++) {
      for (int d = 0; d < 3; d++) ops_halo_transfer(periodic_side[d]);
      ops_par_loop(opsblock00_primitive, "CRu0_B0", opsblock00, 3, wide_range, ARG5(q_B0, OPS_READ), ARG(u_B0[0], OPS_WRITE),
                   ARG(u_B0[1], OPS_WRITE), ARG(u_B0[2], OPS_WRITE), ARG(p_B0, OPS_WRITE));
      ops_par_loop(opsblock00_residual, "Convective residual", opsblock00, 3, iteration_range, WIDE(q_B0[0]), WIDE(q_B0[1]), WIDE(q_B0[2]),
                   WIDE(q_B0[3]), WIDE(q_B0[4]), WIDE(p_B0), WIDE(u_B0[0]), WIDE(u_B0[1]), WIDE(u_B0[2]), ARG5(Residual_B0, OPS_WRITE));
      ops_par_loop(opsblock00_rk, "Sub stage advancement", opsblock00, 3, iteration_range, ARG5(Residual_B0, OPS_READ), ARG5(q_B0, OPS_RW),
                   ARG5(q_RK_B0, OPS_RW), ops_arg_gbl(&rkA[stage], 1, "double", OPS_READ), ops_arg_gbl(&rkB[stage], 1, "double", OPS_READ));
    }
  }
  ops_timers(&cpu_end, &elapsed_end);
  ops_par_loop(opsblock00_monitor, "monitor", opsblock00, 3, iteration_range, ARG(q_B0[0], OPS_READ), ARG(q_B0[1], OPS_READ),
               ARG(q_B0[2], OPS_READ), ARG(q_B0[3], OPS_READ), ops_arg_reduce(KE, 1, "double", OPS_INC),
               ops_arg_reduce(mass, 1, "double", OPS_INC));
  const double one = 1.0;
  double energy = 0.0, weight = 0.0;
  KE->get_result(&energy, &one);
  ops_reduction_result(mass, &weight);
  if (elapsed_end < elapsed_start) ops_printf("time runs backwards\n");
  ops_printf("kinetic energy %.12f, mass %.12f\n", energy, weight);

  Box end = first;
  check::number("kinetic energy", energy, plain_run(end, rkA, rkB), 1e-12);
  for (int e = 0; e < 5; e++) check::fields(q_B0[e]->name, ops_dat_fetch_data<double>(q_B0[e]), end.q[e], 1e-12);
  ops_interpret_adjoints();
  for (int e = 0; e < 5; e++) {
    const Field slope = ops_dat_fetch_derivative<double>(q_B0[e]);
    for (size_t probe : {size_t(0), slope.size() / 2 + 3, slope.size() - 1}) {
      Box up = first, down = first;
      up.q[e][probe] += 1e-5, down.q[e][probe] -= 1e-5;
      check::number("slope", slope[probe], (plain_run(up, rkA, rkB) - plain_run(down, rkA, rkB)) / 2e-5, 1e-7);
    }
  }
  const int status = check::verdict();
  ops_exit();
  return status;
}
