// ops/derivatives/log/missing_cells.hpp: the adjoint of a loop whose stencils reach cells that do not exist, and whose
// kernel does not read them.
#pragma once

#include <deque>
#include <span>

#include "ops/derivatives/log/events.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops {

/// Some cells of a dataset without padding, its components in the dataset's own order.
struct Dense {
  Dense(const Tracked& dat, const Box& cells, BufferPool& pool);
  /// An argument of this shape that reads and writes these cells, which are not to move while it is used.
  ArgView view(const ArgView& shape) const;
  Layout layout;
  BufferRef buffer;
};

class MissingCells {
 public:
  /// The loop that is reversed.
  struct Loop {
    std::span<const EventArg> args;
    std::span<const ArgFacts> facts;
    std::span<const ArgView> shapes;
    Box range;
  };

  /// Redirects what `launch`, ready for the scatter form, reads and adds to.
  MissingCells(const Loop& loop, std::span<AdjointArg> launch, const FieldMemory& memory);
  /// After the launch: what was added to existing cells goes to the fields.
  void bring_back() const;

 private:
  struct Room {
    Tracked* dat;
    Dense cells;
    Box existing;
  };

  Box reach(std::size_t i, std::span<const Index> points) const;
  Dense copy(const Tracked& dat, const Box& cells, const BufferRef& from) const;
  void redirect_primal(std::size_t i);
  void redirect_target(std::size_t i);
  const Room* room(Tracked& dat);

  Loop loop_;
  std::span<AdjointArg> launch_;
  const FieldMemory& memory_;
  std::deque<Room> rooms_;  ///< one per dataset: several arguments may add to it
  std::deque<Dense> read_;  ///< until the launch is done
};

}  // namespace ops
