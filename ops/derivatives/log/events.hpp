// ops/derivatives/log/events.hpp: the contents of a recording: events, and flat arrays of the data to which events
// refer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ops/derivatives/log/event_list.hpp"

namespace ops {

/// A part of a version as it was before an event overwrote it. Exchanged with the version's cells as the sweep passes.
struct SavedRegion {
  const Tracked* dat = nullptr;
  BufferRef buffer;  ///< the version; null: freed, because no adjoint needs it
  Box cells;
  std::size_t bytes = 0;
  BufferRef values;  ///< dense

  void give_back() noexcept {
    buffer.reset();
    values.reset();
  }
};

struct Events {
  using ConstantValue = ConstantRef;
  using Cell = std::max_align_t;

  EventList nodes;
  std::vector<EventArg> args;
  std::vector<ArgView> shapes;  ///< distinct, addresses null
  std::vector<ConstantValue> constants;
  std::vector<SavedRegion> regions;
  std::size_t kept = 0;  ///< versions and regions that events have kept so far, whether given back since or not [bytes]
  /// Who keeps a version, in order.
  struct Version {
    std::vector<std::size_t> readers;  ///< indices into `nodes` of events whose adjoints read it
    std::vector<std::size_t> regions;  ///< indices into `regions` of its saved parts
  };
  std::unordered_map<const Buffer*, Version> versions;
  std::vector<Cell> values;  ///< captured bytes, aligned for any type
  std::unordered_set<std::string> texts;

  std::span<EventArg> args_of(const Event& e) { return {args.data() + e.first_arg, e.arg_count}; }
  std::span<const EventArg> args_of(const Event& e) const { return {args.data() + e.first_arg, e.arg_count}; }
  std::span<SavedRegion> regions_of(const Event& e) { return {regions.data() + e.first_region, e.regions}; }
  const std::byte* value(std::uint32_t index) const {
    return reinterpret_cast<const std::byte*>(values.data() + index);
  }
  std::byte* value(std::uint32_t index) { return reinterpret_cast<std::byte*>(values.data() + index); }

  /// Adds an event whose arguments, constants and regions are those appended since `mark`.
  struct Mark {
    std::size_t args, constants, regions;
  };
  Mark mark() const { return {args.size(), constants.size(), regions.size()}; }
  template <class E>
  E& append(E event, const Mark& since) {
    E& added = nodes.add(std::make_unique<E>(std::move(event)));
    settle(added, since);
    return added;
  }
  /// Whether its adjoint reads what the event left: it is reversed before the event's regions are put back, and its
  /// tangent runs after that.
  bool reads_after(const Event& event) const;
  /// The versions that the event keeps know it.
  void keep_readers(const Event& event);
  std::uint32_t keep_shape(const ArgView& view);
  std::uint32_t keep_value(const void* bytes, std::size_t count);
  const std::string* keep_text(std::string_view text);

  std::size_t bytes() const;
  void clear();

 private:
  void settle(Event& event, const Mark& since);
};

}  // namespace ops
