// ops/loops/engine/last_point.hpp: loops in which several points write the same cell (OPS_WRITE through a stencil with
// stride 0). Their points run in serial order, so that the last one determines the value.
#pragma once

#include <optional>
#include <string>

#include "ops/loops/engine/arg_plan.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

/// An argument and an axis along which several points of a range write one cell of it.
struct SharedCell {
  std::size_t argument = 0;
  int axis = 0;
};

/// The first one; none for most loops.
std::optional<SharedCell> shared_cell(std::span<const ArgPlan> plans, const Box& range);
/// The part of the range that leaves the same values alone, where every point writes its cells whatever happens and
/// reads none that another point writes: derivatives of the loop are those of this part. None if there is no such part.
std::optional<Box> last_points(std::span<const ArgPlan> plans, const LoopImplementation* implementation,
                               const Box& range);

/// Why the loop has no derivative where there is no such part.
std::string last_point_problem(const ArgPlan& plan);
/// On the context's stream.
void warn_of_shared_cell(const LoopCall& call, const SharedCell& shared);

}  // namespace ops
