// ops/derivatives/log/rewind.cpp: exchanges saved regions with the contents of versions.
#include "ops/derivatives/log/rewind.hpp"

#include <ranges>

#include "ops/data/passes.hpp"

namespace ops {

void Rewind::forth() {
  while (!undone_.empty()) {
    memory_.pool->make_room();
    forth(*undone_.back());
  }
}

void Rewind::back(const Event& event) {
  if (event.regions == 0) return;
  for (SavedRegion& region : events_.regions_of(event) | std::views::reverse) exchange(region);
  undone_.push_back(&event);
}

void Rewind::forth(const Event& event) {
  if (undone_.empty() || undone_.back() != &event) return;
  for (SavedRegion& region : events_.regions_of(event)) exchange(region);
  undone_.pop_back();
}

void Rewind::exchange(SavedRegion& region) {
  if (!region.buffer) return;
  const BufferRef present = memory_.pool->take(region.bytes, "values of part of dataset '" + region.dat->name + "'");
  pack_cells(present, region.buffer, region.dat->layout, region.cells);
  unpack_cells(region.buffer, region.values, region.dat->layout, region.cells);
  region.values = present;
  deactivate(region.values);
}

}  // namespace ops
