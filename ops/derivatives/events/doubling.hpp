// ops/derivatives/events/doubling.hpp: interface for making the recording of values and directions, for the events from
// which it is made.
#pragma once

#include <memory>

#include "ops/derivatives/log/events.hpp"

namespace ops {

struct ScalarEvent;  // ops/derivatives/events/scalar_event.hpp

class Doubling {
 public:
  virtual ~Doubling() = default;

  /// An event that treats values and directions alike: two of them.
  template <class E>
  void both(const E& event) {
    for (const bool direction : {false, true}) {
      const std::size_t first_arg = add_args(event, direction);
      add(std::make_unique<E>(event), event, first_arg);
    }
  }
  /// The event does nothing to derivatives.
  virtual void nothing(const Event& event) = 0;
  virtual void loop(const LoopEvent& event) = 0;
  virtual void result(const ResultEvent& event) = 0;
  virtual void scalar(const ScalarEvent& event) = 0;

 protected:
  /// The event's arguments, about values or about directions. @return  index of the first
  virtual std::size_t add_args(const Event& event, bool direction) = 0;
  /// @param like  whose saved regions are around it
  virtual void add(std::unique_ptr<Event> event, const Event& like, std::size_t first_arg) = 0;
};

}  // namespace ops
