// ops/engine/stopwatch.hpp: time that something other than a loop takes, for the table of loops.
// Knows the clock; costs nothing unless the table is asked for.
#pragma once

#include <chrono>

#include "ops/engine/engine.hpp"

namespace ops {

/// From its construction to its end. Must not contain loops, which have rows of their own.
class Stopwatch {
 public:
  /// @param what  a literal
  Stopwatch(const Context& context, Pass pass, const char* what)
      : loops_(context.OPS_diags > 1 ? context.loops : nullptr), pass_(pass), what_(what), start_(loops_ ? Clock::now() : Clock::time_point{}) {}
  ~Stopwatch() {
    if (loops_) loops_->passed(pass_, what_, std::chrono::duration<double>(Clock::now() - start_).count());
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  LoopEngine* loops_;
  Pass pass_;
  const char* what_;
  Clock::time_point start_;
};

}  // namespace ops
