// ops/derivatives/sweeps/loop_versions.cpp: handles the versions around one loop.
#include "ops/derivatives/sweeps/loop_versions.hpp"

#include "ops/derivatives/checkpoints/saved_state.hpp"
#include "ops/derivatives/log/footprint.hpp"

namespace ops {

Box LoopVersions::cells(std::size_t i) const { return may_write(call, i, operands.views[i]); }

/// All that the forward loop may read: what the kernel does read, where that is known.
Box LoopVersions::read_cells(std::size_t i) const {
  return footprint(operands.views[i], call.range,
                   call.implementation ? call.facts(i)->reads : std::span<const Index>(call.args[i].stencil->offsets));
}

void LoopVersions::keep_before() { keep(false); }

void LoopVersions::keep_after() { keep(true); }

void LoopVersions::keep(bool after) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].reads || roles[i].after != after) continue;
    roles[i].primal = roles[i].dat->dat->buffer;
    versions.mark_needed(*roles[i].dat, read_cells(i));
  }
}

void LoopVersions::redirect_writes() {
  RecordingObserver* const watch = versions.recording().watch;
  if (watch) watch->loop_has_run();
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!call.writes(i)) continue;
    Tracked& dat = *roles[i].dat;
    Box box = cells(i);
    for (std::size_t j = i + 1; j < roles.size(); ++j)
      if (call.writes(j) && roles[j].dat == &dat) box = hull(box, cells(j));
    if (!versions.must_keep(dat, box)) continue;
    if (2 * box.volume() < dat.layout.allocated.volume() && !versions.keeps_whole(dat, box)) {
      versions.save_region(dat, box);
      continue;
    }
    if (watch) watch->loop_reads(dat.dat->buffer);
    const BufferRef old = dat.dat->buffer, version = versions.new_version(dat);
    for (std::size_t j = i; j < roles.size(); ++j) {
      if (!call.writes(j) || roles[j].dat != &dat) continue;
      operands.views[j].out = dat.base(version);
      if (!operands.replaced.empty()) operands.replaced[j] = old;
    }
  }
}

/// Every cell of the box, whatever it held.
bool LoopVersions::overwrites(std::size_t i) const {
  if (!call.writes(i) || call.args[i].acc != OPS_WRITE || !call.implementation || call.facts(i)->reads_old)
    return false;
  return fills(operands.views[i], call.range) && cells(i).volume() == call.range.volume();
}

void LoopVersions::show(SavedState& last) const {
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].dat && !overwrites(i)) {
      last.reads(*roles[i].dat, read_cells(i));
      last.reads(*roles[i].dat, cells(i));
    }
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].dat && overwrites(i)) last.writes(*roles[i].dat, cells(i), versions.recording().context.pool);
}

}  // namespace ops
