// ops/derivatives/steps/interpretation.hpp: the interpretation of a recording in steps. Following a schedule, it
// restores states, recomputes steps, and reverses steps that are kept.
#pragma once

#include <optional>
#include <vector>

#include "ops/derivatives/steps/forward_run.hpp"
#include "ops/derivatives/sweeps/sweep.hpp"

namespace ops {

class Interpretation {
 public:
  Interpretation(Stepped& of, EndValues& end, Fit& fit, StepRunner& runner, ForwardRun& program)
      : of_(of), end_(end), fit_(fit), runner_(runner), program_(program) {}

  /// The whole recording, by a sweep that has started.
  /// @throws Refused  the budget is too small  @throws OPSException  steps cannot run again
  void run(Sweep& sweep);
  /// From now on everything is kept, as if nothing had been discarded. For sweeps that need all states at once.
  void complete();
  /// What was left out runs now, in the middle of the program's own run, as it cannot later; all of it is kept.
  void make_up();
  /// A dataset that an adjoint declares counts after the interpretation. @return  whether there is one
  bool declares(Tracked& dat);

 private:
  using Kind = Action::Kind;

  void prepare();
  void by_schedule(Sweep& sweep);
  void reverse(Sweep& sweep, std::int64_t first, std::int64_t last, Versions* uses_up);
  void recompute(const Action& action, HostState& host);
  void move_states(const Action& action, HostState& host);
  void recompute_start(HostState& host);
  void begin(SpareStates& others);
  void all_have_run();
  void give_up();
  void introduce_declared();

  Stepped& of_;
  EndValues& end_;
  Fit& fit_;
  StepRunner& runner_;
  ForwardRun& program_;
  std::optional<std::vector<Tracked*>> declared_;  ///< meanwhile; nothing: no interpretation is under way
};

}  // namespace ops
