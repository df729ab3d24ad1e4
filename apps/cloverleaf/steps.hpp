// apps/cloverleaf/steps.hpp: the parts of a time step, and what comes before and after all of them.
#pragma once

#include "apps/cloverleaf/fields.hpp"

namespace cloverleaf {

/// Geometry: once.
void set_geometry(Fields& fields, const Stencils& stencils);
/// Density and energy of the states.
void set_start(Fields& fields, const Stencils& stencils);
/// Velocity of the states.
void set_start_velocity(Fields& fields, const Stencils& stencils);

/// Pressure and speed of sound, from the values at the start or at the end of a step.
void equation_of_state(Fields& fields, const Stencils& stencils, ops_dat density, ops_dat energy);
/// Pressure, viscosity and their halos, from the values at the start of the step.
void prepare(Fields& fields, const Stencils& stencils);
/// What derivatives see of the time step: a number that nothing depends on, or what the state makes it.
enum class TimeStep { frozen, differentiated };
/// Before the first step: its bound by growth comes from `initial`.
void start_time_step(Fields& fields, Real initial);
/// The next time step. @returns its length
Real find_time_step(Fields& fields, const Stencils& stencils, TimeStep kind, int step);
/// The next time step, as it was in another run.
void repeat_time_step(Fields& fields, Real dt, int step);
/// Predictor, acceleration, corrector and volumes swept: the mesh moves with the fluid.
void lagrangian_step(Fields& fields, const Stencils& stencils);
/// Mass, energy and momentum back onto the fixed mesh, along x first or along y first.
void advection(Fields& fields, const Stencils& stencils, bool x_first);
/// The end of the step becomes the start of the next.
void reset_field(Fields& fields, const Stencils& stencils);

/// Sums over the grid.
struct Summary {
  double volume, mass, internal_energy, kinetic_energy, pressure;
};
/// Of the values at the start of a step; the sums stay in their reductions.
void sum_fields(Fields& fields, const Stencils& stencils);
/// Reads the reductions.
Summary read_summary(Fields& fields);

}  // namespace cloverleaf
