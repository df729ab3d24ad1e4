// ops/engine/switched_off.hpp: arguments that are switched off (ops_arg_dat_opt with flag 0) and touched all the same:
// their values are there. Knows variants and what the translator found; knows nothing of execution.
#pragma once

#include "ops/engine/variant.hpp"

namespace ops {

/// Those of the present call's arguments that the kernel may touch become as if they were on: read, written, recorded.
/// Where only the kernel's running tells, and the range leads outside of the dataset, they stay off.
void switch_on_touched(Variant& variant, const Box& range);
/// On the context's stream.
void warn_of_touched(const LoopCall& call, std::size_t argument);

}  // namespace ops
