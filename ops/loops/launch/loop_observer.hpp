// ops/loops/launch/loop_observer.hpp: interface for observers of loops that run.
#pragma once

namespace ops {

struct LoopCall;  // ops/loops/launch/loop_call.hpp

class LoopObserver {
 public:
  virtual ~LoopObserver() = default;
  /// @param seconds  of the whole call: checks, recording, completed versions and the loop itself
  virtual void loop_ran(const LoopCall& call, double seconds) = 0;
};

}  // namespace ops
