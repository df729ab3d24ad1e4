// ops/machines/ranks/rank_machine.cpp: passes over cells, and the division of blocks. Loops are in run_parts.cpp.
#include "ops/machines/ranks/rank_machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "ops/data/dense_array.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops::ranks {
namespace {

bool divided(const Layout& layout) { return layout.placement.decomposition != nullptr; }

/// 0: any.
int asked(const std::map<std::string, std::string>& words, const std::string& word) {
  const auto found = words.find(word);
  return found == words.end() ? 0 : std::atoi(found->second.c_str());  // the command line has been checked
}

/// The shortest side of a part, along axes that are cut; 0: none is [cells].
int thinnest(int dims, const Box& extents, const Index& parts) {
  int cells = std::numeric_limits<int>::max();
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dims); ++axis)
    if (parts[axis] > 1) cells = std::min(cells, extents.extent(static_cast<int>(axis)) / parts[axis]);
  return cells == std::numeric_limits<int>::max() ? 0 : cells;
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
void RankMachine::copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
                       const Box& box) {
  if (!(to_layout.placement == from_layout.placement)) {
    std::vector<std::byte> values(bytes_of(from_layout, box));
    read(values.data(), from, from_layout, {&box, 1});
    return write(to, to_layout, box, values.data(), false);
  }
  const Box wanted = intersection(box, to_layout.held), there = intersection(wanted, from_layout.held);
  if (!there.empty()) own_->copy(to, to_layout, from, from_layout, there);
  copies_.copied(to.get(), from.get(), box);
}

void RankMachine::add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
                      Type element, const Box& box) {
  const Box own = intersection(box, intersection(sum_layout.share, sum_layout.held));
  if (!own.empty()) own_->add(sum, sum_layout, term, term_layout, element, own);
  copies_.owners_wrote(sum.get(), box);
}

void RankMachine::read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) {
  if (!divided(layout)) own_->read(to, from, layout, boxes);
  else if (boxes.size() > 1) exchange_.deal_out(to, from.get(), layout, boxes);
  else exchange_.everywhere(to, from.get(), layout, boxes.front());
}

void RankMachine::write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from,
                        bool slowest) {
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
  old.add(buffer.get(), layout, needed(layout, [&](const Index& part) {
            return std::vector{layout.placement.held(part, layout.allocated)};
          }));
  exchange_.bring(old.by_process());
}

bool RankMachine::all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) {
  const Box own = intersection(box, intersection(layout.share, layout.held));
  const bool zero = own.empty() || own_->all_zero(buffer, layout, own);
  return least(zero ? 1 : 0) == 1;
}

/// Blocks that some processes share begin at the one after those of the block before, if as many are left.
const Decomposition* RankMachine::divide(int dims, const Box& extents, int reach,
                                         const std::map<std::string, std::string>& words) {
  constexpr std::string_view names = "XYZ";
  const int all = communicator_.size(), wanted = asked(words, "OPS_PROCESSES_PER_BLOCK"),
            some = wanted == 0 ? all : wanted;
  if (some > all)
    throw OPSException(OPS_INVALID_ARGUMENT)
        << "OPS_PROCESSES_PER_BLOCK requests " << some << " processes for a block, but the run has only " << all;
  Index along{};
  for (std::size_t axis = 0; axis < std::min(names.size(), static_cast<std::size_t>(dims)); ++axis)
    along[axis] = asked(words, std::string("OPS_FORCE_DECOMP_") + names[axis]);
  Index parts = chosen_parts(dims, extents, some, along);
  if (parts[0] != 0 && first_process(dims, parts, next_process_, all) < 0) {
    for (std::size_t axis = 0; axis + 1 < static_cast<std::size_t>(dims); ++axis)
      along[axis] = std::max(along[axis], 1);
    parts = chosen_parts(dims, extents, some, along);
  }
  const int first = parts[0] == 0 ? -1 : first_process(dims, parts, next_process_, all);
  if (first < 0)
    throw OPSException(OPS_INVALID_ARGUMENT)
        << some << " of " << all
        << " processes cannot be arranged as requested by the options OPS_FORCE_DECOMP_X, OPS_FORCE_DECOMP_Y, "
           "OPS_FORCE_DECOMP_Z and OPS_PROCESSES_PER_BLOCK; omit one of these options. In a block with "
        << dims << " dimensions, the product of the numbers of processes along all axes must be " << some
        << ", and the product of the numbers along all axes except the last must be a divisor of " << all;
  next_process_ = (first + some) % all;
  Decomposition& decomposition = decompositions_.emplace_back();
  decomposition.dims = dims;
  decomposition.cuts = cuts_from(dims, extents, parts, first, all);
  const int margin = std::min(std::max(asked(words, "OPS_TILING_MAXDEPTH"), asked(words, "OPS_TILING_MAX_DEPTH")),
                              thinnest(dims, extents, parts) / 2);
  margins_[&decomposition] = margin;
  decomposition.depth =
      margin + (registry().derivatives ? 2 : 1) * reach;  // points that are gathered from reach as far again
  decomposition.here = decomposition.part_of(communicator_.rank());
  return &decomposition;
}

}  // namespace ops::ranks
