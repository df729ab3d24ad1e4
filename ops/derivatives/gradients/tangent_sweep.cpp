// ops/derivatives/gradients/tangent_sweep.cpp: walks the events forward.
#include "ops/derivatives/gradients/tangent_sweep.hpp"

#include <ranges>

#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/doubled.hpp"
#include "ops/support/interruption.hpp"

namespace ops {

TangentSweep::TangentSweep(Tape& tape, Doubled* doubled)
    : Advancing(tape.recording), doubled_(doubled), rewind_(events, memory), zeros_(*memory.pool) {}

void TangentSweep::run() {
  recording.tangents.results.clear();
  for (const Event& event : events.nodes | std::views::reverse) {
    memory.pool->make_room();
    rewind_.back(event);
  }
  for (const Event& event : events.nodes) {
    may_interrupt();
    memory.pool->make_room();
    if (doubled_) event.double_into(*doubled_);
    const bool after = events.reads_after(event);
    if (after) rewind_.forth(event);
    event.advance(*this);
    if (doubled_) doubled_->end(event);
    if (!after) rewind_.forth(event);
  }
  finish(memory.pool->machine());
}

void TangentSweep::protect(Tracked& dat, const Box& cells) {
  if (doubled_) doubled_->protect(dat, cells, false);
}

void TangentSweep::consume(Tracked& dat, const Box& cells) {
  if (doubled_ && !cells.contains(dat.tangent.support())) doubled_->protect(dat, cells);
  dat.tangent.consume(cells);
}

}  // namespace ops
