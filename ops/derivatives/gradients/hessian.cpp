// ops/derivatives/gradients/hessian.cpp: products with second derivatives, as the user asks for them.
#include "ops/derivatives/gradients/hessian.hpp"

#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/directions.hpp"
#include "ops/derivatives/gradients/doubled.hpp"
#include "ops/derivatives/gradients/tangent_sweep.hpp"
#include "ops/derivatives/messages/omitted_paths.hpp"
#include "ops/support/alive.hpp"

namespace {

using ops::error_at;
using ops::Tape;
using ops::Where;

void check_product_known(const Tape& tape, const char* call, Where where) {
  if (!tape.recording.hessian_vector.known)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "no Hessian-vector product has been computed yet: call ops_hessian_vector first";
}

/// Paths from the directions' inputs to the objective matter as much as those from the one that is asked for.
void warn_of_omitted(Tape& tape, const ops::NamedInput& asked, const std::string& call, Where where) {
  std::vector<ops::NamedInput> inputs = tape.recording.hessian_vector.along;
  inputs.push_back(asked);
  ops::warn_of_omitted_paths(
      tape.recording, tape.recording.hessian_vector.lost, inputs,
      call + " at " + ops::place(where) + ": the Hessian-vector product of " + asked.kind + " '" + asked.name + "'",
      "the objective");
}

}  // namespace

void ops_hessian_vector(ops::Context* instance, const std::vector<ops_ad_direction>& directions, Where where) {
  const char* call = "ops_hessian_vector";
  Tape& tape = ops::tape_of(instance, call, where);
  tape.require_current(call, where);
  tape.complete(call, where);
  if (&tape.home() != &tape)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "second derivatives are available only on the default tape: remove the current tape first (ops_remove_tape)";
  tape.check_released(call, where);
  tape.seeds.settle(call, where);
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
    tape.shown->show_datasets();
    throw;
  }
  tape.recording.hessian_vector.along = tape.recording.tangents.along;
  tape.recording.hessian_vector.lost = tape.origins.lost();
  tape.recording.forget_tangents();
  tape.shown->show_datasets();  // external functions have seen other derivatives in them
  tape.recording.hessian_vector.known = true;
  tape.doubts.seeds_used();
}

void ops_dat_fetch_hessian_vector(ops_dat dat, char* data, ops_memspace memspace, Where where) {
  const char* call = "ops_dat_fetch_hessian_vector";
  ops::check_active(dat, call, where);
  Tape& tape = ops::tape_of(dat->block->context, call, where);
  check_product_known(tape, call, where);
  warn_of_omitted(tape, {ops::InputId::of_dataset(dat->index), "dataset", dat->name}, call, where);
  ops::fetch_interior(tape, dat, tape.recording.tracked(dat).hessian, data, memspace, call, where);
}

const void* ops::scalar_hessian_vector(ops_scalar scalar, Type asked, Where where) {
  const char* call = "ops_scalar_get_hessian_vector";
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (!scalar || !alive(scalar)) throw fail() << "the scalar is null or no longer exists";
  if (asked != scalar->element)
    throw fail() << "scalar '" << scalar->name << "' is of type " << scalar->type << ", but this call expects type "
                 << type_name(asked);
  if (!is_real(asked))
    throw fail() << "scalar '" << scalar->name << "' is of type " << scalar->type
                 << ", but only float and double have derivatives";
  if (scalar->passive) throw fail() << "scalar '" << scalar->name << "' is passive: it has no derivative";
  Tape& tape = tape_of(scalar->context, call, where);
  check_product_known(tape, call, where);
  warn_of_omitted(tape, {ops::InputId::of_scalar(scalar->index), "scalar", scalar->name}, call, where);
  std::vector<std::byte>& product = tape.recording.hessian_vector.scalars[scalar];
  product.resize(static_cast<std::size_t>(scalar->size));
  return product.data();
}
