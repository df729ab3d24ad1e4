// ops/loop/watch.hpp: the port of whoever watches loops run.
// Knows calls and times; Context::watch is null unless somebody watches.
#pragma once

namespace ops {

struct LoopCall;  // ops/loop/loop_call.hpp

class LoopWatch {
 public:
  virtual ~LoopWatch() = default;
  /// @param seconds  of the whole call: checks, recording, completed versions and the loop itself
  virtual void loop_ran(const LoopCall& call, double seconds) = 0;
};

}  // namespace ops
