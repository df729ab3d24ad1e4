// docs/tutorial/gradient.cpp: where would more release reduce the misfit? And is that right?
#define OPS_2D
#include "plume.hpp"

int run() {
  const Plume plume;
  ops_read_npy("measured.npy", plume.measured);
  const auto misfit = [&] {
    plume.spread();
    plume.judge();
    return ops_ad_objective(plume.misfit);
  };
  const double value = misfit();
  ops_interpret_adjoints();
  ops_write_npy_derivative("gradient.npy", plume.release);
  ops_printf("misfit of clean air %.1f\n", value);

  ops_ad_reset();
  ops_dat_set_data(plume.release, std::vector<double>(static_cast<std::size_t>(plume.nx * plume.ny), 0.01));
  const ops_ad_taylor_result taylor = ops_ad_taylor_test({plume.release, plume.k}, misfit);
  std::vector<double> rows;
  for (const ops_ad_taylor_row& row : taylor.table) rows.insert(rows.end(), {row.h, row.first, row.second});
  ops_write_npy("taylor.npy", rows, {static_cast<int>(taylor.table.size()), 3});
  return taylor.passed ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
