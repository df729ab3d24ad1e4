// A glacier flowing over its bed, checkpointed every ten steps. The program starts itself twice: the first run dies
// between two checkpoints, the second one restores the last checkpoint and finishes. Its result is compared with an
// uninterrupted run in plain loops. Features: ops_checkpointing_init, the phase of initialisation, a list of datasets
// given by hand with a payload, the run-time option that turns checkpointing on.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

double softness = 0.9;
#include "glacier_restart_kernels.h"

#define N 57
#define LAST 47
#define DIES 36

static double season(int step) { return 0.002 * cos(0.4 * step) - 0.0005; }

static int worker(int argc, char **argv, bool dies) {
  ops_init(argc, argv, 1);
  ops_decl_const("softness", 1, "double", &softness);
  ops_block valley = ops_decl_block(1, "valley");
  int size[] = {N}, base[] = {0}, dm[] = {-1}, dp[] = {1};
  double *temp = NULL;
  ops_dat bed = ops_decl_dat(valley, 1, size, base, dm, dp, temp, "double", "bed");
  ops_dat ice = ops_decl_dat(valley, 1, size, base, dm, dp, temp, "double", "ice");
  ops_dat flux = ops_decl_dat(valley, 1, size, base, dm, dp, temp, "double", "flux");
  int s0[] = {0}, sl[] = {-1, 0}, sr[] = {0, 1};
  ops_stencil P = ops_decl_stencil(1, 1, s0, "P"), PL = ops_decl_stencil(1, 2, sl, "PL"),
              PR = ops_decl_stencil(1, 2, sr, "PR");
  ops_reduction volume = ops_decl_reduction_handle(sizeof(double), "double", "volume");
  ops_partition("");

  bool restoring = ops_checkpointing_init("glacier_restart_state.h5", 3600.0,
                                          OPS_CHECKPOINT_INITPHASE | OPS_CHECKPOINT_MANUAL_DATLIST |
                                              OPS_CHECKPOINT_FASTFW | OPS_CHECKPOINT_MANUAL);
  int halo[] = {-1, N + 1}, all[] = {0, N}, faces[] = {0, N + 1};
  ops_par_loop(bed_kernel, "bed", valley, 1, halo, ops_arg_dat(bed, 1, P, "double", OPS_WRITE), ops_arg_idx());
  ops_checkpointing_initphase_done();
  ops_par_loop(ice_kernel, "ice", valley, 1, all, ops_arg_dat(ice, 1, P, "double", OPS_WRITE), ops_arg_idx());

  int first = 0, resumed = -1;
  for (int step = first; step < LAST; step++) {
    if (step % 10 == 0) {
      ops_dat list[] = {ice};
      char payload[sizeof(int)];
      memcpy(payload, &step, sizeof step);
      if (ops_checkpointing_manual_datlist_fastfw_trigger(1, list, sizeof(int), payload)) {
        memcpy(&step, payload, sizeof step);
        resumed = step;
      }
    }
    if (dies && step == DIES)
      _exit(7);
    double acc = season(step);
    ops_par_loop(flux_kernel, "flux", valley, 1, faces, ops_arg_dat(bed, 1, PL, "double", OPS_READ),
                 ops_arg_dat(ice, 1, PL, "double", OPS_READ), ops_arg_dat(flux, 1, P, "double", OPS_WRITE));
    ops_par_loop(thickness_kernel, "thickness", valley, 1, all, ops_arg_dat(flux, 1, PR, "double", OPS_READ),
                 ops_arg_dat(ice, 1, P, "double", OPS_RW), ops_arg_gbl(&acc, 1, "double", OPS_READ));
  }
  double v = 0.0;
  ops_par_loop(volume_kernel, "volume", valley, 1, all, ops_arg_dat(ice, 1, P, "double", OPS_READ),
               ops_arg_reduce(volume, 1, "double", OPS_INC));
  ops_reduction_result(volume, &v);
  std::vector<double> h(N);
  ops_dat_fetch_data(ice, 0, (char *)h.data());
  std::ofstream out("glacier_restart_result.bin", std::ios::binary);
  int info[2] = {restoring, resumed};
  out.write((char *)info, sizeof info);
  out.write((char *)&v, sizeof v);
  out.write((char *)h.data(), N * sizeof(double));
  out.close();
  ops_exit();
  return 0;
}

static std::vector<double> plain() {
  std::vector<double> bed(N + 2), ice(N + 2, 0.0), flux(N + 2, 0.0); // cell i and its left face at i + 1
  for (int i = -1; i <= N; i++)
    bed[i + 1] = 1.0 - 0.02 * i + 0.1 * sin(0.5 * i);
  for (int i = 0; i < N; i++) {
    double s = (i - 22.0) / 15.0;
    ice[i + 1] = s * s < 1.0 ? sqrt(1.0 - s * s) : 0.0;
  }
  for (int step = 0; step < LAST; step++) {
    for (int i = 0; i <= N; i++) {
      double slope = bed[i + 1] + ice[i + 1] - bed[i] - ice[i], mean = 0.5 * (ice[i + 1] + ice[i]);
      flux[i + 1] = -softness * mean * mean * mean * mean * mean * slope * fabs(slope);
    }
    for (int i = 0; i < N; i++)
      ice[i + 1] = std::max(0.0, ice[i + 1] + flux[i + 1] - flux[i + 2] + season(step));
  }
  return ice;
}

// compares the result a run has left with the plain one; negative when there is none
static double look(int *info) {
  std::ifstream in("glacier_restart_result.bin", std::ios::binary);
  std::vector<double> h(N), p = plain();
  double v = 0, err = 0, sum = 0;
  in.read((char *)info, 2 * sizeof(int));
  in.read((char *)&v, sizeof v);
  in.read((char *)h.data(), N * sizeof(double));
  if (!in)
    return -1.0;
  for (int i = 0; i < N; i++) {
    err = std::max(err, fabs(h[i] - p[i + 1]));
    sum += p[i + 1];
  }
  return std::max(err, fabs(v / sum - 1.0));
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    if (!strcmp(argv[k], "dies") || !strcmp(argv[k], "resumes") || !strcmp(argv[k], "whole"))
      return worker(argc, argv, !strcmp(argv[k], "dies"));

  remove("glacier_restart_result.bin");
  int none = system("rm -f glacier_restart_state*");
  std::string me = std::string("'") + argv[0] + "' ";
  int info[2];
  bool good = none == 0;
  good = system((me + "whole").c_str()) == 0 && good;
  double whole = look(info);
  good = good && whole >= 0.0 && whole < 1e-12 && info[0] == 0 && info[1] == -1;
  remove("glacier_restart_result.bin");
  int rc = system((me + "dies OPS_CHECKPOINT").c_str());
  bool died = WEXITSTATUS(rc) == 7 && look(info) < 0.0;
  rc = system((me + "resumes OPS_CHECKPOINT").c_str());
  double resumed = look(info);
  good = good && died && rc == 0 && resumed >= 0.0 && resumed < 1e-12 && info[0] == 1 && info[1] == 30;
  printf("whole run %.2e, resumed run %.2e (restoring %d, from step %d), first one died: %d\n", whole, resumed, info[0],
         info[1], died);
  printf("glacier_restart: %s\n", good ? "passed" : "failed");
  return good ? 0 : 1;
}
