// ops/derivatives/sweeps/versions.cpp: keeps old values that a recorded adjoint will read, as versions or as saved
// regions.
//
// `needed` covers what recorded adjoints read of the present buffer since it became present. Cells outside may be
// overwritten in place without a trace: nobody before reads them, and nobody after reads what was there before.
#include "ops/derivatives/sweeps/versions.hpp"

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/events/still_event.hpp"
#include "ops/derivatives/log/footprint.hpp"

namespace ops {

void Versions::mark_needed(Tracked& dat, const Box& cells) {
  dat.needed = hull(dat.needed, cells);
  if (!intersection(dat.saved, cells).empty()) dat.saved = Box::none();
}

bool Versions::must_keep(const Tracked& dat, const Box& cells) const {
  return meet(dat.frozen, cells) || !dat.saved.contains(intersection(dat.needed, cells)) || outer_needs(dat, cells);
}

/// Values that an outer tape needs: it puts back no regions that are saved here.
bool Versions::outer_needs(const Tracked& dat, const Box& cells) const {
  if (!outer_) return false;
  const auto index = static_cast<std::size_t>(dat.dat->index);
  const auto& there = outer_->recording_.live;
  return index < there.size() && there[index] && outer_->must_keep(*there[index], cells);
}

bool Versions::keeps_whole(const Tracked& dat, const Box& cells) const {
  return recording_.silent || meet(dat.frozen, cells) || outer_needs(dat, cells);
}

/// Saves the needed part of `cells`; the event being recorded will own it.
void Versions::save_region(Tracked& dat, const Box& cells) {
  const Box box = intersection(dat.needed, cells);
  const std::size_t bytes = bytes_of(dat.layout, box);
  SavedRegion region{&dat, dat.dat->buffer, box, bytes,
                     recording_.context.pool.take(bytes, "old values of dataset '" + dat.name + "'")};
  pack_cells(region.values, region.buffer, dat.layout, box);
  deactivate(region.values);
  recording_.events.versions[region.buffer.get()].regions.push_back(recording_.events.regions.size());
  recording_.events.regions.push_back(std::move(region));
  recording_.events.kept += bytes;
  if (box.volume() > dat.saved.volume()) dat.saved = box;
  if (recording_.watch) recording_.watch->grown();
}

/// A buffer of unspecified contents becomes the present version.
BufferRef Versions::new_version(Tracked& dat) {
  BufferRef version = recording_.context.pool.take(dat.layout.bytes, "dataset '" + dat.name + "'");
  for (Versions* each = this; each; each = each->outer_) {
    Tracked& there = each->recording_.tracked(dat.dat);
    there.needed = there.saved = Box::none();
    there.frozen.clear();
  }
  dat.dat->adopt(version);
  if (recording_.watch) recording_.watch->grown();
  return version;
}

/// The present version, with the values it has, is nobody else's.
void Versions::make_private(Tracked& dat) {
  if (!must_keep(dat, dat.layout.allocated)) return;
  const BufferRef old = dat.dat->buffer;
  const BufferRef version = new_version(dat);
  copy_cells(version, old, dat.layout, dat.layout.allocated);
}

void Versions::protect(Tracked& dat, const Box& cells) {
  if (!must_keep(dat, cells)) return;
  if (2 * cells.volume() < dat.layout.allocated.volume() && !keeps_whole(dat, cells)) save_region(dat, cells);
  else make_private(dat);
}

void Versions::keep_regions(const Events::Mark& mark, std::source_location where) {
  if (recording_.events.regions.size() == mark.regions) return;
  StillEvent event;
  event.where = where;
  recording_.events.append(event, mark);
}

void Versions::hold(LoopEvent& event) {
  const auto roles = recording_.events.args_of(event);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].reads) continue;
    if (roles[i].after)
      throw OPSException(OPS_INTERNAL_ERROR)
          << "the adjoint of loop '" << event.call->name << "' needs the results of the loop, but the loop did not run";
    roles[i].primal = roles[i].dat->dat->buffer;
    mark_needed(*roles[i].dat,
                footprint(recording_.events.shapes[roles[i].shape], event.call->range, event.call->facts(i)->reads));
  }
  recording_.events.keep_readers(event);
}

}  // namespace ops
