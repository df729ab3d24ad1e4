// ops/record/journal.hpp: what a recording has done, kept so that it can be done again from other values. Only where
// that is asked for. Knows calls and the values they were given; knows nothing of how they run again
// (ops/check/replay.hpp).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ops/loop/loop_call.hpp"
#include "ops/record/events.hpp"

namespace ops {

using Bytes = std::vector<std::byte>;

/// A call and its values, one entry per argument in all lists.
struct JournalLoop {
  CallRef call;
  std::vector<Tracked*> dats;  ///< null: not a dataset, or switched off
  std::vector<Bytes> given;    ///< gbl: the values; reduce: what the handle held before
  std::vector<Events::ConstantValue> constants;
};

struct JournalEntry {
  enum class Kind : std::uint8_t {
    begin,   ///< the recording uses the dataset for the first time, with these values
    values,  ///< cells of the dataset get these values, which carry no derivative
    loop,
    result,  ///< a reduction's result is read; `values`: as recorded
    halos,
    copy,
    begin_scalar,  ///< a recorded loop uses the scalar for the first time, with this value
    scalar         ///< the scalar becomes the last result of `reduction`; null: `values`
  };
  Kind kind = Kind::begin;
  Tracked* dat = nullptr;     ///< begin, values, copy: the target
  Tracked* source = nullptr;  ///< copy
  Box cells = Box::none();
  ops_reduction reduction = nullptr;
  ops_scalar scalar = nullptr;
  ops_halo_group group = nullptr;
  std::vector<Tracked*> dats = {};  ///< halos
  bool carried = false;             ///< result: it depends on active data
  std::size_t event = 0;            ///< result: its index on the tape
  Bytes values = {};                ///< dense
  std::unique_ptr<JournalLoop> loop = nullptr;
};

/// Filled by a tape before each thing happens.
class Journal {
 public:
  /// A call that the tape shows, with what it has understood of it. @param recorded  derivatives flow through it or end
  /// in it
  void loop(const CallRef& call, const Operands& operands, std::span<const EventArg> roles, bool passive, bool recorded);
  void result(ops_reduction handle, bool carried, std::size_t event);
  void scalar(ops_scalar scalar, ops_reduction from);
  void halos(ops_halo_group group, std::vector<Tracked*> dats);
  void copy(Tracked& to, Tracked& from);
  /// Something that is not done again will overwrite these cells: their values are kept once they are used or the
  /// recording ends.
  void outside(Tracked& dat, const Box& cells);
  /// What cannot be done again ends the journal. @param what  with its place
  void give_up(std::string what);
  /// The recording is complete.
  void finish();
  void forget(const Tracked& dat);
  void clear();

  const std::vector<JournalEntry>& entries() const noexcept { return entries_; }
  /// why this recording cannot be run again; "": it can
  const std::string& obstacle() const noexcept { return obstacle_; }

 private:
  JournalEntry& add(JournalEntry::Kind kind);
  void use(Tracked& dat);
  void begin(ops_scalar scalar);
  void keep(const CallRef& call, const Operands& operands, std::span<const EventArg> roles);

  std::vector<JournalEntry> entries_;
  std::set<const Tracked*> begun_;
  std::set<ops_scalar> scalars_;
  std::multimap<const Tracked*, std::size_t> pending_;  ///< steps whose values are not known yet
  std::string obstacle_;
};

}  // namespace ops
