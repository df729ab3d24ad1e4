// ops/derivatives/checks/further_sweeps.hpp: runs further sweeps over a recording whose derivatives the program sees:
// chooses the recording, and makes memory available.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "ops/derivatives/tape/tape.hpp"
#include "ops/support/error.hpp"

namespace ops {

/// The default tape, whose gradient a check called by the user compares with others.
/// @throws OPSException  it is not the current one, holds nothing, or has not been interpreted
inline Tape& interpreted_tape(Context* instance, const char* call, Where where) {
  Tape& tape = tape_of(instance, call, where);
  tape.require_current(call, where);
  tape.check_recording(call, where);
  if (&tape.home() != &tape)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "only the default tape can be tested: remove the current one first";
  if (!tape.shown->known())
    throw error_at(OPS_RUNTIME_ERROR, call, where) << "there is no gradient yet: call ops_interpret_adjoints first";
  return tape;
}

/// While alive, derivatives that a sweep would store for the user go nowhere; what sweeps leave behind is cleared at
/// the end.
class SuspendedStores {
 public:
  explicit SuspendedStores(Tape& tape) : tape_(tape) {
    tape.recording.stores_nothing = true;
    for (const auto& scalar : tape.recording.context.scalars) scalars_.push_back(scalar->derivative);
  }
  ~SuspendedStores() {
    tape_.recording.stores_nothing = false;
    for (std::size_t i = 0; i < scalars_.size(); ++i)
      tape_.recording.context.scalars[i]->derivative = std::move(scalars_[i]);
    for (const auto& dat : tape_.recording.live)
      if (dat) dat->field.clear();
  }
  SuspendedStores(const SuspendedStores&) = delete;
  SuspendedStores& operator=(const SuspendedStores&) = delete;

 private:
  Tape& tape_;
  std::vector<std::vector<std::byte>> scalars_;
};

}  // namespace ops
