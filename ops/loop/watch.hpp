// ops/loop/watch.hpp: the port of whoever watches loops run.
// Knows requests and times; Context::watch is null unless somebody watches.
#pragma once

namespace ops {

struct LoopRequest;  // ops/loop/request.hpp

class LoopWatch {
 public:
  virtual ~LoopWatch() = default;
  /// @param seconds  of the whole call: checks, recording, completed versions and the loop itself
  virtual void loop_ran(const LoopRequest& request, double seconds) = 0;
};

}  // namespace ops
