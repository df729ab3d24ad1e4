// ops/derivatives/messages/external_check.hpp: compares the adjoint of an external function with difference quotients
// of its primal.
#pragma once

#include <functional>
#include <vector>

#include "ops/derivatives/log/external_accesses.hpp"
#include "ops/derivatives/log/tracked.hpp"

namespace ops {

/// -OPS_AD_CHECK=loops, perhaps among others.
bool externals_are_checked(const Context& context);

/// An argument as the function found and left it.
struct Compared {
  Tracked* dat = nullptr;
  ops_access access = OPS_READ;
  BufferRef before, after;  ///< before: null for OPS_WRITE
};

/// Runs the primal twice per input, from values moved along a random direction and back, and leaves everything as it
/// was.
/// @param run  the primal, with nothing recorded and its touches checked
/// @returns    the adjoint, which throws an OPSException that names the input if its derivative disagrees
std::function<void()> compared_adjoint(const ExternalFunction& function, std::vector<Compared> args,
                                       const std::function<void()>& run, const FieldMemory& memory);

}  // namespace ops
