// ops/events/still_event.cpp: values from outside, given again.
#include "ops/events/still_event.hpp"

#include "ops/core/cells.hpp"
#include "ops/events/again.hpp"
#include "ops/events/doubling.hpp"
#include "ops/record/history.hpp"

namespace ops {

void StillEvent::double_into(Doubling& second) const { second.nothing(*this); }

void GivenEvent::run_again(Again& again) {
  if (!given->values) return;
  const Again::Saving saving(again, *this);
  again.overwrites(*given->dat, given->cells);
  unpack_cells(given->dat->dat->buffer, given->values, given->dat->layout, given->cells);
}

}  // namespace ops
