// ops/loops/engine/charge.hpp: charges time, now or later, to the loop that caused it.
#pragma once

#include <utility>

#include "ops/data/machine.hpp"
#include "ops/support/error.hpp"
#include "ops/support/timing.hpp"

namespace ops {

/// From construction to destruction, adds to a row of the table of loops the time of what the machine is asked for;
/// work that waits is added when it is done.
class Charge {
 public:
  /// @param row  null: nothing is timed
  Charge(Machine& machine, LoopTiming* row)
      : machine_(machine), row_(row), start_(row != nullptr ? machine.clock() : 0) {
    if (row_ != nullptr) before_ = std::exchange(machine_.own().charged, row_);
  }
  ~Charge() {
    if (row_ == nullptr) return;
    machine_.own().charged = before_;
    try {
      row_->add(machine_.clock() - start_);
    } catch (const OPSException&) {  // of a device: whatever waits for it next reports it
    }
  }
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;

 private:
  Machine& machine_;
  LoopTiming* row_;
  LoopTiming* before_ = nullptr;  ///< who was charged
  double start_;
};

}  // namespace ops
