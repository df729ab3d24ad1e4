// apps/cloverleaf/summary.cpp: the end of a step, and sums over the grid.
#include "apps/cloverleaf/steps.hpp"  // first: it says the rank of accessors

#include "apps/cloverleaf/kernels/summary.hpp"

namespace cloverleaf {

void reset_field(Fields& f, const Stencils& s) {
  int cells[] = {0, f.size[0], 0, f.size[1]}, nodes[] = {0, f.size[0] + 1, 0, f.size[1] + 1};
  ops_par_loop(reset_field_cells, "reset_field_cells", f.block, 2, cells, write(f.density0, s.point),
               read(f.density1, s.point), write(f.energy0, s.point), read(f.energy1, s.point));
  ops_par_loop(reset_field_nodes, "reset_field_nodes", f.block, 2, nodes, write(f.xvel0, s.point),
               read(f.xvel1, s.point), write(f.yvel0, s.point), read(f.yvel1, s.point));
}

void sum_fields(Fields& f, const Stencils& s) {
  int inside[] = {0, f.size[0], 0, f.size[1]};
  ops_par_loop(field_summary_kernel, "field_summary_kernel", f.block, 2, inside, read(f.volume, s.point),
               read(f.density0, s.point), read(f.energy0, s.point), read(f.pressure, s.point), read(f.xvel0, s.cell),
               read(f.yvel0, s.cell), ops_arg_reduce(f.volume_sum, 1, "double", OPS_INC),
               ops_arg_reduce(f.mass, 1, "double", OPS_INC), ops_arg_reduce(f.internal_energy, 1, "double", OPS_INC),
               ops_arg_reduce(f.kinetic_energy, 1, "double", OPS_INC),
               ops_arg_reduce(f.pressure_sum, 1, "double", OPS_INC));
}

Summary read_summary(Fields& f) {
  Summary sums{};
  ops_reduction_result(f.volume_sum, &sums.volume);
  ops_reduction_result(f.mass, &sums.mass);
  ops_reduction_result(f.internal_energy, &sums.internal_energy);
  ops_reduction_result(f.kinetic_energy, &sums.kinetic_energy);
  ops_reduction_result(f.pressure_sum, &sums.pressure);
  return sums;
}

}  // namespace cloverleaf
