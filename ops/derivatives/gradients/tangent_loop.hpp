// ops/derivatives/gradients/tangent_loop.hpp: one loop, or one point of it, while its tangent is computed. Private to
// this room.
#pragma once

#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "ops/derivatives/gradients/tangent_sweep.hpp"
#include "ops/derivatives/log/footprint.hpp"
#include "ops/derivatives/log/missing_cells.hpp"
#include "ops/loops/launch/reduce_ops.hpp"

namespace ops {

struct TangentSweep::Loop {
  Loop(TangentSweep& of, const LoopEvent& advanced, std::span<const EventArg> arguments)
      : sweep(of), event(advanced), args(arguments) {
    if (event.call->implementation) facts = event.call->implementation->args;
  }
  TangentSweep& sweep;
  const LoopEvent& event;
  std::span<const EventArg> args;
  std::span<const ArgFacts> facts = {};
  std::vector<ArgView> views = {};   ///< of the launch: of all values, then of all directions
  std::vector<BufferRef> kept = {};  ///< until the launch is done
  std::deque<Dense> copies = {};     ///< with room for cells that do not exist
  std::vector<std::pair<std::size_t, const Dense*>> outputs = {};  ///< copies that go back to their fields
  std::vector<Totals> totals = {};                                 ///< per argument: of a reduction's direction
  std::byte* slopes = nullptr;  ///< of a MIN or MAX reduction, whose one point this is

  const ArgView& shape(std::size_t i) const { return sweep.events.shapes[args[i].shape]; }
  Box cells(std::size_t i) const { return footprint(shape(i), event.call->range); }
  Box reach(std::size_t i) const { return hull(cells(i), footprint(shape(i), event.call->range, facts[i].reads)); }
  Box stored(std::size_t i) const { return intersection(reach(i), args[i].dat->layout.allocated); }
  bool inside(std::size_t i) const { return !event.beyond || args[i].dat->layout.allocated.contains(reach(i)); }

  bool live(std::size_t i) const;
  bool any_live() const;
  void require_tangent() const;
  void set_all_values();
  void set_values(std::size_t i);
  void set_direction(std::size_t i);
  bool one_cell_a_point(std::size_t i) const;
  void protect(std::size_t i);
  void set_total(std::size_t i);
  void keep_totals() const;
  ArgView copy(std::size_t i, const BufferRef& from);
  ArgView view(std::size_t i, const BufferRef& buffer) const;
  bool divisible() const;
  void run();
  void end(std::size_t i);
  void consume();
};

}  // namespace ops
