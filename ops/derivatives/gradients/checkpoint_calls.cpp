// ops/derivatives/gradients/checkpoint_calls.cpp: calls that mark steps and limit the memory for them.
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/support/format.hpp"

namespace ops {

void list_checkpoint_datasets(std::initializer_list<ops_dat> dats, Where where) {
  for (const ops_dat dat : dats)
    if (!alive(dat) || !dat->buffer)
      throw error_at(OPS_INVALID_ARGUMENT, "ops_ad_manual_checkpoint_datlist", where)
          << "one of the datasets is null or has been freed";
  if (dats.size() == 0) return;
  Context& context = *(*dats.begin())->block->context;
  context.begin(where);
  if (Tape* tape = context.hooks.tape) tape->list({dats.begin(), dats.size()}, where);
}

}  // namespace ops

void ops_ad_step(ops::Context* instance, ops::Where where) {
  if (!instance) throw ops::error_at(OPS_INVALID_ARGUMENT, "ops_ad_step", where) << "the instance is null";
  instance->begin(where);
  if (ops::Tape* tape = instance->hooks.tape) tape->step(where);
}

void ops_ad_set_checkpoint_count(ops::Context* instance, int slots, int steps, int max_recompute, ops::Where where) {
  const char* call = "ops_ad_set_checkpoint_count";
  if (!instance) throw ops::error_at(OPS_INVALID_ARGUMENT, call, where) << "the instance is null";
  if (slots <= 0)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "the number of slots is " << slots << "; it must be positive";
  if (steps < 0)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "the number of steps is " << steps << "; it must not be negative";
  if (max_recompute < -1)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "max_recompute is " << max_recompute << "; it must be -1 (no limit) or more";
  instance->begin(where);
  ops::Tape* const tape = instance->hooks.tape;
  if (!tape) return;
  if (tape->home().stepping.steps())
    tape->home().recording.tell(
        ops::format("ops_ad_set_checkpoint_count at {} was called after the first step, so it takes effect only in the "
                    "next recording",
                    ops::place(where)));
  tape->home().stepping.limits.slots = slots;
  if (steps > 0) tape->home().stepping.limits.steps = steps;
}
