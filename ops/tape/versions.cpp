// ops/tape/versions.cpp: keeps old values that a recorded adjoint will read, as versions or as saved regions.
//
// `needed` covers what recorded adjoints read of the present buffer since it became present. Cells outside may be overwritten
// in place without a trace: nobody before reads them, and nobody after reads what was there before.
#include "ops/core/cells.hpp"
#include "ops/tape/steps.hpp"
#include "ops/tape/tape.hpp"

namespace ops {

void Tape::mark_needed(Tracked& dat, const Box& cells) {
  dat.needed = hull(dat.needed, cells);
  if (!intersection(dat.saved, cells).empty()) dat.saved = Box::none();
}

bool Tape::must_keep(const Tracked& dat, const Box& cells) const {
  return meet(dat.frozen, cells) || !dat.saved.contains(intersection(dat.needed, cells)) || outer_needs(dat, cells);
}

/// Values that an outer tape needs: it puts back no regions that are saved here.
bool Tape::outer_needs(const Tracked& dat, const Box& cells) const {
  if (!outer_ || kind_ == Kind::scratch) return false;
  const auto index = static_cast<std::size_t>(dat.dat->index);
  return index < outer_->live_.size() && outer_->live_[index] && outer_->must_keep(*outer_->live_[index], cells);
}

bool Tape::keeps_whole(const Tracked& dat, const Box& cells) const { return silent_ || meet(dat.frozen, cells) || outer_needs(dat, cells); }

/// Saves the needed part of `cells`; the event being recorded will own it.
void Tape::save_region(Tracked& dat, const Box& cells) {
  const Box box = intersection(dat.needed, cells);
  const std::size_t bytes = static_cast<std::size_t>(box.volume()) * static_cast<std::size_t>(dat.components) * dat.layout.element;
  SavedRegion region{&dat, dat.dat->buffer, box, bytes,
                     context_.pool.take(bytes, "old values of part of dataset '" + dat.name + "'")};
  pack_cells(region.values, region.buffer, dat.layout, box);
  events_.versions[region.buffer.get()].regions.push_back(events_.regions.size());
  events_.regions.push_back(std::move(region));
  events_.kept += bytes;
  if (box.volume() > dat.saved.volume()) dat.saved = box;
  if (steps_) steps_->grown();
}

/// A buffer of unspecified contents becomes the present version.
BufferRef Tape::new_version(Tracked& dat) {
  BufferRef version = context_.pool.take(dat.layout.bytes, "dataset '" + dat.name + "'");
  for (Tape* tape = this; tape; tape = tape->kind_ == Kind::scratch ? nullptr : tape->outer_) {
    Tracked& there = tape->tracked(dat.dat);
    there.needed = there.saved = Box::none();
    there.frozen.clear();
  }
  dat.dat->adopt(version);
  if (steps_) steps_->grown();
  return version;
}

/// The present version, with the values it has, is nobody else's.
void Tape::make_private(Tracked& dat) {
  if (!must_keep(dat, dat.layout.allocated)) return;
  const BufferRef old = dat.dat->buffer;
  const BufferRef version = new_version(dat);
  copy_cells(version, old, dat.layout, dat.layout.allocated);
}

void Tape::protect(Tracked& dat, const Box& cells) {
  if (!must_keep(dat, cells)) return;
  if (2 * cells.volume() < dat.layout.allocated.volume() && !keeps_whole(dat, cells))
    save_region(dat, cells);
  else
    make_private(dat);
}

void Tape::keep_regions(const Events::Mark& mark, std::source_location where) {
  if (events_.regions.size() == mark.regions) return;
  Event event;
  event.kind = EventKind::keep;
  event.where = where;
  events_.append(event, mark);
}

}  // namespace ops
