// docs/tutorial/truth.cpp: two chimneys, their plume, and what the sensors measure, with noise.
#define OPS_2D
#include "plume.hpp"

void chimneys(ACC<double>& release, const int* idx) {
  const double x1 = idx[0] - 18, y1 = idx[1] - 44, x2 = idx[0] - 36, y2 = idx[1] - 17;
  release(0, 0) = std::exp(-0.1 * (x1 * x1 + y1 * y1)) + 0.6 * std::exp(-0.1 * (x2 * x2 + y2 * y2));
}
void disturb(const ACC<double>& record, ACC<double>& noise) { noise(0, 0) = record(0, 0) + 0.1 * noise(0, 0); }

void run() {
  const Plume plume;
  int all[] = {0, plume.nx, 0, plume.ny}, rows[] = {0, sensors, 0, plume.steps};
  ops_par_loop(chimneys, "chimneys", plume.region, 2, all,
               ops_arg_dat(plume.release, 1, plume.point, "double", OPS_WRITE), ops_arg_idx());
  ops_dat air = plume.spread();
  ops_write_npy("wind.npy", plume.wind);
  ops_write_npy("release.npy", plume.release);
  ops_write_npy("air.npy", air);

  ops_randomgen_init(2024, 0);
  ops_fill_random_normal(plume.measured);
  ops_par_loop(disturb, "disturb", plume.log, 2, rows, ops_arg_dat(plume.record, 1, plume.point, "double", OPS_READ),
               ops_arg_dat(plume.measured, 1, plume.point, "double", OPS_RW));
  ops_write_npy("measured.npy", plume.measured);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
