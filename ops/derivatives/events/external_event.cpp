// ops/derivatives/events/external_event.cpp: the versions around an external function, and calls of its two halves.
#include "ops/derivatives/events/external_event.hpp"

#include <algorithm>

#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/influence.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"

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

void ExternalEvent::advance(Advancing& sweep) const {
  for (const EventArg& arg : sweep.events.args_of(*this))
    if (arg.dat && !arg.dat->tangent.zero())
      throw error_at(OPS_RUNTIME_ERROR, "ops_tangent", where)
          << "a direction reaches dataset '" << arg.dat->name
          << "' of this external function, which has an adjoint but no tangent";
}

void ExternalEvent::double_into(Doubling&) const {
  throw error_at(OPS_NOT_IMPLEMENTED, "ops_hessian_vector", where)
      << "this external function has an adjoint, but no derivative of its adjoint";
}

}  // namespace ops
