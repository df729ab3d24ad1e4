// ops/steps/rerun.hpp: runs recorded events again, forward, from the present values.
// Knows the calls that the recording keeps; knows nothing of schedules. Never runs code of the program other than
// kernels.
#pragma once

#include "ops/loop/redirector.hpp"
#include "ops/state/host_state.hpp"
#include "ops/steps/stepped.hpp"

namespace ops {

class Rerun final : public Redirector {
 public:
  Rerun(Stepped& of, HostState& host)
      : of_(of), versions_(of.versions), recording_(of.recording), host_(host), learns_(of.states.unsettled()) {}

  /// What is kept of the events for their adjoints.
  enum class Keep : std::uint8_t {
    nothing,
    all,
    last_step  ///< all, and they are reversed next: what only later steps would read is not computed
  };
  /// Events [first, last).
  /// @param unlimited  whatever it keeps
  /// @return  false: it ended before, as the recording takes too much memory
  bool run(std::size_t first, std::size_t last, Keep keep, bool unlimited = true);

  // Redirector, of the loops that run again
  void redirect(const LoopCall& call, std::span<ArgView> views, Constants constants) override;

 private:
  void run(Event& event);
  void hold(Event& event);
  void run_loop(Event& event);
  void set_arguments(const Event& event, std::vector<ops_arg>& args);
  void run_halos(Event& event);
  void run_copy(Event& event);
  void give(const Event& event);
  void overwrite(Tracked& dat, const Box& cells);
  template <class Fn>
  void as(Event& event, Fn fn);
  void show_versions(Event& event, const LoopCall& call, std::span<ArgView> views);
  void adopt_versions(const Event& event);
  bool leaves_values(const LoopAgain& loop) const;

  Stepped& of_;
  Versions& versions_;
  Recording& recording_;
  HostState& host_;
  SavedState* const& learns_;  ///< what the last state need not hold; null: there is none, or it learns no longer
  Keep keep_ = Keep::nothing;
  std::vector<Event*> starts_;  ///< of reductions into datasets, which the next loop runs
  Event* running_ = nullptr;
};

}  // namespace ops
