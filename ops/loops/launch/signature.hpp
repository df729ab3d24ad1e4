// ops/loops/launch/signature.hpp: the line of text by which a loop and its implementation recognise each other.
// Written alike by the translator; the format is in docs/architecture.md.
#pragma once

#include <span>
#include <string>

#include "ops/loops/launch/argument.hpp"

namespace ops {

/// Arguments must have been checked.
std::string signature(int dims, std::span<const ops_arg> args);

}  // namespace ops
