// ops/derivatives/checks/sentinel_values.hpp: compares the values of the generated code with those of the user's kernel
// at the same points.
#pragma once

#include "ops/derivatives/checks/sentinel_runs.hpp"

namespace ops::sentinel {

/// Gives the cells that a loop overwrites without reading them different numbers before the implementation and before
/// the kernel: if one of them does read them, results differ.
void poison(const ProbedLoop& loop, const Block& block, Scratch& scratch);
/// @throws OPSException  names the loop, its place, the argument, the first cell that differs and both values
void compare(const ProbedLoop& loop, const Block& block, const Scratch& scratch, const Outside& by_kernel,
             const Outside& by_implementation);

/// The end of a message: "the translator has misread kernel 'k'", and what to do.
std::string misread(const ProbedLoop& loop);

}  // namespace ops::sentinel
