// ops/derivatives/gradients/doubled.hpp: the recording of values and directions, made from a recording while its
// tangents are swept.
//
// Its reverse sweep differentiates the tangents: a loop's event has the arguments of the loop twice, as
// LoopImplementation::second has. The derivative with respect to directions is the gradient again, that with respect to
// values its derivative along the directions.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/external_event.hpp"
#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

class Doubled final : public Doubling {
 public:
  explicit Doubled(Tape& tape);
  Doubled(const Doubled&) = delete;
  Doubled& operator=(const Doubled&) = delete;

  // Doubling: before the event's tangent runs, the directions are held that its second adjoint reads.
  void nothing(const Event& event) override;
  void loop(const LoopEvent& event) override;
  void result(const ResultEvent& event) override;
  void scalar(const ScalarEvent& event) override;
  /// After the event's tangent ran.
  void end(const Event& event);
  /// Between the two: smallest and largest values that the loop has changed, and the points that gave them.
  void attained(const std::vector<Extremum>& changed);
  /// Before cells of a direction are overwritten: what is held of them is kept. Returns the buffer that the field has
  /// left to its holders, where all but `cells` has moved to a new one; null: the field has its buffer still.
  /// @param may_leave  whether what overwrites can read one buffer and write another
  BufferRef protect(Tracked& dat, const Box& cells, bool may_leave = true);

  /// Sweeps back from the seeds. Afterwards Tracked::hessian of the recording's datasets and
  /// Recording::hessian_vector.scalars hold the derivative of the gradient.
  void reverse();

 private:
  struct Twin {
    Tracked* value = nullptr;
    Tracked* direction = nullptr;
    Box held = Box::none();      ///< cells of the direction that events read ..
    const Buffer* in = nullptr;  ///< .. as long as this is its buffer
  };
  Twin& twin(Tracked& dat);
  /// What a scalar, or a reduction, and its direction are in the second recording: derivatives only.
  template <class Core>
  struct Pair {
    Core value, direction;
  };
  Pair<ops_scalar_core>& twin(ops_scalar scalar);
  Pair<ops_reduction_core>& twin(ops_reduction handle);
  std::size_t add_args(const Event& event, bool direction) override;
  void add(std::unique_ptr<Event> event, const Event& like, std::size_t first_arg) override;
  EventArg value_of(const EventArg& arg, const LoopEvent& event, std::size_t i);
  EventArg direction_of_number(const EventArg& arg, const ArgFacts* facts);
  EventArg direction_of(const EventArg& arg, const LoopEvent& event, std::size_t i);
  void hold_if_moving(const EventArg& arg, const LoopEvent& event, const ArgFacts& facts, EventArg& direction);
  void hold_after(const LoopEvent& event);
  CallRef second_call(const CallRef& first);
  void hold(Tracked& dat, const Box& cells, EventArg& by);
  void copy_regions();
  void run_external(const ExternalEvent& event);

  Tape& tape_;
  Events& events_;
  Recording second_;
  std::map<Tracked*, Twin> twins_;
  std::map<ops_scalar, Pair<ops_scalar_core>> scalars_;
  std::map<ops_reduction, Pair<ops_reduction_core>> reductions_;
  std::map<CallRef, CallRef> calls_;  ///< of recorded loops, and of those of their values and directions
  std::vector<SavedRegion> saved_;    ///< of directions, of the event under way
  /// of each node of the second tape: its event, its own regions
  std::vector<std::pair<const Event*, std::vector<SavedRegion>>> origins_;
};

}  // namespace ops
