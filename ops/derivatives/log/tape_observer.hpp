// ops/derivatives/log/tape_observer.hpp: interface for observers of a tape; Tape::watcher is null without one. An
// observer sees complete derivatives, and does not change any bit of the gradient.
#pragma once

#include <cstddef>
#include <span>

namespace ops {

struct Event;  // ops/derivatives/log/events.hpp

class TapeObserver {
 public:
  virtual ~TapeObserver() = default;
  /// An external function has been recorded: the last event.
  virtual void external_ran(double seconds) = 0;
  virtual void step() = 0;       ///< ops_ad_step
  virtual void forgotten() = 0;  ///< ops_ad_reset

  // One reverse sweep: these three for each event, last event first; then `swept`.
  virtual void begins(const Event& event) = 0;
  /// The derivatives of what the event wrote, before they are consumed, are those in the fields of its arguments.
  /// @param reductions  per argument: the seed of a reduction; null: zero, or no reduction
  virtual void shows(const Event& event, std::span<const std::byte* const> reductions) = 0;
  virtual void ends(const Event& event) = 0;
  /// After the gradient is in place. @throws OPSException  what was seen cannot be written
  virtual void swept() = 0;
};

}  // namespace ops
