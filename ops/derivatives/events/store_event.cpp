// ops/derivatives/events/store_event.cpp: copies the derivative in the middle of a sweep.
#include "ops/derivatives/events/store_event.hpp"

#include <cstring>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/reversing.hpp"

namespace ops {

void StoreEvent::reverse(Reversing& sweep) const {
  if (sweep.recording.stores_nothing) return;
  Tracked& dat = *sweep.events.args_of(*this)[0].dat;
  const Box& cells = dat.layout.interior;
  if (sweep.derivative(dat).zero_on(cells)) {
    std::memset(destination, 0, bytes_of(dat.layout, own_cells(dat.layout, cells)));
    return;
  }
  dat.field.read(cells, sweep.memory);
  read_own_cells(reinterpret_cast<std::byte*>(destination), dat.field.buffer(), dat.layout, cells);
}

void StoreEvent::double_into(Doubling& second) const { second.nothing(*this); }

}  // namespace ops
