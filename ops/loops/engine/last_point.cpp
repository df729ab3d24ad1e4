// ops/loops/engine/last_point.cpp: finds the points that determine the values, and formats the warning.
#include "ops/loops/engine/last_point.hpp"

#include <algorithm>
#include <ostream>

#include "ops/data/context.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

/// What a later point does to it undoes all that earlier ones did.
bool overwrites(std::span<const ArgPlan> plans, const LoopImplementation& loop, std::size_t k) {
  const auto other = [&](const ArgPlan& plan) { return &plan != &plans[k] && plan.on && plan.dat == plans[k].dat; };
  return plans[k].access == OPS_WRITE && !loop.args[k].reads_old && std::ranges::none_of(plans, other);
}

}  // namespace

std::optional<SharedCell> shared_cell(std::span<const ArgPlan> plans, const Box& range) {
  for (std::size_t k = 0; k < plans.size(); ++k)
    for (int axis = 0; axis < max_dim && plans[k].invariant && plans[k].writes && plans[k].access == OPS_WRITE; ++axis)
      if (plans[k].factor[axis] == 0 && range.extent(axis) > 1) return SharedCell{k, axis};
  return std::nullopt;
}

std::optional<Box> last_points(std::span<const ArgPlan> plans, const LoopImplementation* implementation,
                               const Box& range) {
  if (implementation == nullptr || implementation->args.size() != plans.size()) return std::nullopt;
  Box last = range;
  for (int axis = 0; axis < max_dim; ++axis) last.lo[axis] = last.hi[axis] - 1;
  for (std::size_t k = 0; k < plans.size(); ++k) {
    if (plans[k].kind == ArgKind::reduce) return std::nullopt;
    if (plans[k].kind != ArgKind::dat || !plans[k].writes) continue;
    if (!overwrites(plans, *implementation, k)) return std::nullopt;
    for (int axis = 0; axis < max_dim; ++axis)
      if (plans[k].factor[axis] != 0) last.lo[axis] = range.lo[axis];
  }
  if (shared_cell(plans, last)) return std::nullopt;
  return last;
}

std::string last_point_problem(const ArgPlan& plan) {
  return ops::format(
      "several points write the same cell of dataset '{}', and the last of these points determines the value of this "
      "cell",
      plan.dat->name);
}

void warn_of_shared_cell(const LoopCall& call, const SharedCell& shared) {
  const int axis = shared.axis, lo = call.range.lo[axis], hi = call.range.hi[axis];
  *call.block->context->out << ops::format(
      "OPS warning: loop '{}' at {} writes dataset '{}' (argument {}) through a stencil with stride 0 on axis {}, "
      "but its range [{}, {}) has more than one index on this axis: "
      "several points write each cell, and the last of these points in serial order determines the value\n",
      call.name, place(call.where), call.args[shared.argument].dat->name, shared.argument + 1, axis, lo, hi);
}

}  // namespace ops
