// ops/steps/steps.hpp: a recording in steps. Of some, all is kept that their adjoints need; the others are run again from states.
// Carries out what a schedule says; knows nothing of why. The default tape has one from the first step mark on.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "ops/checkpoint/capacity.hpp"  // Refused: whoever interprets adds the place
#include "ops/checkpoint/choose.hpp"
#include "ops/checkpoint/schedule.hpp"
#include "ops/record/history.hpp"
#include "ops/state/holdings.hpp"
#include "ops/state/host_state.hpp"
#include "ops/state/limits.hpp"
#include "ops/state/report.hpp"
#include "ops/state/room.hpp"
#include "ops/state/saved_state.hpp"
#include "ops/steps/rerun.hpp"
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
  /// Nothing has been recorded since the last mark.
  bool just_begun() const;
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
  SavedState* unsettled() noexcept { return unsettled_; }

  /// The pool has given something to the recording: what is more than may be kept is given up.
  void grown() override;
  /// The loop that begins reads the version, and overwrites it in another: it stays until the loop has run, whatever is given up.
  void loop_reads(BufferRef version) override { loop_reads_.push_back(std::move(version)); }
  void loop_has_run() override { loop_reads_.clear(); }

  // Interpretation
  /// The whole recording.
  void reverse(Sweep& sweep) override;
  /// The sweep comes to this event.
  void passes(std::size_t event) override;
  /// Everything is kept from now on, as if nothing had been given up; for what needs all states at once.
  void complete();

  std::int64_t steps() const noexcept { return static_cast<std::int64_t>(begins_.size()); }
  bool overrun() const noexcept { return overrun_; }  ///< the steps that run again take too much
  bool all_kept() const;  ///< nothing has to run again
  /// Whether the last interpretation went through steps that had run again from values that were off.
  bool approximate() const noexcept { return reversed_nearly_; }
  /// Whether what is kept of the event that the sweep is at was computed from such values.
  bool passes_approximate() const override;
  /// Until it is called again, states come back from disk as they were.
  void exactly(bool exactly);

  std::int64_t executed() const noexcept { return executed_; }  ///< steps run forward, by the program or again, in all

  LoopRunner run_loop = run_variant;  ///< tests have an engine of their own
  std::unique_ptr<Report> report;     ///< never null; tests have a clock of their own
  bool found = false;                 ///< they begin where a repetition was found, not where the program says
  bool poison = false;                ///< unspecified cells of restored states become NaN
  std::int64_t end_part = 8;          ///< one in so many steps at most runs once more, so that values at the end need not be held

 private:
  using Kind = Action::Kind;
  /// What is done about too much memory: the program's own run, steps that run again, and what is beyond the budget.
  enum class Phase : std::uint8_t { program, again, beyond };

  std::size_t begin_of(std::int64_t step) const;
  void track();
  void freeze();
  void settle();
  void save(std::int64_t step, Storage storage = Storage::memory);
  bool trying_out(std::int64_t step);
  void measure(std::int64_t step);
  void fit_slots();
  std::unique_ptr<Schedule> schedule() const;
  void decide(std::int64_t step);
  bool covers(const Action& action, std::int64_t step);
  void drop(const Action& action);
  void release(std::int64_t first, std::int64_t last);
  bool run(const Action& action, HostState& host);
  bool alone(const Action& action, std::int64_t step) const;
  void note_approximation(std::int64_t first, std::int64_t last);
  void use_up(Sweep& sweep, std::int64_t first, std::int64_t last);
  bool fetch_state_before(std::int64_t step);
  void time_last_step(std::int64_t next);
  void restore(std::int64_t step, HostState& host);
  // states on disk
  Demand beside_disk(Demand demand) const;
  std::int64_t at_once(const Demand& demand) const;
  bool send_to_disk();
  void make_way();
  void write_states();
  void let_disk_finish();
  void let_disk_finish(std::int64_t step);
  std::int64_t restore_readable(std::int64_t step);
  void tell_of_approximation();
  void tell_of_disk(const StoreResult& failure, const std::string& consequence);
  void move_states(const Action& action, HostState& host);
  void carry_out(Sweep& sweep, HostState& host);
  void reverse_steps(Sweep& sweep);
  bool over();
  bool exceeds() const { return demand_.memory && room_.held() > *demand_.memory; }
  bool one_state() const;
  std::int64_t first_tape() const;
  Shares weigh(std::int64_t first, std::int64_t last);
  void measure_anew(std::int64_t first, std::int64_t last);
  void measure_apart();
  Demand for_one() const;
  Demand at_least_one() const;
  bool resume_with(std::int64_t tapes, std::int64_t last);
  bool thin_out();
  void run_otherwise(const Action& action, std::int64_t step);
  void require_room();
  [[noreturn]] void refuse(std::size_t enough) const;
  bool falls_short();
  void weigh_one_tape(bool last);
  void recount();
  void require_again() const;
  void check_list() const;
  // values at the end
  std::size_t present_bytes(const SavedState& state) const;
  void remember_end();
  bool end_is_far() const { return end_part * (steps() - end_->step) > steps(); }
  bool let_go_of_end(HostState& host);
  void end_stays();
  void bring_back_end(HostState& host);
  void begin_reversal();
  void interpret_steps(Sweep& sweep);
  void forget_interpretation();
  void end_interpretation();
  void start_again(HostState& host);
  void finish();
  struct Present;

  Versions& versions_;
  Recording& recording_;
  Planner planner_;
  Demand demand_;
  std::optional<std::int64_t> slots_;  ///< states whose memory may be used, maybe one of them for the end, with that of one tape; no number of bytes
  bool asked_;                       ///< for limits by the user
  Room room_;
  Phase phase_ = Phase::program;
  bool overrun_ = false;
  std::optional<std::size_t> enough_;  ///< where the budget is too small for the first step: what the steps since would have needed [bytes]
  std::int64_t try_out_steps() const noexcept { return slots_ ? 2 : 4; }
  std::size_t past_ = 0;  ///< what the tapes of the steps that are tried out take
  std::unique_ptr<Schedule> schedule_;
  History history_;
  std::vector<std::size_t> begins_;  ///< of each step: its first event
  static constexpr char kept_nearly = 2;  ///< computed again from values that are off
  std::vector<char> kept_;           ///< of each step: whether all is kept, or kept_nearly
  std::set<const Tracked*> listed_;  ///< by the user, if at all
  std::unique_ptr<StateStore> disk_; ///< null: states stay in memory
  std::optional<double> lossy_;      ///< how far off values on disk may be
  std::set<std::string> disk_told_;
  std::map<std::int64_t, SavedState> states_;
  struct End {
    std::int64_t step = 0;
    SavedState state;
    std::size_t unchanged = 0;  ///< of it, what is present at the end, too [bytes]
  };
  std::optional<End> end_;  ///< the last state of the program's own run, from which its end can be computed again
  SavedState* unsettled_ = nullptr;
  std::vector<BufferRef> loop_reads_;
  Action action_;                    ///< under way in the program's own run
  bool keeping_ = true;              ///< before the first step
  static constexpr std::size_t no_regions = static_cast<std::size_t>(-1);
  std::size_t recorded_regions_ = no_regions;  ///< later ones are of steps that ran again, and go with them
  bool finished_ = false;            ///< the schedule knows that all steps have been run
  bool reversed_ = false;            ///< the schedule has been used up
  bool interpreting_ = false;
  std::vector<Tracked*> declared_meanwhile_;
  bool exchanged_ = false;           ///< in this interpretation other states than the program's last have been present
  bool counted_ = false;             ///< .. and what is held has been counted since
  bool approximate_ = false;         ///< present values come from a state that came back approximately
  bool reversed_nearly_ = false;
  std::size_t passed_ = 0;           ///< the event that the sweep has come to last
  bool fetching_ = false;            ///< the state that will be restored next may still lie aside
  std::int64_t unreversed_ = 0;      ///< steps, while they are interpreted
  std::int64_t executed_ = 0;
};

}  // namespace ops
