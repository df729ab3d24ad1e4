// ops/derivatives/gradients/precision.hpp: how many digits derivatives can have.
#pragma once

#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// Whether a dataset, a result or a kernel of the recording is of float, so that derivatives have no more digits.
bool uses_float(const Tape& tape);

}  // namespace ops
