// ops/api/host_access.cpp: notifies recorders and checks in the required order.
#include "ops/api/host_access.hpp"

#include "ops/api/handle_checks.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/loops/launch/call_gate.hpp"
#include "ops/loops/launch/recorder.hpp"
#include "ops/support/communicator.hpp"

namespace ops {

void read_outside(ops_dat dat, Where where) {
  dat->reducing = -1;
  if (Recorder* recorder = dat->block->context->hooks.recorder) recorder->raw_read(dat, where);
}

void fetched_outside(ops_dat dat, Where where) {
  read_outside(dat, where);
  if (Recorder* recorder = dat->block->context->hooks.recorder) recorder->raw_known(dat, where);
}

void say_call(const char* call, ops_dat dat, Where where) {
  if (communicator().checks_calls())
    communicator().doing(std::string("in ") + call + " (" + place(where) + ")" +
                         (dat != nullptr ? " of dataset '" + dat->name_storage + "'" : ""));
}

void write_outside(ops_dat dat, const Box& cells, const char* call, Where where) {
  require_released(dat, call, where);
  say_call(call, dat, where);
  dat->reducing = OPS_WRITE;
  if (Recorder* recorder = dat->block->context->hooks.recorder) recorder->raw_write_part(dat, cells, where);
}

void written_outside(ops_dat dat, const Box& cells, const char* call, Where where) {
  if (HaloCheck* check = dat->block->context->halo_check) check->wrote(dat, cells, call + (" at " + place(where)));
}

bool written_before(ops_dat dat) {
  CallGate* const gate = dat->block->context->hooks.gate;
  return gate != nullptr && gate->skips_output(dat);
}

}  // namespace ops
