// ops/loops/engine/stopwatch.hpp: measures the time of work other than loops, for the table of loops.
#pragma once

#include "ops/loops/engine/charge.hpp"
#include "ops/loops/engine/engine.hpp"

namespace ops {

/// From its construction to its end. Must not contain loops, which have rows of their own.
class Stopwatch {
 public:
  /// @param what  a literal
  Stopwatch(const Context& context, Pass pass, const char* what)
      : charge_(context.pool.machine(), row_of(context, pass, what)) {}

 private:
  static LoopTiming* row_of(const Context& context, Pass pass, const char* what) {
    if (context.OPS_diags <= 1 || context.loops == nullptr) return nullptr;
    LoopTiming& row = context.loops->row(pass, what);
    ++row.calls;
    return &row;
  }

  Charge charge_;
};

}  // namespace ops
