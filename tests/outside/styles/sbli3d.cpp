// Generated style: compressible Navier-Stokes in 3-D, periodic, low-storage RK3; constants through extern and a header that publishes them;
// 20-argument loops over work arrays, halo groups per direction. Gradient of the kinetic energy by the initial momentum; oracle: dual numbers in plain C++.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
double gama, Minf, Re, Delta0block0, Delta1block0, Delta2block0, dt, rkold[3], rknew[3], inv_0, inv_1;
int block0np0, block0np1, block0np2;
#define OPS_3D
#define OPS_API 2
#include "ops_seq_v2.h"
#include "sbli3d_kernels.h"
#include "sbli3d_oracle.h"
#include "sbli3d_constants.h"

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  block0np0 = 7, block0np1 = 6, block0np2 = 5;
  gama = 1.4, Minf = 0.3, Re = 40.0, dt = 0.02;
  Delta0block0 = 2 * M_PI / block0np0, Delta1block0 = 2 * M_PI / block0np1, Delta2block0 = 2 * M_PI / block0np2;
  rkold[0] = 1.0 / 4, rkold[1] = 3.0 / 20, rkold[2] = 3.0 / 5, rknew[0] = 2.0 / 3, rknew[1] = 5.0 / 12, rknew[2] = 3.0 / 5;
  inv_0 = 1.0 / Delta0block0, inv_1 = 1.0 / (Minf * Minf);
  publish();
  ops_block block0 = ops_decl_block(3, "block0");
  int size[] = {block0np0, block0np1, block0np2}, base[] = {0, 0, 0}, d_p[] = {2, 2, 2}, d_m[] = {-2, -2, -2};
  double* value = NULL;
  auto dat = [&](const char* name) { return ops_decl_dat(block0, 1, size, base, d_m, d_p, value, "double", name); };
  ops_dat q[5], old[5], res[5], wk[10], start[5];
  const char* names[] = {"rho", "rhou0", "rhou1", "rhou2", "rhoE"};
  for (int i = 0; i < 5; ++i) {
    std::string n = std::string(names[i]) + "_B0";
    q[i] = dat(n.c_str()), old[i] = dat((n + "_RKold").c_str()), res[i] = dat((n + "_Residual").c_str()), start[i] = dat((n + "_start").c_str());
  }
  for (int i = 0; i < 10; ++i) wk[i] = dat(("wk" + std::to_string(i)).c_str());
  ops_halo_group periodic[3], viscous[3];
  for (int d = 0; d < 3; ++d)
    for (int set = 0; set < 2; ++set) {
      std::vector<ops_halo> halos;
      for (int v = 0; v < 5; ++v) {
        ops_dat f = set ? wk[v] : q[v];
        int iter[] = {size[0] + 4, size[1] + 4, size[2] + 4}, from[] = {-2, -2, -2}, to[] = {-2, -2, -2}, dir[] = {1, 2, 3};
        iter[d] = 2, from[d] = 0, to[d] = size[d];
        halos.push_back(ops_decl_halo(f, f, iter, from, to, dir, dir));
        from[d] = size[d] - 2, to[d] = -2;
        halos.push_back(ops_decl_halo(f, f, iter, from, to, dir, dir));
      }
      (set ? viscous : periodic)[d] = ops_decl_halo_group(10, halos.data());
    }
  int p0[] = {0, 0, 0}, p5[39], n = 0;
  for (int d = -1; d < 3; ++d)
    for (int o : {-2, -1, 1, 2}) {
      if (d < 0 && o > -2) continue;
      for (int k = 0; k < 3; ++k) p5[n++] = k == d ? o : 0;
    }
  ops_stencil S0 = ops_decl_stencil(3, 1, p0, "0,0,0"), S13 = ops_decl_stencil(3, 13, p5, "central");
  ops_reduction KE = ops_decl_reduction_handle(sizeof(double), "double", "KE");
  ops_partition("");
  int inner[] = {0, block0np0, 0, block0np1, 0, block0np2};
