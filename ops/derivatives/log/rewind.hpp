// ops/derivatives/log/rewind.hpp: the position in the recording to which the versions of datasets have been restored.
#pragma once

#include <vector>

#include "ops/derivatives/log/events.hpp"

namespace ops {

/// Puts saved regions in and out of their versions as a sweep passes events, one after another in either direction.
class Rewind {
 public:
  Rewind(Events& events, const FieldMemory& memory) : events_(events), memory_(memory) {}
  /// Every version is then as the forward sweep left it, also when a sweep ended early.
  ~Rewind() { forth(); }
  Rewind(const Rewind&) = delete;
  Rewind& operator=(const Rewind&) = delete;

  /// From values after the event to those before it.
  void back(const Event& event);
  /// From values before the event to those after it; of the event that was last gone back over.
  void forth(const Event& event);
  /// All the way.
  void forth();

 private:
  void exchange(SavedRegion& region);

  Events& events_;
  const FieldMemory& memory_;
  std::vector<const Event*> undone_;  ///< events with regions, the latest first
};

}  // namespace ops
