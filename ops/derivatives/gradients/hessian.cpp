// ops/derivatives/gradients/hessian.cpp: products with second derivatives, as the user asks for them.
#include "ops/derivatives/gradients/hessian.hpp"

#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/directions.hpp"
#include "ops/derivatives/gradients/doubled.hpp"
#include "ops/derivatives/gradients/tangent_sweep.hpp"

namespace {

using ops::error_at;
using ops::Tape;
using ops::Where;

}  // namespace

void ops_hessian_vector(ops::Context* instance, const std::vector<ops_ad_direction>& directions, Where where) {
  const char* call = "ops_hessian_vector";
  Tape& tape = ops::tape_of(instance, call, where);
  tape.require_current(call, where);
  tape.complete(call, where);
  if (&tape.home() != &tape)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "only the default tape has second derivatives: remove the current one first";
  tape.check_released(call, where);
  tape.seeds.settle(call, where);
  for (const ops_ad_direction& d : directions)
    if (d.scalar)
      throw error_at(OPS_NOT_IMPLEMENTED, call, where)
          << "a direction belongs to a scalar; second derivatives are available along datasets only";
  tape.doubts.report_cuts(tape.recording.events.nodes.size());
  tape.recording.forget_hessian();
  ops::set_directions(tape, directions, call, where);
  try {
    ops::Doubled doubled(tape);
    ops::TangentSweep(tape, &doubled).run();
    doubled.reverse();
    ops::finish(tape.recording.context.pool.machine());
  } catch (...) {
    tape.recording.forget_tangents();
    throw;
  }
  tape.recording.forget_tangents();
  tape.recording.hessian_known = true;
}

void ops_dat_fetch_hessian_vector(ops_dat dat, char* data, ops_memspace memspace, Where where) {
  const char* call = "ops_dat_fetch_hessian_vector";
  ops::check_active(dat, call, where);
  Tape& tape = ops::tape_of(dat->block->context, call, where);
  if (!tape.recording.hessian_known)
    throw error_at(OPS_RUNTIME_ERROR, call, where) << "no product is known yet: call ops_hessian_vector first";
  ops::fetch_interior(tape, dat, tape.recording.tracked(dat).hessian, data, memspace, call, where);
}
