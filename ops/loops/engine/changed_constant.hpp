// ops/loops/engine/changed_constant.hpp: warns if the variable of a constant was assigned without ops_update_const.
#pragma once

#include "ops/data/context.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

/// Whether the program has assigned to the variable since the value was published, so that its own kernels read another
/// value.
bool changed(const Constant& constant) noexcept;
/// Once per constant, on the context's stream: translated code and derivatives use that value, the program's own
/// kernels the variable.
void warn_if_changed(const Constant& constant, const LoopCall& call);

}  // namespace ops
