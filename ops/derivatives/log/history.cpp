// ops/derivatives/log/history.cpp: packs values once they are available.
#include "ops/derivatives/log/history.hpp"

#include "ops/data/passes.hpp"

namespace ops {
const GivenValues* History::given(Tracked& dat, const Box& cells) {
  GivenValues& values = values_.emplace_back(GivenValues{&dat, intersection(cells, dat.layout.allocated), nullptr});
  unsettled_.push_back(&values);
  return &values;
}

void History::settle(BufferPool& pool) {
  for (GivenValues* given : unsettled_) {
    const Tracked& dat = *given->dat;
    const auto bytes = static_cast<std::size_t>(given->cells.volume() * dat.components) * dat.layout.element;
    if (bytes == 0 || !dat.dat) continue;
    given->values = pool.take(bytes, "values given to dataset '" + dat.name + "'");
    pack_cells(given->values, dat.dat->buffer, dat.layout, given->cells);
    deactivate(given->values);
    bytes_ += bytes;
  }
  unsettled_.clear();
}

void History::give_up(std::string what) {
  if (obstacle_.empty()) obstacle_ = std::move(what);
}

}  // namespace ops
