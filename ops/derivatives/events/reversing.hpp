// ops/derivatives/events/reversing.hpp: interface of a reverse sweep, for the events that it visits.
#pragma once

#include <map>
#include <vector>

#include "ops/derivatives/log/recording.hpp"

namespace ops {

struct ExternalEvent;  // ops/derivatives/events/external_event.hpp

class Reversing {
 public:
  explicit Reversing(Recording& of) : recording(of), events(of.events), memory(of.memory()) {}
  virtual ~Reversing() = default;
  Reversing(const Reversing&) = delete;
  Reversing& operator=(const Reversing&) = delete;

  /// The derivative of what the dataset holds after the event; nothing is left to be added to it.
  virtual AdjointField& derivative(Tracked& dat) = 0;
  /// Cells of a derivative are about to be changed by others than its field.
  virtual void before_write(const BufferRef& buffer, const Box& cells) = 0;
  /// Nothing is left to be added to any derivative.
  virtual void complete() = 0;
  virtual void loop(const LoopEvent& event) = 0;
  virtual void external(const ExternalEvent& event) = 0;

  /// Of the result that loops reversed from now on add to; MIN, MAX: what is still to be found. None: zero.
  std::vector<std::byte>& seed(ops_reduction handle) { return seeds_[handle]; }
  /// The same; null: zero.
  const std::byte* known_seed(ops_reduction handle) const;
  /// By scalars, to the result that is reversed next.
  std::map<ops_reduction, std::vector<std::byte>> carried;

  Recording& recording;
  Events& events;
  FieldMemory memory;

 private:
  std::map<ops_reduction, std::vector<std::byte>> seeds_;
};

}  // namespace ops
