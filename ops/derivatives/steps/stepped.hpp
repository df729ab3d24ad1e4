// ops/derivatives/steps/stepped.hpp: the data of a recording in steps that its parts share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "ops/derivatives/checkpoints/choose_schedule.hpp"
#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/derivatives/checkpoints/schedule.hpp"
#include "ops/derivatives/log/history.hpp"
#include "ops/derivatives/messages/steps_report.hpp"
#include "ops/derivatives/steps/budget.hpp"
#include "ops/derivatives/steps/loop_runner.hpp"
#include "ops/derivatives/steps/step_states.hpp"
#include "ops/derivatives/steps/step_tapes.hpp"
#include "ops/derivatives/sweeps/versions.hpp"

namespace ops {

/// What the program's own run does with the step under way.
struct KeepsAll {};        ///< before the first step, and while the first ones show what states and tapes take
struct TooSmall {          ///< the budget is too small for one step: the next ones show what would be enough
  std::size_t enough = 0;  ///< so far [bytes]
};
struct Scheduled {  ///< a schedule says it
  Action action;
};
struct LeftOut {};  ///< it is recorded and does not run
struct UsedUp {};   ///< an interpretation has used up what was kept: nothing is kept of later steps
using OwnRun = std::variant<KeepsAll, TooSmall, Scheduled, LeftOut, UsedUp>;

/// What happens when a recording takes more than it may.
enum class Excess : std::uint8_t {
  discarded,  ///< while the program runs: discard something immediately
  noted,      ///< while steps run again: becomes `seen`
  seen,       ///< it has happened while steps run again: they stop before the next event
  allowed     ///< nothing is done about it
};

struct Stepped {
  using Planner = std::function<std::unique_ptr<Schedule>(const Demand& demand)>;
  Stepped(Versions& of, const MemoryBudget& limits, Planner makes);
  Stepped(const Stepped&) = delete;
  Stepped& operator=(const Stepped&) = delete;

  std::int64_t steps() const noexcept { return tapes.steps(); }
  /// Whether everything is kept that adjoints of the step under way need.
  bool keeping() const;
  bool left_out() const noexcept { return std::holds_alternative<LeftOut>(own_run); }
  bool used_up() const noexcept { return std::holds_alternative<UsedUp>(own_run); }
  /// Protects versions to which others refer. All other versions may be overwritten in place.
  void freeze();
  void set_schedule(std::unique_ptr<Schedule> next);
  /// The schedule is told that all steps have run, of which the first `count` are still to be reversed.
  void finish_schedule(std::int64_t count);

  Versions& versions;
  Recording& recording;
  Planner planner;
  StepTapes tapes;
  States states;
  Budget budget;
  History history;
  LoopRunner run_loop = EngineRunner();  ///< tests have an engine of their own
  std::unique_ptr<Report> report;        ///< never null; tests have a clock of their own
  std::unique_ptr<Schedule> schedule;    ///< null: sizes are not known yet
  OwnRun own_run;
  Excess excess = Excess::discarded;
  std::int64_t continued_from = 0;    ///< the first step that ran after the place of a restart
  std::int64_t executed = 0;          ///< steps run forward, by the program or again, in all
  std::int64_t unreversed = 0;        ///< steps, while they are interpreted
  std::vector<BufferRef> loop_reads;  ///< must stay until the loop has run, whatever is discarded
  bool found = false;                 ///< they begin where a repetition was found, not where the program says
  bool poison = false;                ///< unspecified cells of restored states become NaN

 private:
  bool finished_ = false;  ///< the schedule knows that all steps have been run
};

}  // namespace ops
