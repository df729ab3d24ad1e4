// ops/derivatives/log/event.hpp: base class of events, the entries of a recording. Each kind of event is a class
// (ops/derivatives/events), which implements its recomputation, reversal, tangent sweep, doubling and description.
// Sweeps offer their services to events through interfaces.
#pragma once

#include <cstdint>
#include <source_location>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "ops/derivatives/log/tracked.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops {

class Recomputing;  // ops/derivatives/events/recomputing.hpp
class Doubling;     // ops/derivatives/events/doubling.hpp
class Influence;    // ops/derivatives/events/influence.hpp
class Reversing;    // ops/derivatives/events/reversing.hpp
class Advancing;    // ops/derivatives/events/advancing.hpp
struct Events;
struct LoopEvent;    // ops/derivatives/events/loop_event.hpp
struct ResultEvent;  // ops/derivatives/events/result_event.hpp

struct EventArg {
  Tracked* dat = nullptr;
  ops_reduction reduction = nullptr;
  ops_scalar scalar = nullptr;
  BufferRef primal;         ///< the version whose values the adjoint reads; null: none
  std::uint32_t shape = 0;  ///< index into Events::shapes
  std::uint32_t value = 0;  ///< gbl, scalar; MIN, MAX: of what the reduction held before: index into Events::values
  std::uint32_t bytes = 0;  ///< how many
  bool by_value = false;    ///< `value` and `bytes` count
  bool reads = false;       ///< the adjoint reads the values it had: `primal`, as long as it is kept
  bool after = false;       ///< .. by the loop: `primal` is what it left, not what it found (ArgFacts::reads_after)
  bool seed = false;        ///< its derivative after the loop is read (active datasets, reductions)
  bool target = false;      ///< its derivative receives contributions (active datasets, scalars)
  bool extremum = false;    ///< seed of a MIN or MAX reduction
  bool consumed = false;    ///< its derivative on what the loop wrote is zero before the loop's own contributions
};
using EventArgs = std::span<const EventArg>;

/// What an event does with one dataset, as far as derivatives are concerned.
struct DatUse {
  const Tracked* dat = nullptr;
  bool reads = false, keeps = false, overwrites = false;
  bool after = false;  ///< what it keeps are the values that it leaves
};

/// Which datasets something later depends on.
using Needed = std::unordered_set<const Tracked*>;

struct Event {
  Event() = default;
  Event(const Event&) = default;
  Event& operator=(const Event&) = default;
  virtual ~Event() = default;

  // In words
  virtual const char* kind() const = 0;     ///< "halos"
  virtual std::string subject() const = 0;  ///< "the halo transfer"
  /// Of the loop, reduction or scalar; "": it has none.
  virtual std::string name(EventArgs args) const = 0;
  /// "loop 'x' at file:line", for sentences.
  std::string described() const { return subject() + " at " + place(where); }

  // What it does with its arguments
  /// It reads values of the argument, as far as derivatives are concerned.
  virtual bool reads(EventArgs args, std::size_t i) const = 0;
  /// It may give the argument other values. False of a loop that is only kept to run again.
  virtual bool writes(EventArgs args, std::size_t i) const = 0;
  /// Of the dataset, where that is known; of loops see `cells_of`.
  virtual Box touched(const Tracked& dat) const { return dat.layout.allocated; }
  /// Values that have derivatives pass through here, to results or datasets.
  virtual bool carries(EventArgs args) const = 0;
  virtual std::vector<DatUse> uses(EventArgs args) const = 0;
  /// Takes influence on. @return  whether it is the objective, or part of it
  virtual bool passes(Influence& influence, EventArgs args) const = 0;

  // Where it runs again
  /// A step can begin with it.
  virtual bool begins_steps() const = 0;
  /// Whether something of what is needed later comes from it; if so, what it reads is needed before it.
  /// @param within  the step that is reversed next: values that its adjoint reads can be kept without running it
  virtual bool needed(const Events& events, Needed& later, bool within) const = 0;
  virtual void recompute(Recomputing& again) = 0;
  /// What its adjoint reads is kept though it does not run.
  virtual void hold(Recomputing& again) { static_cast<void>(again); }
  /// Whether the values that this event keeps cannot be discarded and recomputed.
  virtual bool keeps_for_good() const { return false; }

  // Derivatives
  virtual void reverse(Reversing& sweep) const = 0;
  virtual void advance(Advancing& sweep) const = 0;
  /// Adds to the recording of values and directions.
  virtual void double_into(Doubling& second) const = 0;
  /// Its reverse runs code of the program, or writes into its memory.
  virtual bool reaches_program() const { return false; }

  virtual const LoopEvent* as_loop() const { return nullptr; }  ///< through which derivatives flow, or end
  virtual const ResultEvent* as_result() const { return nullptr; }

  std::source_location where;
  std::size_t index = 0;         ///< in the recording
  bool is_recomputed = false;    ///< the values that it leaves come about again when it runs again
  bool unneeded = false;         ///< no adjoint depends on what it leaves, so it need not run again
  bool for_later_steps = false;  ///< only later steps depend on what it leaves, no adjoint of its own step
  std::uint32_t first_arg = 0, arg_count = 0;
  std::uint32_t first_region = 0, regions = 0;
};

}  // namespace ops
