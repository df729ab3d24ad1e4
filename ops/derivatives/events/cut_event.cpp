// ops/derivatives/events/cut_event.cpp: sets the derivative of values from outside to zero.
#include "ops/derivatives/events/cut_event.hpp"

#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/influence.hpp"
#include "ops/derivatives/events/reversing.hpp"

namespace ops {

bool CutEvent::passes(Influence& influence, EventArgs args) const {
  if (cells.contains(args[0].dat->layout.interior)) influence.lose(*this, args[0].dat);
  return false;
}

void CutEvent::reverse(Reversing& sweep) const { sweep.derivative(*sweep.events.args_of(*this)[0].dat).consume(cells); }

void CutEvent::advance(Advancing& sweep) const { sweep.consume(*sweep.events.args_of(*this)[0].dat, cells); }

void CutEvent::double_into(Doubling& second) const { second.both(*this); }

}  // namespace ops
