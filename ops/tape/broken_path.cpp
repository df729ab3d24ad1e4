// ops/tape/broken_path.cpp: influence followed from event to event until it is gone.
#include "ops/tape/broken_path.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "ops/record/bytes.hpp"
#include "ops/record/declared_touches.hpp"
#include "ops/record/footprint.hpp"

namespace ops {
namespace {

/// A dataset, reduction or scalar.
using Holder = const void*;

/// The event that gives a scalar a result names both: there it is the scalar.
Holder holder(const EventArg& arg) {
  return arg.dat ? static_cast<Holder>(arg.dat) : arg.scalar ? static_cast<Holder>(arg.scalar) : arg.reduction;
}

std::string name(const EventArg& arg) {
  if (arg.dat) return "dataset '" + arg.dat->name + "'";
  return arg.scalar ? "scalar '" + arg.scalar->name_storage + "'" : "reduction '" + arg.reduction->name_storage + "'";
}

const char* unread_after(const EventArg& arg) {
  return arg.dat || arg.scalar ? "no recorded loop that leads to the objective reads that"
                               : "its result is not read after that";
}

class Way {
 public:
  /// @param first  what begins: "the values"
  Way(const Recording& recording, const Objective& objective, Holder from, std::string first)
      : recording_(recording), objective_(objective), from_(from), first_(std::move(first)), holders_{from} {}

  /// Whether influence arrives.
  bool arrives() {
    const std::size_t events = std::min(objective_.events, recording_.events.nodes.size());
    for (at_ = 0; at_ < events && !holders_.empty(); ++at_)
      if (passes(recording_.events.nodes[at_])) return true;
    return std::ranges::any_of(holders_,
                               [&](Holder h) { return objective_.seeded.contains(static_cast<const Tracked*>(h)); });
  }

  /// Why it did not.
  std::string end(const std::string& unread, const Reader& passive) const {
    if (!last_) return fate(from_, "it", unread, passive, 0);
    const std::size_t since = static_cast<std::size_t>(last_ - recording_.events.nodes.data());
    return "its influence ends with " + described(*last_) + ", which writes " + name(*to_) + ": " +
           fate(holder(*to_), "that", unread_after(*to_), to_->dat ? to_->dat->passive_reader : Reader{}, since);
  }

 private:
  bool held(const EventArg& arg) const { return holders_.contains(holder(arg)); }

  /// @return whether the event is the objective, or part of it
  bool passes(const Event& event) {
    const auto args = recording_.events.args_of(event);
    switch (event.kind) {
      case EventKind::loop: loop(event, args); return false;
      case EventKind::halos: pairs(args, false); return false;
      case EventKind::copy: pairs(args, true); return false;
      case EventKind::external: external(event, args); return false;
      case EventKind::cut:
        if (event.cells.contains(args[0].dat->layout.interior)) lose(args[0]);
        return false;
      case EventKind::scalar: scalar(event, args[0]); return false;
      case EventKind::result: return result(event, args[0]);
      case EventKind::keep:
      case EventKind::store: return false;
    }
    return false;
  }

  void gain(const Event& event, const EventArg& arg) {
    holders_.insert(holder(arg));
    last_ = &event;
    to_ = &arg;
  }
  void lose(const EventArg& arg) {
    if (holders_.erase(holder(arg))) lost_[holder(arg)] = at_;
  }

  void loop(const Event& event, std::span<const EventArg> args) {
    const bool carries = std::ranges::any_of(args, [&](const EventArg& arg) { return arg.target && held(arg); });
    for (const EventArg& arg : args) {
      if (carries && arg.seed) gain(event, arg);
      else if (arg.dat && arg.consumed && replaces(event, arg)) lose(arg);
    }
  }
  bool replaces(const Event& event, const EventArg& arg) const {
    const ArgView& shape = recording_.events.shapes[arg.shape];
    return fills(shape, event.cells) && footprint(shape, event.cells).contains(arg.dat->layout.interior);
  }
  void pairs(std::span<const EventArg> args, bool whole) {
    const Event& event = recording_.events.nodes[at_];
    for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
      if (held(args[i]) && args[i].dat->active && args[i + 1].dat->active) gain(event, args[i + 1]);
      else if (whole) lose(args[i + 1]);
    }
  }
  /// Scalars need not be declared, so its adjoint may have given any of them a derivative.
  void external(const Event& event, std::span<const EventArg> args) {
    const auto& declared = event.external->args;
    const auto scalars = [&](const auto& s) { return holders_.contains(s.scalar); };
    bool carries = std::ranges::any_of(event.external->scalars, scalars);
    for (std::size_t i = 0; i < declared.size(); ++i)
      carries = carries || (declared[i].access != OPS_WRITE && held(args[2 * i]));
    for (std::size_t i = 0; carries && i < declared.size(); ++i)
      if (declared[i].access != OPS_READ) gain(event, args[2 * i + 1]);
    for (std::size_t i = 0; carries && i < event.external->scalars.size(); ++i)
      if (event.external->scalars[i].written) holders_.insert(event.external->scalars[i].scalar);
  }
  void scalar(const Event& event, const EventArg& arg) {
    if (arg.reduction && results_.contains(arg.reduction)) {
      gain(event, arg);
    } else if (holders_.erase(arg.scalar)) {
      lost_[arg.scalar] = at_;
    }
  }
  bool result(const Event& event, const EventArg& arg) {
    results_.erase(arg.reduction);
    if (!holders_.erase(arg.reduction)) return false;
    results_.insert(arg.reduction);
    lost_[arg.reduction] = at_;
    return any_bit(recording_.events.value(event.value), static_cast<std::size_t>(arg.reduction->size));
  }

