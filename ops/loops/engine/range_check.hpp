// ops/loops/engine/range_check.hpp: checks that the cells that each argument reaches from the range are allocated.
#pragma once

#include "ops/loops/engine/arg_plan.hpp"
#include "ops/loops/launch/loop_call.hpp"
#include "ops/loops/launch/request.hpp"

namespace ops {

/// @throws OPSException  the range is null or has lo > hi somewhere
Box checked_range(const LoopRequest& request);

/// The part of a call's range, which is not empty, from which every declared read stays in allocated cells. Elsewhere
/// the declared stencil reaches beyond the halo, though the kernel perhaps does not: those points need a guarded
/// execution.
/// @throws OPSException  written cells, or the centre and all points read from some index, are outside the allocated
/// cells; or several
///                       points change (OPS_RW) the same cell of a lower-dimensional dataset
Box checked_cells(const LoopCall& call, std::span<const ArgPlan> plans);

/// What is doubtful about a range without points: some axes have indices and others none, or it has points if all
/// begins come before all ends. "": nothing
std::string warning_of_empty(const LoopRequest& request);

}  // namespace ops
