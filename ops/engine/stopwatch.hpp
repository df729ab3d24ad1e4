// ops/engine/stopwatch.hpp: time that something takes, for the table of loops.
// Knows the clock of the machine; costs nothing unless the table is asked for.
#pragma once

#include <utility>

#include "ops/core/machine.hpp"
#include "ops/engine/engine.hpp"

namespace ops {

/// From its construction to its end, and later, when what was asked for in between is done.
class Stopwatch {
 public:
  /// @param row  null: nobody asks for it
  Stopwatch(Machine& machine, LoopTiming* row)
      : machine_(machine), row_(row), start_(row != nullptr ? machine.clock() : 0) {
    if (row_ != nullptr) before_ = std::exchange(machine_.own().charged, row_);
  }
  /// Of something that is no loop and contains none. @param what  a literal
  Stopwatch(const Context& context, Pass pass, const char* what)
      : Stopwatch(context.pool.machine(),
                  context.OPS_diags > 1 && context.loops != nullptr ? &context.loops->row(pass, what) : nullptr) {
    if (row_ != nullptr) ++row_->calls;
  }
  ~Stopwatch() {
    if (row_ == nullptr) return;
    machine_.own().charged = before_;
    row_->add(machine_.clock() - start_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  Machine& machine_;
  LoopTiming* row_;
  LoopTiming* before_ = nullptr;  ///< who was charged
  double start_;
};

}  // namespace ops
