// ops/loops/launch/signature.hpp: the signature, a line of text that identifies the implementation of a loop. The
// translator writes the same text; the format is in docs/architecture.md.
#pragma once

#include <span>
#include <string>

#include "ops/loops/launch/argument.hpp"

namespace ops {

/// Arguments must have been checked.
std::string signature(int dims, std::span<const ops_arg> args);

}  // namespace ops
