// ops/derivatives/events/still_event.cpp: sets values from outside again.
#include "ops/derivatives/events/still_event.hpp"

#include "ops/data/passes.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/log/history.hpp"

namespace ops {

void StillEvent::double_into(Doubling& second) const { second.nothing(*this); }

void GivenEvent::recompute(Recomputing& again) {
  if (!given->values) return;
  const Recomputing::Saving saving(again, *this);
  again.overwrites(*given->dat, given->cells);
  unpack_cells(given->dat->dat->buffer, given->values, given->dat->layout, given->cells);
}

}  // namespace ops
