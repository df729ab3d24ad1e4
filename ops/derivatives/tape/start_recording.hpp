// ops/derivatives/tape/start_recording.hpp: switches recording on for a context. Used by ops/api.
#pragma once

#include <memory>

#include "ops/data/context.hpp"
#include "ops/loops/launch/repeating_recorder.hpp"

namespace ops {

/// A default tape that has put itself into `context.hooks`; null, and nothing set, if the program was not translated
/// with derivatives or runs with -OPS_AD=0. Called once, when loops begin; the caller owns the tape and must let it go
/// before the context's datasets.
std::shared_ptr<Tape> start_recording(Context& context);
/// The recording that goes on while calls are made again; null: nothing records, or such calls are not to be expected.
RepeatingRecorder* repeats_of(const Context& context);

}  // namespace ops
