// ops/trace/tracing.hpp: switches -OPS_AD_TRACE on for a context. For ops/api.
// Knows the option and the file; knows nothing of what is seen.
#pragma once

#include <memory>

#include "ops/core/context.hpp"
#include "ops/loop/watch.hpp"

namespace ops {

/// Watches the context's recording from now on, and writes the page after each interpretation of the default tape. Null
/// if the option is not given, or (with a line of explanation) if nothing records. The caller owns it and lets it go
/// before the recorder.
/// @throws OPSException  the file cannot be written: names path and reason
std::unique_ptr<LoopWatch> start_tracing(Context& context, Where where);

}  // namespace ops
