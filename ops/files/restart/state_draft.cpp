// ops/files/restart/state_draft.cpp: removes boxes from the draft, and copies them.
#include "ops/files/restart/state_draft.hpp"

#include <new>

#include "ops/data/memory_limit.hpp"
#include "ops/data/passes.hpp"

namespace ops {

StateDraft::StateDraft(const Context& context) {
  for (const auto& dat : context.dats)
    if (dat && dat->buffer) undecided_[dat->index] = {dat.get(), {dat->layout.allocated}};
}

void StateDraft::reads(ops_dat dat, const Box& cells) {
  const auto found = undecided_.find(dat->index);
  if (found == undecided_.end()) return;
  for (const Box& box : found->second.cells) save(dat, intersection(box, cells));
  writes(dat, cells);
}

void StateDraft::writes(ops_dat dat, const Box& cells) {
  const auto found = undecided_.find(dat->index);
  if (found == undecided_.end()) return;
  found->second.cells = difference(found->second.cells, cells);
  if (found->second.cells.empty()) undecided_.erase(found);
}

void StateDraft::forget(ops_dat dat) { undecided_.erase(dat->index); }

void StateDraft::complete() {
  for (const auto& [index, left] : undecided_)
    for (const Box& box : left.cells) save(left.dat, box);
  undecided_.clear();
}

void StateDraft::save(ops_dat dat, const Box& cells) {
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
    throw OutOfMemory("there is not enough memory for the values of dataset '" + dat->name_storage +
                      "'");  // on every process
  read_cells(one.values.data(), dat->buffer, dat->layout, cells);
  if (!machine.speaks()) one.values = {};
}

}  // namespace ops
