// ops/derivatives/steps/steps.hpp: a recording in steps. Some steps keep all values that their adjoints need; the
// others are recomputed from states. The default tape has one from the first step mark on.
//
//   Stepped         shared data: states, tapes, budget, present activity
//   EndValues       values at the end of the program, recomputed instead of held
//   Fit             memory above the budget: what to discard, and the schedule to continue with
//   StepRunner      recomputation of steps
//   ForwardRun      the program's own run: what to keep of each step
//   Interpretation  the way back: follows the schedule after the end of the program, and drives the sweep
#pragma once

#include "ops/derivatives/checkpoints/capacity.hpp"  // Refused: the caller adds the place
#include "ops/derivatives/steps/interpretation.hpp"

namespace ops {

class Steps final : public RecordingObserver {
 public:
  /// @param planner  makes the schedule once sizes are known: where anything is limited, after the first steps
  explicit Steps(Versions& versions, const MemoryBudget& limits, Stepped::Planner planner = choose)
      : state(versions, limits, std::move(planner)) {}

  // RecordingWatch
  void introduce(Tracked& dat) override {
    if (!interpretation.declares(dat)) program.introduce(dat);
  }
  void grown() override { fit.grown(); }
  void loop_reads(BufferRef version) override { state.loop_reads.push_back(std::move(version)); }
  void loop_has_run() override { state.loop_reads.clear(); }

  Stepped state;
  EndValues end{state};
  Fit fit{state, end};
  StepRunner runner{state, end, fit};
  ForwardRun program{state, end, fit, runner};
  Interpretation interpretation{state, end, fit, runner, program};
};

}  // namespace ops
