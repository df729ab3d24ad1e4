// ops/derivatives/messages/broken_path.cpp: follows influence from event to event until it ends.
#include "ops/derivatives/messages/broken_path.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/derivatives/events/influence.hpp"
#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

using Holder = Influence::Holder;

std::string name(const EventArg& arg) {
  if (arg.dat) return "dataset '" + arg.dat->name + "'";
  return arg.scalar ? "scalar '" + arg.scalar->name_storage + "'" : "reduction '" + arg.reduction->name_storage + "'";
}

std::string unread_after(const EventArg& arg) {
  return arg.dat || arg.scalar ? "no recorded loop that contributes to the objective reads " + name(arg)
                               : "the result of " + name(arg) + " is not read afterwards";
}

class Way {
 public:
  /// @param first  what begins: "the values"
  Way(const Recording& recording, const Objective& objective, Holder from, std::string first)
      : recording_(recording),
        objective_(objective),
        from_(from),
        first_(std::move(first)),
        influence_(recording.events, from) {}

  /// Whether influence arrives.
  bool arrives() {
    const Events& events = recording_.events;
    const std::size_t end = std::min(objective_.events, events.nodes.size());
    for (std::size_t at = 0; at < end && !influence_.none(); ++at)
      if (events.nodes[at].passes(influence_, events.args_of(events.nodes[at]))) return true;
    return std::ranges::any_of(influence_.holders(),
                               [&](Holder h) { return objective_.seeded.contains(static_cast<const Tracked*>(h)); });
  }

  /// Whether anything else depends on what begins.
  bool leaves() {
    const Events& events = recording_.events;
    for (std::size_t at = 0; at < events.nodes.size() && !influence_.none() && !influence_.last; ++at)
      if (events.nodes[at].passes(influence_, events.args_of(events.nodes[at]))) return true;
    return influence_.last != nullptr;
  }

  /// Why it did not arrive.
  std::string end(const std::string& unread, const Reader& passive) const {
    const Event* const last = influence_.last;
    if (!last) return decide(from_, "it", unread, passive, 0);
    const EventArg& to = *influence_.to;
    return "its influence ends with " + last->described() + ", which writes " + name(to) + ": " +
           decide(Influence::holder(to), name(to), unread_after(to), to.dat ? to.dat->passive_reader : Reader{},
                  last->index);
  }

 private:
  /// What became of a holder. @param unread  if nothing else did @param since  this event
  std::string decide(Holder of, const std::string& it, const std::string& unread, const Reader& passive,
                     std::size_t since) const {
    if (passive.name && passive.before >= since)
      return "only loops without derivatives read " + it + ": " + (passive.declared ? "passive " : "") + "loop '" +
             *passive.name + "' at " + place(passive.where) + (passive.declared ? "" : " computes passive data only");
    const Event* const by = influence_.lost_with(of);
    if (!by || by->index < since) return unread;
    if (by->as_result()) return "its result, read at " + place(by->where) + ", has no seed (ops_ad_objective)";
    if (!influence_.last)
      return ops::format(
          "the derivative is with respect to {} at the beginning of the recording, but {} overwrites these data before "
          "any recorded loop reads them",
          first_, by->described());
    return by->described() + " overwrites " + it + " before any recorded loop reads it";
  }

  const Recording& recording_;
  const Objective& objective_;
  Holder from_;
  std::string first_;
  Influence influence_;
};

bool same_number(const ops_scalar_core& scalar, const std::byte* value, std::size_t bytes) {
  return bytes == scalar.storage.size() && any_bit(value, bytes) &&
         std::memcmp(value, scalar.storage.data(), bytes) == 0;
}

/// A loop that gets the scalar's number in another way than as that scalar. "": none
std::string given_otherwise(const Recording& recording, std::size_t events, const ops_scalar_core& scalar) {
  const Events& all = recording.events;
  for (std::size_t k = 0; k < std::min(events, all.nodes.size()); ++k) {
    const LoopEvent* const loop = all.nodes[k].as_loop();
    if (!loop) continue;
    const LoopEvent& event = *loop;
    const auto told = [&](const std::string& number) {
      return ops::format(
          "; {} receives a value equal to that of the scalar, but as {}, "
          "so derivatives do not include this dependence: pass the scalar with ops_arg_scalar instead",
          event.described(), number);
    };
    for (const EventArg& arg : all.args_of(event))
      if (arg.by_value && !arg.scalar && same_number(scalar, all.value(arg.value), arg.bytes))
        return told("a plain number (ops_arg_gbl)");
    const auto constants = constants_of(all, event);
    for (std::size_t c = 0; c < constants.size() && event.call->implementation; ++c)
      if (same_number(scalar, constants[c]->data(), constants[c]->size()))
        return told(std::string("constant '") + event.call->implementation->constants[c] + "'");
  }
  return "";
}

std::string end_of(const Way& way, const Tracked& from) {
  return way.end("no recorded loop reads it", from.passive_reader);
}

std::string end_of(const Way& way, const Recording& recording, std::size_t events, const ops_scalar_core& from) {
  const auto known = std::ranges::find_if(recording.scalars, [&](const auto& entry) { return entry.first == &from; });
  return way.end("no recorded loop receives it" + given_otherwise(recording, events, from),
                 known == recording.scalars.end() ? Reader{} : known->second.passive_reader);
}

}  // namespace

std::optional<std::string> broken_path(const Recording& recording, const Objective& objective, const Tracked& from) {
  Way way(recording, objective, &from, "the values");
  return way.arrives() ? std::nullopt : std::optional(end_of(way, from));
}

std::optional<std::string> broken_path(const Recording& recording, const Objective& objective,
                                       const ops_scalar_core& from) {
  Way way(recording, objective, &from, "the value");
  return way.arrives() ? std::nullopt : std::optional(end_of(way, recording, objective.events, from));
}

std::optional<std::string> without_influence(const Recording& recording, const Tracked& from) {
  const Objective none{recording.events.nodes.size(), {}};
  Way way(recording, none, &from, "the values");
  return way.leaves() ? std::nullopt : std::optional(end_of(way, from));
}

std::optional<std::string> without_influence(const Recording& recording, const ops_scalar_core& from) {
  const Objective none{recording.events.nodes.size(), {}};
  Way way(recording, none, &from, "the value");
  return way.leaves() ? std::nullopt : std::optional(end_of(way, recording, none.events, from));
}

}  // namespace ops
