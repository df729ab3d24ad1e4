// ops/engine/stopwatch.hpp: time that something other than a loop takes, for the table of loops.
// Knows the clock of the machine; costs nothing unless the table is asked for.
#pragma once

#include "ops/core/machine.hpp"
#include "ops/engine/engine.hpp"

namespace ops {

/// From its construction to its end. Must not contain loops, which have rows of their own.
class Stopwatch {
 public:
  /// @param what  a literal
  Stopwatch(const Context& context, Pass pass, const char* what)
      : loops_(context.OPS_diags > 1 ? context.loops : nullptr),
        machine_(context.pool.machine()),
        pass_(pass),
        what_(what),
        start_(loops_ ? machine_.clock() : 0) {}
  ~Stopwatch() {
    if (loops_) loops_->passed(pass_, what_, machine_.clock() - start_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  LoopEngine* loops_;
  Machine& machine_;
  Pass pass_;
  const char* what_;
  double start_;
};

}  // namespace ops
