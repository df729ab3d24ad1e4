// ops/tape/later.cpp: what the API names and this version does not do, or does not need.
#include "ops/core/alive.hpp"
#include "ops/tape/tape.hpp"
#include "ops/tape/watch.hpp"

namespace ops {

void not_implemented(const char* call, Where where) {
  throw error_at(OPS_NOT_IMPLEMENTED, call, where) << "not in this version";
}

void check_checkpoint_datlist(std::initializer_list<ops_dat> dats, Where where) {
  for (const ops_dat dat : dats)
    if (!alive(dat) || !dat->buffer)
      throw error_at(OPS_INVALID_ARGUMENT, "ops_ad_manual_checkpoint_datlist", where) << "one of the datasets is null or was freed";
}

}  // namespace ops

void ops_ad_step(ops::Context* instance, ops::Where where) {
  if (!instance) throw ops::error_at(OPS_INVALID_ARGUMENT, "ops_ad_step", where) << "the instance is null";
  auto* tape = dynamic_cast<ops::Tape*>(instance->recorder);
  if (tape && tape->watcher) tape->watcher->step();
}

void ops_ad_set_checkpoint_count(ops::Context* instance, int slots, int steps, int max_recompute, ops::Where where) {
  const char* call = "ops_ad_set_checkpoint_count";
  if (!instance) throw ops::error_at(OPS_INVALID_ARGUMENT, call, where) << "the instance is null";
  if (slots <= 0)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where) << "the number of slots is " << slots << ", must be positive";
  if (steps < 0)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where) << "the number of steps is " << steps << ", must not be negative";
  if (max_recompute < -1)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where) << "max_recompute is " << max_recompute << ", must be -1 (any) or more";
}
