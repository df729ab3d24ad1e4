// ops/record/events.hpp: what a recording consists of: one small node per event, in flat arrays.
// Knows what was recorded; knows nothing of how it is reversed.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ops/loop/recorder.hpp"
#include "ops/record/tracked.hpp"

namespace ops {

struct ExternalFunction;  // ops/record/declared_touches.hpp
struct LoopAgain;         // ops/record/history.hpp
struct GivenValues;       // ops/record/history.hpp

enum class EventKind : std::uint8_t {
  loop,      ///< a recorded loop
  result,    ///< a reduction's result was read
  halos,     ///< a group of halos was transferred; arguments: (from, to) of each
  copy,      ///< a dataset was copied whole; arguments: from, to
  keep,      ///< regions were saved, nothing else
  cut,       ///< values came from outside the recording: their derivative ends here; arguments: the dataset
  store,     ///< the derivative is copied to the user here; arguments: the dataset
  external,  ///< an external function; arguments: of each dataset, the version before and the version after
  scalar     ///< a scalar got a new value, maybe a reduction's result; arguments: both in one
};

/// How the values that an event leaves come about again, where steps are run again; derivatives or not.
enum class Again : std::uint8_t {
  nothing,  ///< it leaves none, or is never run again
  loop,
  halos,
  copy,
  values,   ///< they came from outside and were kept
  versions  ///< an external function: those it left were kept
};

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

struct Event {
  EventKind kind = EventKind::loop;
  Again again = Again::nothing;
  bool accumulated = false;      ///< result: some recorded loop adds to it, and what its adjoint needs is still kept
  bool own_seed = false;         ///< result: seeded by get_result
  bool unneeded = false;         ///< no adjoint depends on what it leaves, so it need not run again
  bool for_later_steps = false;  ///< only later steps depend on what it leaves, no adjoint of its own step
  bool beyond = false;           ///< loop: its stencils reach cells that do not exist, though its kernel does not
  int dims = 0;
  const LoopImplementation* implementation = nullptr;
  const std::string* name = nullptr;     ///< of the loop
  const std::string* problem = nullptr;  ///< why this event cannot be reversed; null: it can
  std::source_location where;
  Box cells;  ///< loop: range; cut: the cells
  ops_halo_group group = nullptr;
  ExternalFunction* external = nullptr;
  char* destination = nullptr;         ///< store; null: nowhere for now
  LoopAgain* call = nullptr;           ///< again: loop
  const GivenValues* given = nullptr;  ///< again: values
  std::uint32_t first_arg = 0, args = 0;
  std::uint32_t first_constant = 0, constants = 0;
  std::uint32_t first_region = 0, regions = 0;
  std::uint32_t value = 0;   ///< result: index into Events::values of the captured seed
  std::uint32_t result = 0;  ///< result of MIN and MAX: the same of the value read
};

/// "loop 'x' at file:line", for sentences.
std::string described(const Event& event);

/// A part of a version as it was before an event overwrote it. Exchanged with the version's cells as the sweep passes.
struct SavedRegion {
  const Tracked* dat = nullptr;
  BufferRef buffer;  ///< the version; null: given back, as nobody needs it
  Box cells;
  std::size_t bytes = 0;
  BufferRef values;  ///< dense

  void give_back() noexcept {
    buffer.reset();
    values.reset();
  }
};

struct Events {
  using ConstantValue = std::shared_ptr<const std::vector<std::byte>>;
  using Cell = std::max_align_t;

  std::vector<Event> nodes;
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
  std::vector<std::shared_ptr<ExternalFunction>> externals;  ///< kept for events

  std::span<EventArg> args_of(const Event& e) { return {args.data() + e.first_arg, e.args}; }
  std::span<const EventArg> args_of(const Event& e) const { return {args.data() + e.first_arg, e.args}; }
  std::span<SavedRegion> regions_of(const Event& e) { return {regions.data() + e.first_region, e.regions}; }
  std::span<const ConstantValue> constants_of(const Event& e) const {
    return {constants.data() + e.first_constant, e.constants};
  }
  const std::byte* value(std::uint32_t index) const {
    return reinterpret_cast<const std::byte*>(values.data() + index);
  }
  std::byte* value(std::uint32_t index) { return reinterpret_cast<std::byte*>(values.data() + index); }

  /// Adds an event whose arguments, constants and regions are those appended since `mark`.
  struct Mark {
    std::size_t args, constants, regions;
  };
  Mark mark() const { return {args.size(), constants.size(), regions.size()}; }
  Event& append(Event event, const Mark& since);
  /// Whether its adjoint reads what the event left: it is reversed before the event's regions are put back, and its
  /// tangent runs after that.
  bool reads_after(const Event& event) const;
  /// The versions that the event keeps know it.
  void keep_readers(const Event& event);
  std::uint32_t keep_shape(const ArgView& view);
  /// What a MIN or MAX reduction held after a loop of this recording that combined into it.
  const std::byte* value_after(const Event& loop, ops_reduction handle) const;
  std::uint32_t keep_value(const void* bytes, std::size_t count);
  /// Constants of a loop; shared with an earlier event that had the same.
  void keep_constants(Event& event, std::span<const ConstantValue> values);
  const std::string* keep_text(std::string_view text);

  std::size_t bytes() const;
  void clear();
};

}  // namespace ops
