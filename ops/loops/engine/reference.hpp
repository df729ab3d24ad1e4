// ops/loops/engine/reference.hpp: runs the reference: the user's kernel point by point, serially and slowly. Its
// results define those of every implementation.
#pragma once

#include "ops/loops/engine/arg_plan.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

/// Hears which cells a kernel touches, of the arguments that it wants to hear of.
class AccessWatch {
 public:
  virtual ~AccessWatch() = default;
  virtual bool wants(std::size_t argument) const = 0;
  virtual void touched(std::size_t argument, const Index& offset, const Index& cell, int component) = 0;
};

/// Who is running, for the messages of guards.
struct ReferenceRun {
  const LoopCall& call;
  std::span<const ArgPlan> plans;
  bool guarded = false;  ///< check every access against the allocated cells
  AccessWatch* watch = nullptr;
  bool declared = false;  ///< of these, stencils must declare each one
};

/// Executes `launch`. Datasets are accessed at `out` where the loop writes them, else at `in`; reductions add to the
/// totals at `out`.
/// @throws OPSException  a guarded access leaves the allocated cells, or is not declared, or a switched-off argument is
/// touched
void run_reference(const ReferenceRun& run, const Launch& launch);

}  // namespace ops