  /// What became of a holder. @param unread  if nothing else did @param since  this event
  std::string fate(Holder of, const std::string& it, const std::string& unread, const Reader& passive,
                   std::size_t since) const {
    if (passive.name && passive.before >= since)
      return "only loops without derivatives read " + it + ": " + (passive.declared ? "passive " : "") + "loop '" +
             *passive.name + "' at " + place(passive.where) +
             (passive.declared ? "" : " computes nothing but passive data");
    const auto lost = lost_.find(of);
    if (lost == lost_.end() || lost->second < since) return unread;
    const Event& by = recording_.events.nodes[lost->second];
    if (by.kind == EventKind::result)
      return "its result, read at " + place(by.where) + ", has no seed (ops_ad_objective)";
    if (!last_)
      return "it is with respect to " + first_ + " at the beginning of the recording, which " + described(by) +
             " overwrites before any recorded loop reads it";
    return described(by) + " overwrites " + it + " before any recorded loop reads it";
  }

  const Recording& recording_;
  const Objective& objective_;
  Holder from_;
  std::string first_;
  std::set<Holder> holders_;            ///< of values that depend on the first ones
  std::set<ops_reduction> results_;     ///< whose last result does
  std::map<Holder, std::size_t> lost_;  ///< by which event
  std::size_t at_ = 0;
  const Event* last_ = nullptr;   ///< the last event that has carried influence on
  const EventArg* to_ = nullptr;  ///< into this
};

bool same_number(const ops_scalar_core& scalar, const std::byte* value, std::size_t bytes) {
  return bytes == scalar.storage.size() && any_bit(value, bytes) &&
         std::memcmp(value, scalar.storage.data(), bytes) == 0;
}

/// A loop that gets the scalar's number in another way than as that scalar. "": none
std::string given_otherwise(const Recording& recording, std::size_t events, const ops_scalar_core& scalar) {
  const Events& all = recording.events;
  for (std::size_t k = 0; k < std::min(events, all.nodes.size()); ++k) {
    const Event& event = all.nodes[k];
    if (event.kind != EventKind::loop) continue;
    const std::string begin = "; " + described(event) + " is given the same number as ",
                      end = ": pass ops_arg_scalar instead, and a derivative follows";
    for (const EventArg& arg : all.args_of(event))
      if (arg.by_value && !arg.scalar && same_number(scalar, all.value(arg.value), arg.bytes))
        return begin + "a plain one (ops_arg_gbl)" + end;
    const auto constants = all.constants_of(event);
    for (std::size_t c = 0; c < constants.size() && event.implementation; ++c)
      if (same_number(scalar, constants[c]->data(), constants[c]->size()))
        return begin + "constant '" + event.implementation->constants[c] + "'" + end;
  }
  return "";
}

}  // namespace

std::optional<std::string> broken_path(const Recording& recording, const Objective& objective, const Tracked& from) {
  Way way(recording, objective, &from, "the values");
  if (way.arrives()) return std::nullopt;
  return way.end("no recorded loop reads it", from.passive_reader);
}

std::optional<std::string> broken_path(const Recording& recording, const Objective& objective,
                                       const ops_scalar_core& from) {
  Way way(recording, objective, &from, "the value");
  if (way.arrives()) return std::nullopt;
  const auto known = std::ranges::find_if(recording.scalars, [&](const auto& entry) { return entry.first == &from; });
  return way.end("no recorded loop is given it" + given_otherwise(recording, objective.events, from),
                 known == recording.scalars.end() ? Reader{} : known->second.passive_reader);
}

}  // namespace ops
