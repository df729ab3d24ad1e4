// ops/derivatives/events/influence.hpp: propagates from event to event which datasets, reductions and scalars depend on
// a given one.
#pragma once

#include <map>
#include <set>

#include "ops/derivatives/log/events.hpp"

namespace ops {

class Influence {
 public:
  /// A dataset, reduction or scalar.
  using Holder = const void*;
  Influence(const Events& of, Holder from) : events(of), holders_{from} {}

  /// The event that gives a scalar a result names both: there it is the scalar.
  static Holder holder(const EventArg& arg);
  bool held(Holder holder) const { return holders_.contains(holder); }
  bool held(const EventArg& arg) const { return held(holder(arg)); }
  bool none() const noexcept { return holders_.empty(); }
  const std::set<Holder>& holders() const noexcept { return holders_; }
  /// It comes to a holder with the event.
  void gain(const Event& event, const EventArg& arg);
  /// .. that is no argument.
  void gain(Holder holder) { holders_.insert(holder); }
  /// Values without it take its place. @return  whether there was any
  bool lose(const Event& event, Holder holder);
  /// The handle's last result has it, or has not.
  void result(ops_reduction handle, bool has) { has ? results_.insert(handle), void() : void(results_.erase(handle)); }
  bool result_has(ops_reduction handle) const { return results_.contains(handle); }
  /// With this event; null: it never did.
  const Event* lost_with(Holder holder) const;

  const Events& events;
  const Event* last = nullptr;   ///< the last event that has carried influence on
  const EventArg* to = nullptr;  ///< into this

 private:
  std::set<Holder> holders_;             ///< of values that depend on the first ones
  std::set<ops_reduction> results_;      ///< whose last result does
  std::map<Holder, const Event*> lost_;  ///< by which event
};

}  // namespace ops
