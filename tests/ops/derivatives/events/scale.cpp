// tests/ops/events/scale.cpp: the call behind scale.hpp: asks whether it runs, is recorded, and runs.
#include "tests/ops/events/scale.hpp"

#include "ops/loop/call_gate.hpp"
#include "tests/ops/events/scale_event.hpp"

// [call]
void scale(ops_dat dat, double factor, ops::Where where) {
  ops::Context& context = *dat->block->context;
  context.begin(where);
  ops::CallGate* const gate = context.hooks.gate;
  const ops::Fate fate = gate ? gate->fate("scale " + dat->name_storage, dat, true) : ops::Fate::runs;
  if (fate == ops::Fate::is_left_out) return;
  if (ops::Tape* tape = context.hooks.tape) scaling::ScaleEvent::record(*tape, dat, factor, where);
  if (fate == ops::Fate::runs) scaling::multiply(dat->buffer, dat->layout, dat->layout.allocated, factor);
}
// [call]
