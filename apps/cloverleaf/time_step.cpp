// apps/cloverleaf/time_step.cpp: how long the next step is, as a number or as a value that derivatives follow.
#include "apps/cloverleaf/steps.hpp"  // first: it says the rank of accessors

#include <algorithm>
#include <string>

#include "apps/cloverleaf/kernels/time_step.hpp"

namespace cloverleaf {

namespace {

Real value_of(ops_scalar scalar) { return *scalar->get_data<Real>(); }

void set_value(ops_scalar scalar, Real value) {
  Real* data = scalar->get_raw_pointer<Real>();
  *data = value;
  scalar->release_raw_pointer(data, OPS_WRITE);
}

/// The result of the reduction comes to the program, and goes from there to the loops: no derivative follows it.
Real find_frozen(Fields& f, const Stencils& s) {
  int inside[] = {0, f.size[0], 0, f.size[1]};
  ops_par_loop_passive(calc_dt, "calc_dt", f.block, 2, inside, read(f.celldx, s.along_x), read(f.celldy, s.along_y),
                       read(f.soundspeed, s.point), read(f.viscosity, s.point), read(f.density0, s.point),
                       read(f.xvel0, s.cell), read(f.xarea, s.p1_x), read(f.volume, s.point), read(f.yvel0, s.cell),
                       read(f.yarea, s.p1_y), ops_arg_reduce(f.dt_min, 1, real_type, OPS_MIN));
  Real stable = 0;
  ops_reduction_result(f.dt_min, &stable);
  return std::min({stable, value_of(f.dt) * dtrise, dtmax});
}

/// The result of the reduction goes to the loops as a scalar, by way of a loop over one cell.
void find_differentiated(Fields& f, const Stencils& s) {
  int inside[] = {0, f.size[0], 0, f.size[1]}, one[] = {0, 1, 0, 1};
  ops_par_loop(calc_dt, "calc_dt", f.block, 2, inside, read(f.celldx, s.along_x), read(f.celldy, s.along_y),
               read(f.soundspeed, s.point), read(f.viscosity, s.point), read(f.density0, s.point),
               read(f.xvel0, s.cell), read(f.xarea, s.p1_x), read(f.volume, s.point), read(f.yvel0, s.cell),
               read(f.yarea, s.p1_y), ops_arg_reduce(f.dt_min, 1, real_type, OPS_MIN));
  ops_scalar_from_reduction(f.dt_stable, f.dt_min);
  ops_par_loop(choose_dt, "choose_dt", f.block, 2, one, ops_arg_scalar(f.dt_stable, 1, real_type, OPS_READ),
               ops_arg_scalar(f.dt_state, 1, real_type, OPS_READ), ops_arg_reduce(f.dt_next, 1, real_type, OPS_INC));
  ops_scalar_from_reduction(f.dt_state, f.dt_next);
}

}  // namespace

void start_time_step(Fields& fields, Real initial) {
  fields.dt = fields.dt_state;
  set_value(fields.dt, initial);
}

Real find_time_step(Fields& fields, const Stencils& stencils, TimeStep kind, int step) {
  if (kind == TimeStep::frozen) repeat_time_step(fields, find_frozen(fields, stencils), step);
  else find_differentiated(fields, stencils);
  return value_of(fields.dt);
}

/// Each step has a scalar of its own, as no recorded loop may see a number change.
void repeat_time_step(Fields& fields, Real dt, int step) {
  const auto n = static_cast<std::size_t>(step);
  if (n == fields.dt_frozen.size())
    fields.dt_frozen.push_back(ops_decl_scalar_passive("dt of step " + std::to_string(n + 1), &dt, 1));
  fields.dt = fields.dt_frozen[n];
  set_value(fields.dt, dt);
}

}  // namespace cloverleaf
