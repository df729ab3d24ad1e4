// ops/tape/step.cpp: what a tape does for the steps of its recording.
#include <algorithm>

#include "ops/advice/watch.hpp"
#include "ops/core/alive.hpp"
#include "ops/record/footprint.hpp"
#include "ops/tape/loop_versions.hpp"
#include "ops/tape/marks.hpp"
#include "ops/tape/steps.hpp"

namespace ops {

bool Tape::keeping() const noexcept { return !steps_ || steps_->keeping(); }

void Tape::plan(std::unique_ptr<Steps> steps) { steps_ = std::move(steps); }

void Tape::step(Where where) {
  if (silent_) throw error_at(OPS_RUNTIME_ERROR, "ops_ad_step", where) << "called inside an external function, which is a part of one step";
  if (watcher) watcher->step();
  if (!is_default() || (marks && !marks->own())) return;
  try {
    if (!steps_) steps_ = std::make_unique<Steps>(*this, with_disk(with_memory(limits, context_), context_));
    steps_->mark();
  } catch (const OPSException& error) {
    throw error_at(error.code, "ops_ad_step", where) << error.what();
  }
}

void Tape::list(std::span<const ops_dat> dats, Where where) {
  if (!is_default() || silent_ || (marks && !marks->own())) return;
  if (!steps_ || !steps_->just_begun()) step(where);
  for (const ops_dat dat : dats) steps_->list(tracked(dat));
}

void Tape::complete(const char* asked, Where where) {
  check_recording(asked, where);
  if (steps_) steps_->complete();
}

void Tape::settle() {
  if (steps_) steps_->history().settle(context_.pool);
}

void Tape::show_transfer(const Tracked& from, const Box& read, const Tracked& to, const Box& written) {
  SavedState* const last = runs_again() ? steps_->unsettled() : nullptr;
  if (!last) return;
  last->reads(from, read);
  last->writes(to, written, context_.pool);
}

void Tape::versions_again(Event& event, const LoopCall& call, std::span<ArgView> views, bool keep, SavedState* last) {
  const auto roles = events_.args_of(event);
  LoopVersions versions{*this, call, views, roles, event.call->written};
  if (last) versions.show(*last);
  if (keep) {
    versions.keep();
    events_.keep_readers(event);
  }
  versions.redirect_writes();
}

void Tape::hold(Event& event) {
  const auto roles = events_.args_of(event);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].reads) continue;
    roles[i].primal = roles[i].dat->dat->buffer;
    mark_needed(*roles[i].dat, footprint(events_.shapes[roles[i].shape], event.cells, event.implementation->args[i].reads));
  }
  events_.keep_readers(event);
}

void Tape::release_events(std::size_t first, std::size_t last, std::size_t regions_before) {
  for (std::size_t at = first; at < last; ++at) {
    Event& event = events_.nodes[at];
    for (SavedRegion& region : events_.regions_of(event)) {
      events_.versions.erase(region.buffer.get());
      region.give_back();
    }
    event.regions = 0;
    if (event.kind == EventKind::external) continue;
    for (EventArg& arg : events_.args_of(event)) {
      if (arg.primal) events_.versions.erase(arg.primal.get());
      arg.primal.reset();
    }
  }
  while (events_.regions.size() > regions_before && !events_.regions.back().buffer) events_.regions.pop_back();
}

}  // namespace ops
