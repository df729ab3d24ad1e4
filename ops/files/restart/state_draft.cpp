// ops/restart/draft.cpp: boxes taken off, and copied.
#include "ops/restart/draft.hpp"

#include <new>

#include "ops/core/cells.hpp"
#include "ops/core/memory.hpp"

namespace ops {

Draft::Draft(const Context& context) {
  for (const auto& dat : context.dats)
    if (dat && dat->buffer) undecided_[dat->index] = {dat.get(), {dat->layout.allocated}};
}

void Draft::reads(ops_dat dat, const Box& cells) {
  const auto found = undecided_.find(dat->index);
  if (found == undecided_.end()) return;
  for (const Box& box : found->second.cells) save(dat, intersection(box, cells));
  writes(dat, cells);
}

void Draft::writes(ops_dat dat, const Box& cells) {
  const auto found = undecided_.find(dat->index);
  if (found == undecided_.end()) return;
  found->second.cells = difference(found->second.cells, cells);
  if (found->second.cells.empty()) undecided_.erase(found);
}

void Draft::forget(ops_dat dat) { undecided_.erase(dat->index); }

void Draft::complete() {
  for (const auto& [index, left] : undecided_)
    for (const Box& box : left.cells) save(left.dat, box);
  undecided_.clear();
}

void Draft::save(ops_dat dat, const Box& cells) {
  if (cells.empty()) return;
  SavedCells& one = saved_.emplace_back(SavedCells{dat->index, cells, {}});
  Machine& machine = *dat->buffer->machine;
  bool room = true;
  try {
    one.values.resize(static_cast<std::size_t>(cells.volume()) * static_cast<std::size_t>(dat->dim) *
                      dat->layout.element);
  } catch (const std::bad_alloc&) {
    room = false;
  }
  if (machine.least(room ? 1 : 0) == 0)
    throw OutOfMemory("out of memory for the values of dataset '" + dat->name_storage + "'");  // on every process
  read_cells(one.values.data(), dat->buffer, dat->layout, cells);
  if (!machine.speaks()) one.values = {};
}

}  // namespace ops