#define R(D) ops_arg_dat(D, 1, S0, "double", OPS_READ)
#define R5(D) ops_arg_dat(D, 1, S13, "double", OPS_READ)
#define W(D) ops_arg_dat(D, 1, S0, "double", OPS_WRITE)
#define RW(D) ops_arg_dat(D, 1, S0, "double", OPS_RW)
  ops_par_loop(opensbliblock00Kernel_init, "Grid_based_initialisation0", block0, 3, inner, W(start[0]), W(start[1]), W(start[2]), W(start[3]), W(start[4]), ops_arg_idx());
  for (int i = 0; i < 5; ++i) ops_dat_deep_copy(q[i], start[i]);
  for (int iter = 0; iter < 3; ++iter) {
    ops_ad_step();
    ops_par_loop(opensbliblock00Kernel_save, "Save equations", block0, 3, inner, R(q[0]), R(q[1]), R(q[2]), R(q[3]), R(q[4]), W(old[0]), W(old[1]), W(old[2]), W(old[3]), W(old[4]));
    for (int stage = 0; stage < 3; ++stage) {
      for (ops_halo_group g : periodic) ops_halo_transfer(g);
      ops_par_loop(opensbliblock00Kernel_prim, "CR primitive", block0, 3, inner, R(q[0]), R(q[1]), R(q[2]), R(q[3]), R(q[4]), W(wk[0]), W(wk[1]), W(wk[2]), W(wk[3]), W(wk[4]));
      for (ops_halo_group g : viscous) ops_halo_transfer(g);
      ops_par_loop(opensbliblock00Kernel_res, "Convective and viscous residual", block0, 3, inner, R5(q[0]), R5(q[1]), R5(q[2]), R5(q[3]), R5(q[4]), R5(wk[0]), R5(wk[1]), R5(wk[2]), R5(wk[3]), R5(wk[4]),
                   W(res[0]), W(res[1]), W(res[2]), W(res[3]), W(res[4]));
      ops_par_loop(opensbliblock00Kernel_rk, "Sub stage advancement", block0, 3, inner, RW(q[0]), RW(q[1]), RW(q[2]), RW(q[3]), RW(q[4]), RW(old[0]), RW(old[1]), RW(old[2]), RW(old[3]), RW(old[4]),
                   R(res[0]), R(res[1]), R(res[2]), R(res[3]), R(res[4]), ops_arg_gbl(&rknew[stage], 1, "double", OPS_READ), ops_arg_gbl(&rkold[stage], 1, "double", OPS_READ));
    }
  }
  ops_par_loop(opensbliblock00Kernel_ke, "KE", block0, 3, inner, R(q[0]), R(q[1]), R(q[2]), R(q[3]), R(q[4]), ops_arg_reduce(KE, 1, "double", OPS_INC));
  double J, one = 1.0;
  KE->get_result(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  double got = 0;
  for (int v = 0; v < 5; ++v) {
    auto g = ops_dat_fetch_derivative<double>(start[v]);
    int disp[3], ext[3];
    ops_dat_get_extents(start[v], 0, disp, ext);
    for (int k = 0, at = 0; k < ext[2]; ++k)
      for (int j = 0; j < ext[1]; ++j)
        for (int i = 0; i < ext[0]; ++i, ++at) got += g[at] * way(v, i + disp[0], j + disp[1], k + disp[2]);
  }
  const Dual want = oracle(3);
  ops_printf("J %.14g expected %.14g; expected along %.14g\n", J, want.v, want.d);
  bool ok = std::fabs(J / want.v - 1) < 1e-12;
  if (ops_num_procs() == 1) ok = ok && std::fabs(got / want.d - 1) < 1e-10;
  if (ops_num_procs() == 1 && !ok) ops_printf("got along %.14g\n", got);
  ops_printf("sbli3d: %s\n", ok ? "passed" : "failed");
  ops_exit();
  return !ok;
}
