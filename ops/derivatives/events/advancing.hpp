// ops/derivatives/events/advancing.hpp: interface of a forward (tangent) sweep, for the events that it visits.
#pragma once

#include <map>
#include <vector>

#include "ops/derivatives/log/recording.hpp"

namespace ops {

class Advancing {
 public:
  explicit Advancing(Recording& of) : recording(of), events(of.events), memory(of.memory()) {}
  virtual ~Advancing() = default;
  Advancing(const Advancing&) = delete;
  Advancing& operator=(const Advancing&) = delete;

  /// The call of the program, for errors.
  virtual const char* asked_by() const = 0;
  virtual void loop(const LoopEvent& event) = 0;
  /// Cells of a direction are about to be overwritten in place.
  virtual void protect(Tracked& dat, const Box& cells) = 0;
  /// The direction becomes zero there.
  virtual void consume(Tracked& dat, const Box& cells) = 0;

  /// What the loops advanced since the last result have added to the handle's directional derivative.
  std::vector<std::byte>& sum_of(ops_reduction handle);
  /// The result is read, as the event with this index says: how it moves.
  void take_result(std::size_t event, ops_reduction handle);
  /// Of the handle's last result.
  const std::vector<std::byte>& last_result(ops_reduction handle) const { return *last_results_.at(handle); }
  /// Of the scalar's present value.
  std::vector<std::byte>& direction_of(ops_scalar scalar);

  Recording& recording;
  Events& events;
  FieldMemory memory;

 private:
  std::map<ops_reduction, std::vector<std::byte>> sums_;
  std::map<ops_reduction, const std::vector<std::byte>*> last_results_;
};

}  // namespace ops
