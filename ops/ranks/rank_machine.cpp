// ops/ranks/rank_machine.cpp: passes over cells, and how blocks are divided. Loops are in run_parts.cpp.
#include "ops/ranks/rank_machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "ops/core/cells.hpp"
#include "ops/core/dense.hpp"
#include "ops/core/layout.hpp"
#include "ops/loop/registry.hpp"

namespace ops::ranks {
namespace {

bool divided(const Layout& layout) { return layout.placement.decomposition != nullptr; }

/// Parts along an axis: one number for all blocks, or one for each in turn, separated by commas. 0: any.
int asked_parts(const std::map<std::string, std::string>& words, char axis, std::size_t block) {
  const auto found = words.find(std::string("OPS_FORCE_DECOMP_") + axis);
  if (found == words.end()) return 0;
  std::istringstream text(found->second);
  std::vector<int> parts;
  for (std::string entry; std::getline(text, entry, ',');) parts.push_back(std::atoi(entry.c_str()));  // the command line has been checked
  if (parts.size() == 1) return parts.front();
  return block < parts.size() ? parts[block] : 0;
}

}  // namespace

void RankMachine::fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) {
  const Box here = intersection(box, layout.held);
  if (!here.empty()) own_->fill(to, layout, here, value);
  copies_.all_wrote(to.get(), box);
}

void RankMachine::fill_bytes(const BufferRef& to, std::byte value) {
  own_->fill_bytes(to, value);
  copies_.forget(to->address);
}

/// Copies of others' cells are copied as well, as old as they are.
void RankMachine::copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout, const Box& box) {
  if (!(to_layout.placement == from_layout.placement)) {
    std::vector<std::byte> values(bytes_of(from_layout, box));
    read(values.data(), from, from_layout, {&box, 1});
    return write(to, to_layout, box, values.data(), false);
  }
  const Box wanted = intersection(box, to_layout.held), there = intersection(wanted, from_layout.held);
  if (!there.empty()) own_->copy(to, to_layout, from, from_layout, there);
  copies_.copied(to.get(), from.get(), box);
}

void RankMachine::add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout, Type element, const Box& box) {
  const Box own = intersection(box, intersection(sum_layout.share, sum_layout.held));
  if (!own.empty()) own_->add(sum, sum_layout, term, term_layout, element, own);
  copies_.owners_wrote(sum.get(), box);
}

void RankMachine::read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) {
  if (!divided(layout)) own_->read(to, from, layout, boxes);
  else if (boxes.size() > 1) exchange_.deal_out(to, from.get(), layout, boxes);
  else exchange_.everywhere(to, from.get(), layout, boxes.front());
}

void RankMachine::write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) {
  const Box here = intersection(box, layout.held);
  copies_.all_wrote(to.get(), box);
  if (here.empty()) return;
  if (here == box) return own_->write(to, layout, box, from, slowest);
  std::vector<std::byte> values(bytes_of(layout, here));
  copy_dense(values.data(), here, from, box, here, layout, slowest);
  own_->write(to, layout, here, values.data(), slowest);
}

void RankMachine::read_own(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box) {
  if (const Box own = own_cells(layout, box); !own.empty()) own_->read(to, from, layout, {&own, 1});
}

void RankMachine::write_own(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from) {
  if (const Box own = own_cells(layout, box); !own.empty()) own_->write(to, layout, own, from);
  copies_.owners_wrote(to.get(), box);
}

void RankMachine::bring_copies(const BufferRef& buffer, const Layout& layout) {
  if (!divided(layout)) return;
  if (!copies_.any_old(buffer.get())) return;
  Transfers old(copies_);
  old.add(buffer.get(), layout, needed(layout, [&](const Index& part) { return std::vector{layout.placement.held(part, layout.allocated)}; }));
  exchange_.bring(old.by_process());
}

bool RankMachine::all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) {
  const Box own = intersection(box, intersection(layout.share, layout.held));
  const bool zero = own.empty() || own_->all_zero(buffer, layout, own);
  return least(zero ? 1 : 0) == 1;
}

const Decomposition* RankMachine::divide(int dims, const Box& extents, int reach, const std::map<std::string, std::string>& words) {
  constexpr std::string_view names = "XYZUV";
  Index asked{};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dims); ++axis) asked[axis] = asked_parts(words, names[axis], decompositions_.size());
  const Index parts = chosen_parts(dims, extents, communicator_.size(), asked);
  if (parts[0] == 0)
    throw OPSException(OPS_INVALID_ARGUMENT) << communicator_.size() << " processes cannot be arranged as OPS_FORCE_DECOMP_X, _Y, _Z ask: the parts along "
                                             << "all axes have that number as their product; leave one of them out";
  Decomposition& decomposition = decompositions_.emplace_back();
  decomposition.dims = dims;
  decomposition.depth = registry().derivatives ? 2 * reach : reach;  // points that are gathered from reach as far again
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dims); ++axis) decomposition.cuts[axis] = even_cuts(extents.lo[axis], extents.hi[axis], parts[axis]);
  decomposition.here = decomposition.part_of(communicator_.rank());
  return &decomposition;
}

}  // namespace ops::ranks
