// ops/derivatives/steps/steps.hpp: a recording in steps. Of some, all is kept that their adjoints need; the others are
// run again from states. The default tape has one from the first step mark on.
//
//   Stepped      what the parts share: states, tapes, budget, what is being done
//   ProgramEnd   values at the end of the program, computed anew instead of held
//   Fit          too much memory: what is given up, and the schedule that goes on
//   StepRunner   steps run again
//   ProgramRun   the program's own run: what is kept of each step
//   Interpretation     the way back: follows the schedule once the program has ended, and leads the sweep
#pragma once

#include "ops/derivatives/checkpoints/capacity.hpp"  // Refused: whoever interprets adds the place
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
