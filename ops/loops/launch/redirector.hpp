// ops/loops/launch/redirector.hpp: interface that may redirect the output of a loop to another buffer, so that old
// values stay available.
#pragma once

#include "ops/loops/launch/loop_call.hpp"

namespace ops {

class Redirector {
 public:
  virtual ~Redirector() = default;
  /// Before the loop runs. May set `views[i].out` of written datasets to a new version, and then makes that version
  /// present (ops_dat_core::adopt); the one before goes to `replaced`. The engine copies what the loop does not write
  /// (cells outside the range, and for the reference the range too), so a new version is complete when the loop has
  /// run.
  virtual void redirect(const CallRef& call, const Operands& operands) = 0;
};

}  // namespace ops
