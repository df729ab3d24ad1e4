// ops/derivatives/tape/external_declarations.hpp: the arguments of ops_execute_external_function.
#pragma once

#include <span>

#include "ops/derivatives/log/external_accesses.hpp"

namespace ops {

/// Fills in the function's datasets, each once, and scalars. @return the instance of which all are
/// @throws OPSException  names the argument that is null, freed, of another instance, or cannot be declared
Context& read_declarations(ExternalFunction& function, const char* call, std::span<const ops_arg> args);

}  // namespace ops
