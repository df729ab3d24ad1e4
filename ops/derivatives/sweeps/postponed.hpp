// ops/derivatives/sweeps/postponed.hpp: lazy accumulation: contributions that wait for the next loop of the same kind.
//
// The next loop of the same kind adds a postponed contribution together with its own, in one pass. The contribution is
// flushed before another event reads or adds to its target, or overwrites the seed on which it depends. The order of
// additions to the target never changes. If a loop overwrites a dataset that it reads at the same point only, as a
// three-level time step does, its contribution takes the place of the seed itself. Postponed, it needs neither a second
// field nor a separate pass.
#pragma once

#include <vector>

#include "ops/derivatives/events/reversing.hpp"
#include "ops/derivatives/sweeps/adjoint_launches.hpp"

namespace ops {

/// A contribution put off until the next loop of the same kind adds its own to the same cells.
struct PostponedTerm {
  static constexpr int nowhere = -1;
  const LoopEvent* event;
  std::size_t arg;  ///< the target
  Tracked* target;
  /// dataset of the seed; the target itself: the contribution takes the place of its seed, which still lies there
  Tracked* from;
  BufferRef seed;
  Box cells;              ///< of the seed, as long as they hold it
  int meeting = nowhere;  ///< argument of the loop being reversed that may add it
  bool renewal() const noexcept { return target == from; }
};

class Postponements {
 public:
  /// @param on  whether anything is put off at all  @param watched  derivatives are shown between events
  Postponements(Reversing& sweep, AdjointLaunches& launches, bool on, bool watched)
      : sweep_(sweep), launches_(launches), on_(on), watched_(watched) {}

  /// The dataset's field, after everything postponed on it.
  AdjointField& use(Tracked& dat);
  /// @param in_launch  written by the launch itself, which takes care of what it meets itself
  void before_write(const Buffer* buffer, const Box& cells, bool in_launch);
  void flush_all();

  /// Whether an alike loop with the same target will be reversed soon.
  bool worth_postponing(const LoopEvent& event, std::size_t arg) const;
  /// Whether an alike loop that adds to what this one has overwritten will be reversed soon.
  bool worth_renewing_later(const LoopEvent& event, std::size_t arg) const;
  /// Whether a loop that reads a dataset so can give it the contribution for which its seed has stayed in place.
  static bool takes_over(const EventArg& read, const EventArg& overwritten);
  bool alike(const LoopEvent& a, const LoopEvent& b) const;

  std::vector<PostponedTerm>& terms() noexcept { return terms_; }
  /// Something of the event is still to be added.
  bool waits(const Event& event) const;
  bool holds(const BufferRef& seed) const;
  /// The field may keep a buffer without need, until `drop_spares`.
  void spare(Tracked* dat) { spares_.push_back(dat); }
  void drop_spares();

 private:
  void flush(std::size_t index);
  const LoopEvent* next_use(const LoopEvent& event, const Tracked* dat) const;

  Reversing& sweep_;
  AdjointLaunches& launches_;
  bool on_, watched_;
  std::vector<PostponedTerm> terms_;
  std::vector<Tracked*> spares_;
};

}  // namespace ops
