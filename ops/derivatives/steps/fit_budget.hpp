// ops/derivatives/steps/fit_budget.hpp: keeps a recording in steps within its budget: discards states, and continues
// with a schedule for the remaining ones.
#pragma once

#include <memory>

#include "ops/derivatives/steps/end_values.hpp"
#include "ops/derivatives/steps/stepped.hpp"

namespace ops {

class Fit {
 public:
  Fit(Stepped& of, EndValues& end) : of_(of), end_(end) {}

  /// Called whenever the pool has given something to the recording.
  void grown();
  /// Whether more is held than may be, also when nothing is on its way to disk any more.
  bool over();
  /// A state, or the tapes of some steps, as the action says.
  void drop(const Action& action);
  /// Steps that keep nothing, as linear ones, need no states either.
  std::unique_ptr<Schedule> schedule(const Demand& demand) const;
  /// Makes a schedule for the kept states and tapes, after some were discarded or written to disk.
  /// @param tapes  steps [tapes, last) are taped
  /// @param last   end of the steps that have been run, are running, or are still to be reversed
  /// @return  whether anything is kept
  bool resume_with(std::int64_t tapes, std::int64_t last);
  /// Before the program's own step begins: the budget has grown.
  void resume_before(std::int64_t step);
  /// A recomputed step exceeds the budget, even after others have been discarded. Makes a new plan from the remaining
  /// states, with the measured sizes. Sizes only grow, so this ends with one state and one tape.
  void resume_after(const Action& action, std::int64_t step);
  /// At the end of a step that has run with as little beside it as possible. It does not matter how many steps were
  /// announced. @throws Refused
  void require_room();
  /// Before a step begins, or the recording is interpreted: one step is too much for the budget.
  /// @param last  no step more is tried out  @throws Refused  what would be enough
  void weigh_one_step(bool last);

 private:
  bool thin_out();
  bool too_small();

  Stepped& of_;
  EndValues& end_;
};

}  // namespace ops
