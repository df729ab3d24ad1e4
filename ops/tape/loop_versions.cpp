// ops/tape/loop_versions.cpp: versions around one loop.
#include "ops/tape/loop_versions.hpp"

#include "ops/record/footprint.hpp"
#include "ops/state/saved_state.hpp"
#include "ops/tape/steps.hpp"

namespace ops {

Box Tape::LoopVersions::cells(std::size_t i) const { return footprint(views[i], call.range); }

/// All that the forward loop may read: what the kernel does read, where that is known.
Box Tape::LoopVersions::read_cells(std::size_t i) const {
  return footprint(views[i], call.range, facts(i) ? facts(i)->reads : std::span<const Index>(call.args[i].stencil->offsets));
}

void Tape::LoopVersions::keep() {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].reads) continue;
    roles[i].primal = roles[i].dat->dat->buffer;
    tape.mark_needed(*roles[i].dat, read_cells(i));
  }
}

void Tape::LoopVersions::redirect_writes() {
  if (tape.steps_) tape.steps_->loop_has_run();
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!written[i]) continue;
    Tracked& dat = *roles[i].dat;
    Box box = cells(i);
    for (std::size_t j = i + 1; j < roles.size(); ++j)
      if (written[j] && roles[j].dat == &dat) box = hull(box, cells(j));
    if (!tape.must_keep(dat, box)) continue;
    if (2 * box.volume() < dat.layout.allocated.volume() && !tape.keeps_whole(dat, box)) {
      tape.save_region(dat, box);
      continue;
    }
    if (tape.steps_) tape.steps_->loop_reads(dat.dat->buffer);
    const BufferRef old = dat.dat->buffer, version = tape.new_version(dat);
    for (std::size_t j = i; j < roles.size(); ++j) {
      if (!written[j] || roles[j].dat != &dat) continue;
      views[j].out = dat.base(version);
      if (!call.replaced.empty()) call.replaced[j] = old;
    }
  }
}

/// Every cell of the box, whatever it held.
bool Tape::LoopVersions::overwrites(std::size_t i) const {
  if (!written[i] || call.args[i].acc != OPS_WRITE || !facts(i) || facts(i)->reads_old) return false;
  return cells(i).volume() == call.range.volume();
}

void Tape::LoopVersions::show(SavedState& last) const {
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].dat && !overwrites(i)) {
      last.reads(*roles[i].dat, read_cells(i));
      last.reads(*roles[i].dat, cells(i));
    }
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].dat && overwrites(i)) last.writes(*roles[i].dat, cells(i), tape.context_.pool);
}

}  // namespace ops
