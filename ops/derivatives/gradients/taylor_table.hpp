// ops/derivatives/gradients/taylor_table.hpp: judges the remainders of a Taylor test.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// Rounding of the objective: one float on the way rounds all of it.
struct Rounding {
  double least;  ///< remainders below are rounding for certain
  double most;   ///< and above are not
  double usual;  ///< of one run
  double step;   ///< remainders of smaller steps say nothing: h^2 is lost in rounding there
};

/// @param size  of the objective, or of its largest terms
Rounding rounding(const Tape& tape, double size);

/// Observed orders, verdict and whether the test has passed, from steps and remainders.
void judge(ops_ad_taylor_result& result, double ratio, const Rounding& limits);
/// A low order comes from a function that gives another objective, `again`, from the same inputs, if that explains the
/// remainder of the shortest step.
/// @return  whether it does
bool compare(ops_ad_taylor_result& result, double again, const Rounding& limits);
/// What the objective is where it jumps, so that no change of it goes to zero with the steps, as with a wrong gradient;
/// "": they do, or are rounding.
std::string jump(const ops_ad_taylor_result& result, const Rounding& limits);
/// A low order that comes from a place that is not smooth says nothing of the gradient. @param kink  names the place
void excuse(ops_ad_taylor_result& result, const std::string& kink);
/// Step lengths, shortest first: there is one kink of few within a short step.
std::vector<double> steps_up(const ops_ad_taylor_result& result);
void print(const ops_ad_taylor_result& result, std::ostream& out);

}  // namespace ops
