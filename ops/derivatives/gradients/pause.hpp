// ops/derivatives/gradients/pause.hpp: runs a program without recording it.
#pragma once

#include <utility>

#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// No recording while alive.
class Pause {
 public:
  explicit Pause(Context& context) : context_(context) {
    if (context.hooks.tape != nullptr) context.hooks.tape->beyond_calls("recording was paused");
    context.paused = std::exchange(context.hooks, {});
  }
  ~Pause() { context_.hooks = std::exchange(context_.paused, {}); }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

 private:
  Context& context_;
};

}  // namespace ops
