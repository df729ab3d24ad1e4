// ops/tape/saved_state.cpp: which cells of a state are kept.
#include "ops/tape/saved_state.hpp"

#include <algorithm>

#include "ops/core/region.hpp"

namespace ops {
namespace {

bool meet(const std::vector<Box>& boxes, const Box& cells) {
  return std::ranges::any_of(boxes, [&](const Box& box) { return !intersection(box, cells).empty(); });
}

std::int64_t volume(const std::vector<Box>& boxes) {
  std::int64_t sum = 0;
  for (const Box& box : boxes) sum += box.volume();
  return sum;
}

BufferRef packed(const Tracked& dat, const Buffer& from, const Box& cells, BufferPool& pool) {
  BufferRef values = pool.take(static_cast<std::size_t>(cells.volume() * dat.components) * dat.layout.element,
                               "a checkpoint of part of dataset '" + dat.name + "'");
  pack_region(values->data, from.data, dat.layout, cells);
  return values;
}

}  // namespace

SavedState::SavedState(std::span<const std::unique_ptr<Tracked>> dats) {
  for (const auto& dat : dats) {
    if (!dat || !dat->dat || dat->alias_of) continue;
    dat->frozen = true;
    index_.emplace(dat.get(), contents_.size());
    contents_.push_back({dat.get(), dat->dat->buffer, {}, {dat->layout.allocated}, {}});
  }
}

SavedState::Content* SavedState::content(const Tracked& dat) {
  const auto found = index_.find(&dat);
  return found == index_.end() ? nullptr : &contents_[found->second];
}

void SavedState::reads(const Tracked& dat, const Box& cells) {
  Content* known = content(dat);
  if (!known) return;
  for (const Box& box : known->untouched)
    if (const Box read = intersection(box, cells); !read.empty()) known->needed.push_back(read);
  writes(dat, cells);
}

/// The cells are no longer untouched.
void SavedState::writes(const Tracked& dat, const Box& cells) {
  Content* known = content(dat);
  if (!known || !meet(known->untouched, cells)) return;
  std::vector<Box> rest;
  for (const Box& box : known->untouched) std::ranges::copy(difference(box, cells), std::back_inserter(rest));
  known->untouched = std::move(rest);
}

/// Small rests are packed, so that the version can go.
void SavedState::settle(BufferPool& pool) {
  for (Content& known : contents_) {
    std::ranges::move(known.untouched, std::back_inserter(known.needed));
    if (2 * volume(known.needed) > known.dat->layout.allocated.volume()) continue;
    for (const Box& cells : known.needed) known.parts.push_back({cells, packed(*known.dat, *known.whole, cells, pool)});
    known.whole.reset();
  }
  index_.clear();
}

void SavedState::restore(std::span<const std::unique_ptr<Tracked>> dats, BufferPool& pool, bool poison) const {
  for (const auto& dat : dats)
    if (dat) dat->frozen = true;  // also of datasets that are not in here: what they hold now is somebody else's
  const std::vector<std::byte> nan(sizeof(std::max_align_t), std::byte{0xff});
  for (const Content& known : contents_) {
    Tracked& dat = *known.dat;
    if (!dat.dat) continue;
    BufferRef version = known.whole ? known.whole : pool.take(dat.layout.bytes, "dataset '" + dat.name + "'");
    if (!known.whole && poison) fill_region(version->data, dat.layout, dat.layout.allocated, nan.data());
    for (const Part& part : known.parts) unpack_region(version->data, part.values->data, dat.layout, part.cells);
    dat.dat->adopt(version);
    dat.needed = dat.saved = Box::none();
    dat.frozen = known.whole != nullptr;
  }
}

std::vector<const Tracked*> SavedState::changed() const {
  std::vector<const Tracked*> other;
  for (const Content& known : contents_)
    if (known.whole && known.dat->dat && known.dat->dat->buffer != known.whole) other.push_back(known.dat);
  return other;
}

std::vector<const Tracked*> SavedState::datasets() const {
  std::vector<const Tracked*> kept;
  for (const Content& known : contents_)
    if (known.whole || !known.parts.empty()) kept.push_back(known.dat);
  return kept;
}

}  // namespace ops
