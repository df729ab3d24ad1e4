// ops/derivatives/trace/tracing.hpp: switches -OPS_AD_TRACE on for a context. Used by ops/api.
#pragma once

#include <memory>

#include "ops/data/context.hpp"
#include "ops/loops/launch/loop_observer.hpp"

namespace ops {

/// Watches the context's recording from now on, and writes the page after each interpretation of the default tape. Null
/// if the option is not given, or (with a line of explanation) if nothing records. The caller owns it and lets it go
/// before the recorder.
/// @throws OPSException  the file cannot be written: names path and reason
std::unique_ptr<LoopObserver> start_tracing(Context& context, Where where);

}  // namespace ops
