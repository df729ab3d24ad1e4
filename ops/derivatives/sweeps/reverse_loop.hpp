// ops/derivatives/sweeps/reverse_loop.hpp: one loop, or one point of it, while it is being reversed. Private to this
// room.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "ops/derivatives/log/footprint.hpp"
#include "ops/derivatives/log/missing_cells.hpp"
#include "ops/derivatives/sweeps/loop_reversal.hpp"
#include "ops/loops/launch/reduce_ops.hpp"

namespace ops {

/// Takes the seeds of components that this loop changed, which earlier loops then do not get. Whether any had a seed.
bool reverse_extrema(LoopReversal& in, const LoopEvent& event);

struct ReversedLoop {
  ReversedLoop(LoopReversal& of, const LoopEvent& reversed, std::span<EventArg> arguments)
      : in(of), event(reversed), args(arguments) {
    if (event.call->implementation) facts = event.call->implementation->args;
  }
  LoopReversal& in;
  const LoopEvent& event;
  std::span<EventArg> args;
  std::span<const ArgFacts> facts = {};
  std::vector<char> live = {};                 ///< per argument: its seed is not zero on the range
  std::vector<BufferRef> kept = {};            ///< seeds that are needed until the launch is done
  std::deque<Dense> copies = {};               ///< of seeds
  std::vector<PostponedTerm> postponing = {};  ///< contributions this loop puts off
  /// per argument: its seed stays where it is, as its own contribution is put off
  std::vector<char> later = {};
  std::vector<Totals> totals = {};      ///< per argument: of a scalar's derivative
  const std::byte* extremum = nullptr;  ///< seed of a MIN or MAX reduction, whose one point this is
  bool owner = false;
  AdjointLaunch launch = {};

  Box cells(std::size_t i) const { return footprint(in.sweep.events.shapes[args[i].shape], event.call->range); }
  bool fills(std::size_t i) const { return ops::fills(in.sweep.events.shapes[args[i].shape], event.call->range); }
  Tracked& dat(std::size_t i) const { return *args[i].dat; }
  AdjointArg& out(std::size_t i) const { return in.launches.args[i]; }
  bool both(std::size_t i) const { return args[i].seed && args[i].target; }

  bool find_live();
  void look_at_seeds();
  void require_adjoint() const;
  bool can_own() const;
  bool consumed_first(std::size_t i) const;
  void set_seeds();
  void set_seed(std::size_t i);
  void copy_seed(std::size_t i);
  void move_away(std::size_t i);
  void set_targets();
  void set_target(std::size_t i);
  int meeting(const PostponedTerm& p) const;
  bool meets(std::size_t i, PostponedTerm& found);
  bool postpone(std::size_t i);
  bool renew_later(std::size_t i);
  bool streams() const;
  double moved() const;
  void run();
  void consume(bool ran);
};

}  // namespace ops
