// ops/derivatives/tape/record_step.cpp: the part of a tape that handles the steps of its recording.
#include <algorithm>

#include "ops/derivatives/log/footprint.hpp"
#include "ops/derivatives/log/tape_observer.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/derivatives/sweeps/loop_versions.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/support/alive.hpp"

namespace ops {

void Tape::step(Where where) {
  if (recording.silent)
    throw error_at(OPS_RUNTIME_ERROR, "ops_ad_step", where)
        << "this function must not be called from within an external function, "
           "because a time step cannot begin or end there";
  if (watcher) watcher->step();
  if (!is_default() || (marks && !marks->own())) return;
  try {
    stepping.begin().program.mark();
  } catch (const OPSException& error) {
    throw error_at(error.code, "ops_ad_step", where) << error.what();
  }
}

void Tape::list(std::span<const ops_dat> dats, Where where) {
  if (!is_default() || recording.silent || (marks && !marks->own())) return;
  if (!stepping.steps() || !stepping.steps()->state.tapes.just_begun()) step(where);
  for (const ops_dat dat : dats) stepping.steps()->program.list(recording.tracked(dat));
}

void Tape::complete(const char* asked, Where where) {
  check_recording(asked, where);
  beyond_calls(std::string(asked) + " was called at " + place(where));
  if (stepping.steps()) stepping.steps()->interpretation.complete();
}

}  // namespace ops
