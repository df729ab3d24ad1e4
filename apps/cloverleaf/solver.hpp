// apps/cloverleaf/solver.hpp: a run from its start state, and its final kinetic energy.
#pragma once

#include "apps/cloverleaf/steps.hpp"  // first: it says the rank of accessors

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/cloverleaf/halo.hpp"
#include "apps/cloverleaf/input.hpp"
#include "apps/common/command_line.hpp"
#include "apps/common/report.hpp"

namespace cloverleaf {

/// The problem without a file: two states in a box of 10 by 10.
inline Input two_states() {
  Input input;
  input.xmax = input.ymax = 10.0;
  input.initial_timestep = input.max_timestep = 0.04;
  input.end_time = 15.5;
  input.states = {state_type{RECTANGLE, 0.2, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
                  state_type{RECTANGLE, 1.0, 2.5, 0.0, 0.0, 0.0, 5.0, 0.0, 2.0, 0.0}};
  return input;
}

struct Settings {
  Input input;
  TimeStep time_step;
  double ripple;

  explicit Settings(apps::CommandLine& words) {
    const std::string file = words.text("input", "");
    input = file.empty() ? two_states() : read_input(file);
    input.x_cells = words.integer("x_cells", input.x_cells, 2);
    input.y_cells = words.integer("y_cells", input.y_cells, 2);
    input.end_step = words.integer("end_step", input.end_step);
    input.test_problem = words.integer("test_problem", input.test_problem, 0);
    ripple = words.real("ripple", 0.0);
    const std::string kind = words.text("time-step", "frozen");
    if (kind != "frozen" && kind != "differentiated")
      throw std::invalid_argument("-time-step=" + kind + ": is frozen or differentiated");
    time_step = kind == "frozen" ? TimeStep::frozen : TimeStep::differentiated;
  }
};

class Solver {
 public:
  explicit Solver(const Settings& settings)
      : input_(settings.input), kind_(settings.time_step), fields_(input_.x_cells, input_.y_cells) {
    ripple = settings.ripple;
    publish_constants();
    ops_partition("");
    set_geometry(fields_, stencils_);
  }

  /// Density and energy of the states. How many steps the next run takes, and how long they are if time steps are
  /// frozen, holds for all further runs.
  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    time_steps_.clear();
    set_start(fields_, stencils_);
  }

  /// All steps, then the kinetic energy; seeds it.
  double objective() {
    solve();
    summary_ = read_summary(fields_);
    *ops_reduction_get_derivative(fields_.kinetic_energy) = 1.0;
    return summary_.kinetic_energy;
  }

  /// All steps; the kinetic energy and the other sums stay in their reductions.
  void solve() {
    const bool known = !time_steps_.empty();
    set_start_velocity(fields_, stencils_);
    start_time_step(fields_, input_.initial_timestep);
    double time = 0.0;
    for (int step = 0; known ? step < steps() : step < input_.end_step && time + g_small <= input_.end_time; ++step) {
      ops_ad_step(OPS_instance::getOPSInstance());
      prepare(fields_, stencils_);
      time += begin_step(step, known);
      lagrangian_step(fields_, stencils_);
      advection(fields_, stencils_, step % 2 == 0);
      reset_field(fields_, stencils_);
    }
    equation_of_state(fields_, stencils_, fields_.density0, fields_.energy0);
    sum_fields(fields_, stencils_);
  }

  /// At most: the end time may come first. 0: no number is given.
  int steps_ahead() const { return input_.end_step == Input{}.end_step ? 0 : input_.end_step; }
  const Fields& fields() const { return fields_; }
  std::vector<ops_dat> inputs() const { return {fields_.density0, fields_.energy0}; }
  std::vector<ops_dat> results() const {
    return {fields_.density0, fields_.energy0, fields_.pressure, fields_.xvel0, fields_.yvel0};
  }

  /// Sums of the last run, and how far the kinetic energy is from the published one.
  void add_to(apps::Report& report) const {
    report.add("steps", static_cast<std::int64_t>(steps()));
    report.add("time", std::accumulate(time_steps_.begin(), time_steps_.end(), 0.0));
    report.add("mass", summary_.mass);
    report.add("internal_energy", summary_.internal_energy);
    report.add("pressure", summary_.pressure);
    const double expected = expected_kinetic_energy(input_.test_problem);
    if (expected <= 0.0) return;
    const double off = std::fabs(summary_.kinetic_energy / expected - 1.0);
    report.add("off_published", off);
    report.add("test_problem", std::string(off <= 1.0e-5 ? "passed" : "failed"));
  }

 private:
  int steps() const { return static_cast<int>(time_steps_.size()); }

  void publish_constants() {
    field = {0, input_.x_cells, 0, input_.y_cells};
    grid = {input_.xmin, input_.ymin, (input_.xmax - input_.xmin) / input_.x_cells,
            (input_.ymax - input_.ymin) / input_.y_cells};
    number_of_states = static_cast<int>(input_.states.size());
    std::copy(input_.states.begin(), input_.states.end(), states);
    ops_decl_const("field", 1, "field_type", &field);
    ops_decl_const("grid", 1, "grid_type", &grid);
    ops_decl_const("states", most_states, "state_type", states);
    ops_decl_const("number_of_states", 1, "int", &number_of_states);
    ops_decl_const("ripple", 1, "double", &ripple);
    dtrise = input_.timestep_rise;
    dtmax = input_.max_timestep;
    ops_decl_const("dtrise", 1, real_type, &dtrise);
    ops_decl_const("dtmax", 1, real_type, &dtmax);
    ops_decl_const("dtc_safe", 1, real_type, &dtc_safe);
    ops_decl_const("dtu_safe", 1, real_type, &dtu_safe);
    ops_decl_const("dtv_safe", 1, real_type, &dtv_safe);
    ops_decl_const("dtdiv_safe", 1, real_type, &dtdiv_safe);
  }

  /// Sets the time step. @returns its length
  double begin_step(int step, bool known) {
    if (known && kind_ == TimeStep::frozen) {
      const double dt = time_steps_[static_cast<std::size_t>(step)];
      repeat_time_step(fields_, dt, step);
      return dt;
    }
    const double dt = find_time_step(fields_, stencils_, kind_, step);
    if (!(dt >= shortest))
      throw std::runtime_error("step " + std::to_string(step + 1) + ": the time step became " + std::to_string(dt));
    if (!known) time_steps_.push_back(dt);
    return dt;
  }

  static constexpr double shortest = 1.0e-7;

  Input input_;
  TimeStep kind_;
  Stencils stencils_;
  Fields fields_;
  std::vector<double> time_steps_;  ///< of the first run since start()
  Summary summary_{};
};

}  // namespace cloverleaf
