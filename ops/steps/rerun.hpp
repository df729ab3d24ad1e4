// ops/steps/rerun.hpp: runs recorded events again, forward, from the present values.
// Knows the calls that the recording keeps; knows nothing of schedules. Never runs code of the program other than
// kernels.
#pragma once

#include <functional>

#include "ops/record/history.hpp"
#include "ops/state/host_state.hpp"
#include "ops/state/saved_state.hpp"
#include "ops/versions/versions.hpp"

namespace ops {

/// Executes a loop that is called again; constants, scalars and reductions are set. Tests have an engine of their own.
using LoopRunner =
    std::function<void(LoopAgain& loop, const LoopRequest& request, std::span<const Events::ConstantValue> constants)>;
/// The real one.
void run_variant(LoopAgain& loop, const LoopRequest& request, std::span<const Events::ConstantValue> constants);

class Rerun final : public Recorder {
 public:
  /// @param learns   what the last state need not hold; null: there is none, or it learns no longer
  /// @param overrun  what runs again takes too much
  Rerun(Versions& versions, HostState& host, const LoopRunner& run_loop, SavedState* const& learns, const bool& overrun)
      : versions_(versions),
        recording_(versions.recording()),
        host_(host),
        run_loop_(run_loop),
        learns_(learns),
        overrun_(overrun) {}

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

  // Recorder, for the loops that run again
  void loop(const LoopCall& call, std::span<ArgView> views, std::span<const Events::ConstantValue> constants) override;
  void loop_failed(const char*, std::source_location) override {}
  void reduction_result(ops_reduction, std::source_location, ops_scalar) override {}
  void scalar_write(ops_scalar, ops_reduction, ops_access, std::source_location) override {}
  void halo_transfer(ops_halo_group, std::source_location) override {}
  void copy(ops_dat, ops_dat, std::source_location) override {}
  void raw_access(ops_dat, std::source_location) override {}
  void raw_write(ops_dat, std::source_location) override {}
  void forget(ops_dat) override {}

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

  Versions& versions_;
  Recording& recording_;
  HostState& host_;
  const LoopRunner& run_loop_;
  SavedState* const& learns_;
  const bool& overrun_;
  Keep keep_ = Keep::nothing;
  std::vector<Event*> starts_;  ///< of reductions into datasets, which the next loop runs
  Event* running_ = nullptr;
};

}  // namespace ops
