// ops/derivatives/gradients/tangents.cpp: directions in, directional derivatives out, as the user gives and reads them.
#include "ops/derivatives/gradients/tangents.hpp"

#include <ranges>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/directions.hpp"
#include "ops/derivatives/gradients/tangent_sweep.hpp"
#include "ops/derivatives/messages/omitted_paths.hpp"
#include "ops/support/alive.hpp"

namespace {

using ops::error_at;
using ops::Tape;
using ops::Where;

constexpr const char* tangent_call = "ops_tangent";

void check_known(const Tape& tape, const char* asked, Where where) {
  if (!tape.recording.tangents.known)
    throw error_at(OPS_RUNTIME_ERROR, asked, where)
        << "no directional derivative has been computed yet: call ops_tangent first";
}

/// @param kind  "reduction", of the result that the program reads
void warn_of_omitted(Tape& tape, const std::vector<const ops::Leak*>& leaks, const std::string& kind,
                     const std::string& name, const std::string& call, Where where) {
  ops::warn_of_omitted_paths(
      tape.recording, leaks, tape.recording.tangents.along,
      call + " at " + ops::place(where) + ": the directional derivative of " + kind + " '" + name + "'",
      "this " + kind);
}

}  // namespace

void ops_tangent(ops::Context* instance, const std::vector<ops_ad_direction>& directions, Where where) {
  Tape& tape = ops::tape_of(instance, tangent_call, where);
  tape.require_current(tangent_call, where);
  tape.complete(tangent_call, where);
  ops::set_directions(tape, directions, tangent_call, where);
  tape.doubts.report_cuts(tape.recording.events.nodes.size());
  try {
    ops::TangentSweep(tape).run();
  } catch (...) {
    tape.recording.forget_tangents();
    throw;
  }
  tape.recording.tangents.known = true;
}

void ops_dat_fetch_tangent(ops_dat dat, char* data, ops_memspace memspace, Where where) {
  const char* asked = "ops_dat_fetch_tangent";
  ops::check_active(dat, asked, where);
  Tape& tape = ops::tape_of(dat->block->context, asked, where);
  check_known(tape, asked, where);
  ops::Tracked& tracked = tape.recording.tracked(dat);
  warn_of_omitted(tape, tracked.origin.leaks, "dataset", dat->name, asked, where);
  ops::fetch_interior(tape, dat, tracked.tangent, data, memspace, asked, where);
}

const void* ops::reduction_tangent(ops_reduction handle, Type asked, Where where) {
  const char* name = "ops_reduction_get_tangent";
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, name, where); };
  if (!handle || !alive(handle)) throw fail() << "the reduction handle is null or no longer exists";
  if (asked != handle->element)
    throw fail() << "reduction '" << handle->name << "' is of type " << handle->type << ", but this call expects type "
                 << type_name(asked);
  if (!is_real(asked))
    throw fail() << "reduction '" << handle->name << "' is of type " << handle->type
                 << ", but only float and double have derivatives";
  Tape& tape = tape_of(handle->context, name, where);
  check_known(tape, name, where);
  for (const auto& [event, values] : tape.recording.tangents.results | std::views::reverse) {
    if (tape.recording.events.args_of(tape.recording.events.nodes[event])[0].reduction != handle) continue;
    warn_of_omitted(tape, tape.origins.lost_before(event), "reduction", handle->name, name, where);
    return values.data();
  }
  throw fail() << "the program did not read the result of reduction '" << handle->name
               << "' before it called ops_tangent";
}

const void* ops::scalar_tangent(ops_scalar scalar, Type asked, Where where) {
  const char* name = "ops_scalar_get_tangent";
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, name, where); };
  if (!scalar || !alive(scalar)) throw fail() << "the scalar is null or no longer exists";
  if (asked != scalar->element)
    throw fail() << "scalar '" << scalar->name << "' is of type " << scalar->type << ", but this call expects type "
                 << type_name(asked);
  if (!is_real(asked))
    throw fail() << "scalar '" << scalar->name << "' is of type " << scalar->type
                 << ", but only float and double have derivatives";
  Tape& tape = tape_of(scalar->context, name, where);
  check_known(tape, name, where);
  warn_of_omitted(tape, tape.recording.scalars[scalar].origin.leaks, "scalar", scalar->name, name, where);
  std::vector<std::byte>& direction = tape.recording.tangents.scalars[scalar];
  direction.resize(static_cast<std::size_t>(scalar->size));
  return direction.data();
}
