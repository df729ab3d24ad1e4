// ops/derivatives/steps/forward_run.hpp: a recording in steps while the program runs: decides what to keep of each
// step. It follows a schedule once sizes are known.
#pragma once

#include <optional>
#include <set>
#include <source_location>

#include "ops/derivatives/steps/step_runner.hpp"

namespace ops {

class ForwardRun {
 public:
  ForwardRun(Stepped& of, EndValues& end, Fit& fit, StepRunner& runner)
      : of_(of), end_(end), fit_(fit), runner_(runner) {}

  /// A step begins.
  void mark();
  /// Calls are recorded and do not run, until `carry_on`: of its steps nothing is kept but the state before
  /// the first.
  void leave_out();
  /// Values are those that the program has here, and what comes next runs.
  void carry_on();
  /// The user says that a state consists of this.
  void list(const Tracked& dat) { listed_.insert(&dat); }
  /// What states hold is compared with the user's list.
  void check_list() const;
  /// A dataset that was declared in the course of a step: its values are an event.
  void introduce(Tracked& dat);
  /// Values from outside of loops are an event, kept for when this part runs again.
  void give(Tracked& dat, const Box& cells, std::source_location where);

 private:
  void track();
  bool trying_out(std::int64_t step);
  void plan(std::int64_t step);
  void decide(std::int64_t step);
  void prepare(const Action& action, std::int64_t step);
  bool covers(const Action& action, std::int64_t step);
  bool may_spare() const;
  double time_step(std::int64_t next, double now);
  double measure_new_memory();
  bool all_say(bool mine) const;
  bool spare_memory(std::int64_t next, double run, std::optional<double> again);
  bool releases_memory(std::int64_t next) const;
  void watch_memory(std::int64_t next);
  std::optional<double> seconds_again(std::int64_t next);

  Stepped& of_;
  EndValues& end_;
  Fit& fit_;
  StepRunner& runner_;
  std::set<const Tracked*> listed_;  ///< by the user, if at all
  std::int64_t timed_ = 0;           ///< the first step that has not been timed, where memory may be spared
  double begun_ = 0;                 ///< when it has [s]
  std::int64_t spared_until_ = 0;    ///< the last step for which less memory is better
  std::optional<double> fastest_;    ///< of the steps so far; nothing where memory may not be spared [s]
};

}  // namespace ops
