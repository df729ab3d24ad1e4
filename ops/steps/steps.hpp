// ops/steps/steps.hpp: a recording in steps. Of some, all is kept that their adjoints need; the others are run again
// from states. Carries out what a schedule says; knows nothing of why. The default tape has one from the first step
// mark on.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "ops/checkpoint/capacity.hpp"  // Refused: whoever interprets adds the place
#include "ops/checkpoint/choose.hpp"
#include "ops/checkpoint/schedule.hpp"
#include "ops/record/history.hpp"
#include "ops/state/host_state.hpp"
#include "ops/state/limits.hpp"
#include "ops/state/report.hpp"
#include "ops/steps/budget.hpp"
#include "ops/steps/rerun.hpp"
#include "ops/steps/states.hpp"
#include "ops/steps/step_tapes.hpp"
#include "ops/sweep/sweep.hpp"
#include "ops/versions/versions.hpp"

namespace ops {

class Steps final : public RecordingWatch, public SweepWatch {
 public:
  using Planner = std::function<std::unique_ptr<Schedule>(const Demand& demand)>;
  /// @param planner  makes the schedule once sizes are known: where anything is limited, after the first steps
  explicit Steps(Versions& versions, Limits limits, Planner planner = choose);

  // The program's own run
  /// A step begins.
  void mark();
  /// What comes next is recorded and does not run, until `carry_on`: of its steps nothing is kept but the state before
  /// the first.
  void leave_out();
  bool leaving_out() const noexcept { return left_out_; }
  /// Values are those that the program has here, and what comes next runs.
  void carry_on();
  /// What was left out runs now, in the middle of the program's own run, as it cannot later; all of it is kept.
  void make_up();
  /// Nothing has been recorded since the last mark.
  bool just_begun() const { return tapes_.just_begun(); }
  /// The user says that a state consists of this.
  void list(const Tracked& dat) { listed_.insert(&dat); }
  bool keeping() const noexcept { return keeping_; }
  History& history() noexcept { return history_; }
  /// A dataset that was declared in the course of a step: its values are an event. Of one that an adjoint
  /// declares, after the interpretation.
  void introduce(Tracked& dat) override;
  /// Values from outside of loops are an event, kept for when this part runs again.
  void give(Tracked& dat, const Box& cells, std::source_location where);
  /// The state that still learns what the steps do not need; null: none
  SavedState* unsettled() noexcept { return states_.unsettled(); }

  /// The pool has given something to the recording: what is more than may be kept is given up.
  void grown() override;
  /// The loop that begins reads the version, and overwrites it in another: it stays until the loop has run, whatever is
  /// given up.
  void loop_reads(BufferRef version) override { loop_reads_.push_back(std::move(version)); }
  void loop_has_run() override { loop_reads_.clear(); }

  // Interpretation
  /// The whole recording.
  void reverse(Sweep& sweep) override;
  /// The sweep comes to this event.
  void passes(std::size_t event) override;
  /// Everything is kept from now on, as if nothing had been given up; for what needs all states at once.
  void complete();

  std::int64_t steps() const noexcept { return tapes_.steps(); }
  bool overrun() const noexcept { return overrun_; }            ///< the steps that run again take too much
  bool all_kept() const { return tapes_.all(); }                ///< nothing has to run again
  std::int64_t executed() const noexcept { return executed_; }  ///< steps run forward, by the program or again, in all

  LoopRunner run_loop = run_variant;  ///< tests have an engine of their own
  std::unique_ptr<Report> report;     ///< never null; tests have a clock of their own
  bool found = false;                 ///< they begin where a repetition was found, not where the program says
  bool poison = false;                ///< unspecified cells of restored states become NaN
  /// one in so many steps at most runs once more, so that values at the end need not be held
  std::int64_t end_part = 8;

 private:
  using Kind = Action::Kind;
  /// What is done about too much memory: the program's own run, steps that run again, and what is beyond the budget.
  enum class Phase : std::uint8_t { program, again, beyond };

  void freeze();
  void drop(const Action& action);
  // the program's own run
  void track();
  bool trying_out(std::int64_t step);
  void plan(std::int64_t step);
  std::unique_ptr<Schedule> schedule(const Demand& demand) const;
  void decide(std::int64_t step);
  bool covers(const Action& action, std::int64_t step);
  void time_last_step(std::int64_t next);
  void check_list() const;
  // within the budget
  bool over();
  bool resume_with(std::int64_t tapes, std::int64_t last);
  bool thin_out();
  void require_room();
  bool falls_short();
  void weigh_one_tape(bool last);
  // steps run again
  bool alone(const Action& action, std::int64_t step) const;
  bool run(const Action& action, HostState& host);
  void run_otherwise(const Action& action, std::int64_t step);
  void restore(std::int64_t step, HostState& host);
  void move_states(const Action& action, HostState& host);
  void require_again() const;
  // interpretation
  void reverse_steps(Sweep& sweep);
  void interpret_steps(Sweep& sweep);
  void start_again(HostState& host);
  void begin_reversal();
  void carry_out(Sweep& sweep, HostState& host);
  void use_up(Sweep& sweep, std::int64_t first, std::int64_t last);
  void finish();
  void forget_interpretation();
  void end_interpretation();
  // values at the end
  std::size_t present_bytes(const SavedState& state) const;
  void remember_end();
  bool end_is_far() const { return end_part * (steps() - end_->step) > steps(); }
  bool let_go_of_end(HostState& host);
  void end_stays();
  void bring_back_end(HostState& host);
  struct Present;

  Versions& versions_;
  Recording& recording_;
  Planner planner_;
  StepTapes tapes_;
  States states_;
  Budget budget_;
  Phase phase_ = Phase::program;
  bool overrun_ = false;
  /// where the budget is too small for the first step: what the steps since would have needed [bytes]
  std::optional<std::size_t> enough_;
  std::unique_ptr<Schedule> schedule_;
  History history_;
  std::set<const Tracked*> listed_;  ///< by the user, if at all
  struct End {
    std::int64_t step = 0;
    SavedState state;
    std::size_t unchanged = 0;  ///< of it, what is present at the end, too [bytes]
  };
  std::optional<End> end_;  ///< the last state of the program's own run, from which its end can be computed again
  std::vector<BufferRef> loop_reads_;
  Action action_;                ///< under way in the program's own run
  bool keeping_ = true;          ///< before the first step
  bool left_out_ = false;        ///< what comes does not run
  std::int64_t tried_from_ = 0;  ///< the step from which on sizes are tried out
  bool finished_ = false;        ///< the schedule knows that all steps have been run
  bool reversed_ = false;        ///< the schedule has been used up
  bool interpreting_ = false;
  std::vector<Tracked*> declared_meanwhile_;
  bool exchanged_ = false;       ///< in this interpretation other states than the program's last have been present
  bool counted_ = false;         ///< .. and what is held has been counted since
  bool fetching_ = false;        ///< the state that will be restored next may still lie aside
  std::int64_t unreversed_ = 0;  ///< steps, while they are interpreted
  std::int64_t executed_ = 0;
};

}  // namespace ops
