// apps/cloverleaf/input.hpp: what a run is told: grid, states, time step, when to end.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "apps/cloverleaf/constants.hpp"

namespace cloverleaf {

struct Input {
  int x_cells = 10, y_cells = 10;
  double xmin = 0.0, xmax = 100.0, ymin = 0.0, ymax = 100.0;
  double initial_timestep = 0.1, max_timestep = 1.0, timestep_rise = 1.5;
  double end_time = 10.0;
  int end_step = std::numeric_limits<int>::max();
  int test_problem = 0;  ///< 0: none, so nothing is known of the result
  std::vector<state_type> states;
};

/// What stands between *clover and *endclover in the file. Words that say how other implementations run are left out.
/// @throws std::runtime_error  cannot be read, or what it says makes no sense: names the file and the line
Input read_input(const std::string& path);

/// Kinetic energy that a test problem ends with; 0 if there is none of that number.
double expected_kinetic_energy(int test_problem);

}  // namespace cloverleaf
