// ops/derivatives/steps/recomputation.hpp: recomputes recorded events from the present values. Of the program's code,
// it runs kernels only.
#pragma once

#include "ops/derivatives/checkpoints/host_state.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/steps/stepped.hpp"
#include "ops/loops/launch/redirector.hpp"

namespace ops {

class Recomputation final : public Recomputing, public Redirector {
 public:
  Recomputation(Stepped& of, HostState& host)
      : Recomputing(of.recording), of_(of), versions_(of.versions), host_(host), learns_(of.states.unsettled()) {}

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
  void redirect(const CallRef& call, const Operands& operands) override;

  // Again
  void reads(const Tracked& dat, const Box& cells) override;
  void overwrites(Tracked& dat, const Box& cells) override;
  void replaces(Tracked& dat) override;
  void adopts(Tracked& dat, const BufferRef& version, bool changed) override;
  void loop(LoopEvent& event) override;
  void hold(LoopEvent& event) override;

 private:
  void run(Event& event);
  void set_arguments(const LoopEvent& event);

  Stepped& of_;
  Versions& versions_;
  HostState& host_;
  SavedState* const& learns_;  ///< the state taken last, while it learns what it need not hold; else null
  Keep keep_ = Keep::nothing;
  std::vector<LoopEvent*> starts_;  ///< of reductions into datasets, which the next loop runs
  LoopEvent* running_ = nullptr;
  std::vector<const void*> values_;  ///< of its arguments, where they are passed by value
};

}  // namespace ops
