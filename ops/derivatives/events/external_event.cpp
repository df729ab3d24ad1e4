// ops/derivatives/events/external_event.cpp: the versions around an external function, and calls of its two halves.
#include "ops/derivatives/events/external_event.hpp"

#include <algorithm>

#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/influence.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"
#include "ops/derivatives/log/value_bytes.hpp"

namespace ops {

/// Scalars need not be declared, so its adjoint may have given any of them a derivative.
bool ExternalEvent::passes(Influence& influence, EventArgs around) const {
  const auto& declared = function->args;
  bool flows = std::ranges::any_of(function->scalars, [&](const auto& s) { return influence.held(s.scalar); });
  for (std::size_t i = 0; i < declared.size(); ++i)
    flows = flows || (declared[i].access != OPS_WRITE && influence.held(around[2 * i]));
  for (std::size_t i = 0; flows && i < declared.size(); ++i)
    if (declared[i].access != OPS_READ) influence.gain(*this, around[2 * i + 1]);
  for (std::size_t i = 0; flows && i < function->scalars.size(); ++i)
    if (function->scalars[i].written) influence.gain(function->scalars[i].scalar);
  return false;
}

void ExternalEvent::recompute(Recomputing& again) {
  const auto around = again.events.args_of(*this);
  for (std::size_t i = 1; i < around.size(); i += 2)
    again.adopts(*around[i].dat, around[i].primal, around[i - 1].primal != around[i].primal);
}

void ExternalEvent::reverse(Reversing& sweep) const { sweep.external(*this); }

/// A scalar that it gives a value whatever it was does not move afterwards.
void ExternalEvent::advance(Advancing& sweep) const {
  const auto refuse = [&](const std::string& reached) {
    throw error_at(OPS_RUNTIME_ERROR, sweep.asked_by(), where)
        << "this external function has no tangent, but it uses " << reached
        << ", which changes along the tangent direction";
  };
  const auto moving = [&](ops_scalar scalar) {
    const std::vector<std::byte>& direction = sweep.direction_of(scalar);
    return any_bit(direction.data(), direction.size());
  };
  for (const EventArg& arg : sweep.events.args_of(*this))
    if (arg.dat && !arg.dat->tangent.zero()) refuse("dataset '" + arg.dat->name + "'");
  for (const ops_scalar scalar : function->only_read)
    if (moving(scalar)) refuse("scalar '" + scalar->name_storage + "'");
  for (const ScalarAround& around : function->scalars) {
    if (around.given) std::ranges::fill(sweep.direction_of(around.scalar), std::byte{});
    else if ((around.read || around.written) && moving(around.scalar))
      refuse("scalar '" + around.scalar->name_storage + "'");
  }
}

/// No direction reaches it, or there is an error when it is advanced: so its adjoint is applied as it is, to the
/// derivative of the gradient as to the gradient.
void ExternalEvent::double_into(Doubling& second) const { second.both(*this); }

}  // namespace ops
