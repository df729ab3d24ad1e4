// ops/tape/taylor_table.hpp: what the remainders of a Taylor test say.
// Knows a table of steps; knows nothing of how the objective was computed.
#pragma once

#include <iosfwd>

#include "ops/tape/tape.hpp"

namespace ops {

/// Rounding of the objective: one float dataset on the way rounds all of it.
struct Rounding {
  double least;  ///< remainders below are rounding for certain
  double most;   ///< and above are not
  double step;   ///< remainders of smaller steps say nothing: h^2 is lost in rounding there
};

/// @param size  of the objective, or of its largest terms
Rounding rounding(const Tape& tape, double size);

/// Observed orders, verdict and whether the test has passed, from steps and remainders.
void judge(ops_ad_taylor_result& result, double ratio, const Rounding& limits);
void print(const ops_ad_taylor_result& result, std::ostream& out);

}  // namespace ops
