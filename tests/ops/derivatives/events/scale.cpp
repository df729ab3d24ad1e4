// tests/ops/derivatives/events/scale.cpp: the call behind scale.hpp: asks whether it runs, is recorded, and runs.
#include "tests/ops/derivatives/events/scale.hpp"

#include "ops/loops/launch/call_gate.hpp"
#include "tests/ops/derivatives/events/scale_event.hpp"

// [call]
void scale(ops_dat dat, double factor, ops::Where where) {
  ops::Context& context = *dat->block->context;
  context.begin(where);
  ops::CallGate* const gate = context.hooks.gate;
  const ops::CallDecision decision =
      gate ? gate->decide("scale " + dat->name_storage, dat, true) : ops::CallDecision::runs;
  if (decision == ops::CallDecision::is_left_out) return;
  if (ops::Tape* tape = context.hooks.tape) scaling::ScaleEvent::record(*tape, dat, factor, where);
  if (decision == ops::CallDecision::runs) scaling::multiply(dat->buffer, dat->layout, dat->layout.allocated, factor);
}
// [call]
