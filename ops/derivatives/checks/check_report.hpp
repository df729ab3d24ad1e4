// ops/derivatives/checks/check_report.hpp: formats the results of checks as sentences and tables.
#pragma once

#include <iosfwd>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "ops/derivatives/checks/checks.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// Of the recording of this tape, from within this room.
/// @param known  loops that need no test; those that are tested are added. null: every loop needs one
ops_ad_loops_result test_loops(Tape& tape, const ops_ad_loops_options& options,
                               std::set<const LoopImplementation*>* known = nullptr);

ops_ad_poison_result test_poison(Tape& tape, const ops_ad_poison_options& options);

/// A Taylor test of the gradient in all inputs, by running the recording again.
struct ReplayedTaylor {
  ops_ad_taylor_result test;
  std::string undone;   ///< why nothing was tested; "": it was
  bool tested = false;  ///< something changes along the direction, and is finite
  std::string failure;  ///< the verdict, were it not for the kink
  /// where the recording is not smooth, or that the objective jumps; "": not searched, or not found
  std::string kink;
};

/// After interpretation. Values and derivatives stay as they are.
ReplayedTaylor test_taylor(Tape& tape, const ops_ad_taylor_options& options);

/// As Tape::find_kink.
std::string name_kink(Tape& tape, const InputDirections& directions, std::span<const double> steps);

/// "file:line: loop 'l', kernel 'k': k_adjoint gives a wrong derivative .."
std::string sentence(const ops_ad_loop_fault& fault);
/// Verdict and order of faults from what the rows and faults say.
void conclude(ops_ad_loops_result& result);
void print(const ops_ad_loops_result& result, std::ostream& out);

}  // namespace ops
