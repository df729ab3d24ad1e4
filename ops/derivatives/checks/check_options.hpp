// ops/derivatives/checks/check_options.hpp: runs the checks that -OPS_AD_CHECK selects, at every interpretation. Used
// by ops/api.
#pragma once

#include <string>
#include <string_view>

#include "ops/data/context.hpp"

namespace ops {

/// Why `words`, the value of -OPS_AD_CHECK, cannot be: the words it may have; "" if it is good.
std::string checks_complaint(std::string_view words);

/// Makes interpretations of the tape that records, and of tapes made while it does, run what context.options asks for.
void check_interpretations(Context& context);

}  // namespace ops
