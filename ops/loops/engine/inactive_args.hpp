// ops/loops/engine/inactive_args.hpp: provides values for arguments that are switched off (ops_arg_dat_opt with flag 0)
// but that the kernel accesses.
#pragma once

#include "ops/loops/engine/variant.hpp"

namespace ops {

/// Those of the present call's arguments that the kernel may touch become as if they were on: read, written, recorded.
/// Where only the kernel's running tells, and the range leads outside of the dataset, they stay off.
void switch_on_touched(Variant& variant, const Box& range);
/// On the context's stream.
void warn_of_accessed(const LoopCall& call, std::size_t argument);

}  // namespace ops
