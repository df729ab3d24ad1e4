// ops/derivatives/steps/step_runner.hpp: recomputes whole steps from a state.
#pragma once

#include "ops/derivatives/steps/end_values.hpp"
#include "ops/derivatives/steps/fit_budget.hpp"
#include "ops/derivatives/steps/stepped.hpp"

namespace ops {

class StepRunner {
 public:
  StepRunner(Stepped& of, EndValues& end, Fit& fit) : of_(of), end_(end), fit_(fit) {}

  /// @throws OPSException  something in the recording cannot be run again
  void require_recomputation() const;
  /// The state before the step becomes the present one; where that cannot be read, steps run again from an earlier one.
  void restore(std::int64_t step, HostState& host);
  /// @return  whether all did: it ends where they keep more than they may, and than others could give up for them
  bool run(const Action& action, HostState& host);

 private:
  bool alone(const Action& action, std::int64_t step) const;
  bool run_one(const Action& action, std::int64_t step, HostState& host);
  bool again() const noexcept { return of_.excess == Excess::noted || of_.excess == Excess::seen; }

  Stepped& of_;
  EndValues& end_;
  Fit& fit_;
};

}  // namespace ops
