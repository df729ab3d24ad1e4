// ops/sentinel/compared.hpp: what the implementation and the user's kernel have made of the same points.
// Knows values; knows nothing of derivatives.
#pragma once

#include "ops/sentinel/runs.hpp"

namespace ops::sentinel {

/// Cells that a loop overwrites without reading them hold other numbers before the one than before the other, so that it shows if one does read them.
void poison(const ProbedLoop& loop, const Block& block, Scratch& scratch);
/// @throws OPSException  names the loop, its place, the argument, the first cell that differs and both values
void compare(const ProbedLoop& loop, const Block& block, const Scratch& scratch, const Outside& by_kernel, const Outside& by_implementation);

/// "..: the translator has misread kernel 'k'"; what to do.
std::string misread(const ProbedLoop& loop);

}  // namespace ops::sentinel
