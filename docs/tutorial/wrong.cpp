// docs/tutorial/wrong.cpp: two mistakes on purpose, and what finds them: wrong_checked in-place, wrong_openmp relative.
#define OPS_2D
#include <string_view>

#include "plume.hpp"

void mix(ACC<double>& c, const double* k) { c(0, 0) += *k * (c(-1, 0) + c(1, 0) + c(0, -1) + c(0, 1) - 4.0 * c(0, 0)); }
void total(const ACC<double>& record, double* sum) { *sum += record(0, 0); }
void compare_relative(const ACC<double>& record, const ACC<double>& measured, const double* scale, double* misfit) {
  const double difference = *scale * (record(0, 0) - measured(0, 0));
  *misfit += 0.5 * difference * difference;
}

int in_place(const Plume& plume) {
  int all[] = {0, plume.nx, 0, plume.ny};
  ops_dat air = plume.spread();
  ops_par_loop(mix, "mix", plume.region, 2, all, ops_arg_dat(air, 1, plume.star, "double", OPS_RW),
               ops_arg_scalar(plume.k, 1, "double", OPS_READ));
  return 0;
}

int relative(const Plume& plume) {
  int rows[] = {0, sensors, 0, plume.steps};
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_dat_set_data(plume.measured, std::vector<double>(static_cast<std::size_t>(sensors * plume.steps), 1.0));
  ops_dat_set_data(plume.release, std::vector<double>(static_cast<std::size_t>(plume.nx * plume.ny), 0.01));
  const ops_ad_taylor_result taylor = ops_ad_taylor_test({plume.release}, [&] {
    plume.spread();
    ops_par_loop(total, "total", plume.log, 2, rows, ops_arg_dat(plume.record, 1, plume.point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    const double scale = 1.0 / ops_reduction_result<double>(sum);  // the mistake: a number that depends on the release
    ops_par_loop(compare_relative, "compare_relative", plume.log, 2, rows,
                 ops_arg_dat(plume.record, 1, plume.point, "double", OPS_READ),
                 ops_arg_dat(plume.measured, 1, plume.point, "double", OPS_READ),
                 ops_arg_gbl(&scale, 1, "double", OPS_READ), ops_arg_reduce(plume.misfit, 1, "double", OPS_INC));
    return ops_ad_objective(plume.misfit);
  });
  std::vector<double> table;
  for (const ops_ad_taylor_row& row : taylor.table) table.insert(table.end(), {row.h, row.first, row.second});
  ops_write_npy("taylor_wrong.npy", table, {static_cast<int>(taylor.table.size()), 3});
  return taylor.passed ? 0 : 1;
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] {
    const Plume plume(24, 16, 40);  // small: checks take long
    return argc > 1 && std::string_view(argv[1]) == "in-place" ? in_place(plume) : relative(plume);
  });
}
