// ops/derivatives/checks/untested.hpp: lists what the test of loops cannot test, with the reasons.
#pragma once

#include "ops/derivatives/checks/checks.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// Why this call cannot be tested at all; "": it can.
std::string untestable(Tape& tape, const LoopEvent& event);
/// What the test of this call leaves out; "": nothing.
std::string untested(Tape& tape, const LoopEvent& event);
/// Whether all adjoints that a kernel has, written or generated, were tested, and all derivatives are there.
bool all_tested(const ops_ad_loops_result& result);
/// "k_adjoint leaves out the derivative of 'p' (argument 2) in loop 'l' at file:line" of the first such loop; "": there
/// is none.
std::string derivative_left_out(Tape& tape);

}  // namespace ops
