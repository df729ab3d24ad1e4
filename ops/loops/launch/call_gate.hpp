// ops/loops/launch/call_gate.hpp: interface that decides whether a call of the program is executed. A restarted program
// makes its calls again, and these are not executed.
#pragma once

#include <cstdint>
#include <string>

#include "ops/data/handles.hpp"

namespace ops {

struct LoopRequest;  // ops/loops/launch/request.hpp

/// What becomes of a call. The recorder is told of `is_recorded` as if the call ran.
enum class CallDecision : std::uint8_t { runs, is_recorded, is_left_out };

class CallGate {
 public:
  virtual ~CallGate() = default;

  // Before anything is checked.
  virtual CallDecision decide(const LoopRequest& request) = 0;
  virtual CallDecision decide(ops_halo_group group) = 0;
  /// Any other call that gives all cells of a dataset new values. @param reads  which depend on those that it has
  virtual CallDecision decide(const std::string& call, ops_dat target, bool reads) = 0;
  /// Values are about to be printed, checked, or written to a file of the program's.
  virtual bool skips_output(ops_dat dat) = 0;
  /// In a handler: a loop that was not left out has thrown, perhaps before it was shown to anybody.
  virtual void loop_threw(const LoopRequest& request) = 0;
};

}  // namespace ops
