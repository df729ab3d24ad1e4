// ops/loop/changed_constant.hpp: warns of a constant whose variable was assigned without ops_update_const.
// Knows constants and who uses them; knows nothing of how loops run.
#pragma once

#include "ops/core/context.hpp"
#include "ops/loop/loop_call.hpp"

namespace ops {

/// Whether the program has assigned to the variable since the value was published, so that its own kernels read another
/// value.
bool changed(const Constant& constant) noexcept;
/// Once per constant, on the context's stream: translated code and derivatives use that value, the program's own
/// kernels the variable.
void warn_if_changed(const Constant& constant, const LoopCall& call);

}  // namespace ops
