// ops/check/command_line.hpp: the checks that -OPS_AD_CHECK asks for, run by every interpretation. For ops/api.
// Knows the option's words and tapes; knows nothing of how a check works.
#pragma once

#include <string>
#include <string_view>

#include "ops/core/context.hpp"
#include "ops/loop/recorder.hpp"

namespace ops {

/// Why `words`, the value of -OPS_AD_CHECK, cannot be: the words it may have; "" if it is good.
std::string checks_complaint(std::string_view words);

/// Makes interpretations of this tape, and of tapes made while it records, run what context.options asks for.
/// @param tape  from start_recording; null: nothing to do
void check_interpretations(Context& context, Recorder* tape);

}  // namespace ops
