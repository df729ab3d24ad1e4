// ops/derivatives/tape/tape_parts.cpp: assembles the parts of a default tape and of a nested one.
#include "ops/derivatives/tape/tape_parts.hpp"

#include <utility>

#include "ops/derivatives/steps/steps.hpp"

namespace ops {

TapeParts::TapeParts(Context& context, WatchedSweep sweep)
    : recording(context),
      versions(recording),
      shown(std::make_shared<ShownDerivatives>(recording)),
      doubts(recording, *shown, std::move(sweep)),
      of_home(*this) {}

TapeParts::TapeParts(TapeParts& outer, bool is_scratch, WatchedSweep sweep)
    : recording(outer.recording, is_scratch),
      versions(recording, is_scratch ? nullptr : &outer.versions),
      shown(outer.shown),
      doubts(recording, *shown, std::move(sweep)),
      of_home(outer.of_home),
      scratch(is_scratch),
      touches(outer.touches) {}

bool TapeParts::keeping() const noexcept { return !stepping.steps() || stepping.steps()->state.keeping(); }

void TapeParts::cannot_recompute(const std::string& what) {
  if (stepping.steps()) stepping.steps()->state.history.give_up(what);
}

void TapeParts::settle() {
  if (stepping.steps()) stepping.steps()->state.history.settle(recording.context.pool);
}

SavedState* TapeParts::learning() const noexcept {
  return is_recomputed() ? stepping.steps()->state.states.unsettled() : nullptr;
}

void TapeParts::reads(const Tracked& dat, const Box& cells) {
  if (SavedState* const last = learning()) last->reads(dat, cells);
}

void TapeParts::overwrites(Tracked& dat, const Box& cells) {
  versions.protect(dat, cells);
  if (SavedState* const last = learning()) last->writes(dat, cells, recording.context.pool);
}

void TapeParts::replaces(Tracked& dat) {
  if (versions.must_keep(dat, dat.layout.allocated)) versions.new_version(dat);
  if (SavedState* const last = learning()) last->writes(dat, dat.layout.allocated, recording.context.pool);
}

}  // namespace ops
