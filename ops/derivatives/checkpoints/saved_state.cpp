// ops/derivatives/checkpoints/saved_state.cpp: decides which cells of a state to keep.
#include "ops/derivatives/checkpoints/saved_state.hpp"

#include <algorithm>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"

namespace ops {
namespace {

BufferRef packed(const Tracked& dat, const BufferRef& from, const Box& cells, BufferPool& pool) {
  BufferRef values = pool.take(static_cast<std::size_t>(cells.volume() * dat.components) * dat.layout.element,
                               "a checkpoint of dataset '" + dat.name + "'");
  pack_cells(values, from, dat.layout, cells);
  deactivate(values);
  return values;
}

/// All cells but these.
void fill_with_nan(const BufferRef& values, const Tracked& dat, const std::vector<Box>& but) {
  static const std::vector<std::byte> nan(sizeof(std::max_align_t), std::byte{0xff});
  std::vector<Box> rest{dat.layout.allocated};
  for (const Box& cells : but) rest = difference(rest, cells);
  for (const Box& cells : rest) fill_cells(values, dat.layout, cells, nan.data());
}

}  // namespace

SavedState::SavedState(std::span<const std::unique_ptr<Tracked>> dats) {
  for (const auto& dat : dats) {
    if (!dat || !dat->dat || dat->alias_of) continue;
    dat->freeze();
    index_.emplace(dat.get(), contents_.size());
    const BufferRef& version = dat->dat->buffer;
    contents_.push_back({dat.get(), {version, {}, version->bytes}, version, {}, {dat->layout.allocated}, {}});
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
  known->untouched = difference(known->untouched, cells);
}

void SavedState::writes(const Tracked& dat, const Box& cells, BufferPool& pool) {
  Content* known = content(dat);
  if (!known || !meet(known->untouched, cells)) return;
  known->untouched = difference(known->untouched, cells);
  if (known->whole) pack_if_small(*known, pool);
}

/// The rest is packed, so that the version can go. What nobody else holds may be overwritten in place.
void SavedState::pack_if_small(Content& known, BufferPool& pool) {
  std::vector<Box> rest = known.needed;
  std::ranges::copy(known.untouched, std::back_inserter(rest));
  if (2 * volume(rest) > known.dat->layout.allocated.volume()) return;
  for (const Box& cells : rest) {
    BufferRef values = packed(*known.dat, known.whole.values, cells, pool);
    const std::size_t bytes = values->bytes;
    known.parts.push_back({cells, {std::move(values), {}, bytes}});
  }
  known.whole = {};
  if (known.dat->dat) known.dat->refreeze();
}

void SavedState::settle(BufferPool& pool) {
  for (Content& known : contents_) {
    std::ranges::move(known.untouched, std::back_inserter(known.needed));
    known.untouched.clear();
    if (known.whole) pack_if_small(known, pool);
    else std::erase_if(known.parts, [&](const Part& part) { return !meet(known.needed, part.cells); });
  }
  index_.clear();
}

StoreResult SavedState::write(bool needed) {
  if (!disk_ || !open_ || !index_.empty()) return {};
  open_ = false;
  StoreResult failure;
  if (!refused_) hand_over();
  const auto sort_out = [&](KeptValues& kept) {
    if (StoreResult result = this->sort_out(kept, needed); !result.good()) failure = std::move(result);
  };
  for (Content& known : contents_) {
    sort_out(known.whole);
    for (Part& part : known.parts) sort_out(part.kept);
  }
  refused_ = refused_ || !failure.good();
  return failure;
}

bool SavedState::on_its_way() const {
  const auto waits = [](const KeptValues& kept) { return kept.values && kept.piece; };
  return std::ranges::any_of(contents_, [&](const Content& known) {
    return waits(known.whole) || std::ranges::any_of(known.parts, [&](const Part& part) { return waits(part.kept); });
  });
}

/// What is present takes no memory of its own.
void SavedState::hand_over() {
  for (Content& known : contents_) {
    const bool present = known.dat->dat && known.dat->dat->buffer == known.whole.values;
    if (known.whole.values && !known.whole.piece && !present) known.whole.piece = disk_->put(known.whole.values);
    for (Part& part : known.parts)
      if (part.kept.values && !part.kept.piece) part.kept.piece = disk_->put(part.kept.values);
  }
}

/// What has an outcome is on disk, or stays in memory, or is lost.
StoreResult SavedState::sort_out(KeptValues& kept, bool needed) {
  if (!kept.values || (!kept.piece && refused_)) return {};
  const auto outcome = kept.piece ? disk_->outcome(kept.piece) : std::nullopt;
  if (!outcome) {
    open_ = true;
    return {};
  }
  const bool stays = needed && !outcome->good();
  stays ? kept.piece.reset() : kept.values.reset();
  return *outcome;
}

/// A process may have written copies of others' cells that were old: what comes back is only what its owners wrote.
StoreResult SavedState::fetch(const KeptValues& kept, const BufferRef& to, const Layout& layout) {
  StoreResult result = disk_->wait(disk_->fetch(kept.piece, to));
  to->machine->owners_wrote(to, layout);
  return result;
}

StoreResult SavedState::restore(std::span<const std::unique_ptr<Tracked>> dats, BufferPool& pool, bool poison) {
  for (const auto& dat : dats)
    if (dat) dat->freeze();  // also of datasets that are not in here: what they hold now is somebody else's
  for (const Content& known : contents_)
    if (known.dat->dat)
      if (StoreResult result = set_present(known, pool, poison); !result.good()) return result;
  return {};
}

/// What is present now is overwritten where nobody else has it.
StoreResult SavedState::set_present(const Content& known, BufferPool& pool, bool poison) {
  Tracked& dat = *known.dat;
  BufferRef version = known.whole.values;
  if (!version)
    version =
        dat.dat->buffer.use_count() == 1 ? dat.dat->buffer : pool.take(dat.layout.bytes, "dataset '" + dat.name + "'");
  if (known.whole.piece && !known.whole.values)
    if (StoreResult result = fetch(known.whole, version, dat.layout); !result.good()) return result;
  if (!known.whole && poison) fill_with_nan(version, dat, {});
  for (const Part& part : known.parts)
    if (StoreResult result = unpack(part, dat, version, pool); !result.good()) return result;
  dat.dat->adopt(version);
  dat.needed = dat.saved = Box::none();
  known.whole.values ? dat.freeze() : dat.frozen.clear();
  return {};
}

void SavedState::unfreeze_dropped(bool poison) const {
  if (!index_.empty()) return;
  for (const Content& known : contents_) {
    Tracked& dat = *known.dat;
    if (!dat.dat || dat.dat->buffer != known.whole.values || known.whole.values.use_count() > 2) continue;
    dat.frozen = known.needed;
    dat.needed = dat.saved = Box::none();
    if (poison) fill_with_nan(known.whole.values, dat, known.needed);
  }
}

StoreResult SavedState::unpack(const Part& part, const Tracked& dat, const BufferRef& to, BufferPool& pool) {
  BufferRef values = part.kept.values;
  if (!values) {
    values = pool.take(part.kept.bytes, "a checkpoint read from disk");
    if (StoreResult result = fetch(part.kept, values, dense_layout(dat.layout, part.cells, false)); !result.good())
      return result;
  }
  unpack_cells(to, values, dat.layout, part.cells);
  return {};
}

std::vector<const Tracked*> SavedState::changed() const {
  std::vector<const Tracked*> other;
  for (const Content& known : contents_)
    if (known.whole && known.dat->dat && known.dat->dat->buffer != known.version.lock()) other.push_back(known.dat);
  return other;
}

std::vector<ops_dat> SavedState::existing() const {
  std::vector<ops_dat> dats;
  for (const Content& known : contents_)
    if (known.dat->dat) dats.push_back(known.dat->dat);
  return dats;
}

std::vector<const Tracked*> SavedState::datasets() const {
  std::vector<const Tracked*> kept;
  for (const Content& known : contents_)
    if (known.whole || !known.parts.empty()) kept.push_back(known.dat);
  return kept;
}

}  // namespace ops
