// ops/record/recording.hpp: what one tape holds of a program: events, and the datasets that they are about.
// Knows what was recorded; knows nothing of what is kept for it (ops/versions/versions.hpp), nor of how it is divided or reversed.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ops/core/context.hpp"
#include "ops/record/events.hpp"
#include "ops/record/extrema.hpp"
#include "ops/record/tracked.hpp"

namespace ops {

/// The port of whoever divides a recording into steps.
class RecordingWatch {
 public:
  virtual ~RecordingWatch() = default;
  /// A dataset is met for the first time.
  virtual void introduce(Tracked& dat) = 0;
  /// The pool has given something to the recording.
  virtual void grown() = 0;
  /// The loop that begins reads the version, and overwrites it in another: it stays until the loop has run, whatever is given up.
  virtual void loop_reads(BufferRef version) = 0;
  virtual void loop_has_run() = 0;
};

struct Recording {
  /// Of a default tape.
  explicit Recording(Context& of) : context(of), home(*this) {}
  /// Of a tape within: derivatives of datasets are those of `outer`. @param is_silent  as `silent`
  Recording(Recording& outer, bool is_silent) : context(outer.context), home(outer.home), silent(is_silent) {}
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  bool is_default() const noexcept { return &home == this; }
  Tracked& tracked(ops_dat dat);
  FieldMemory memory() const { return {&context.pool, {}}; }
  /// A warning on the instance's stream, once per text.
  void tell(const std::string& text);
  /// Whether this is said for the first time.
  bool says_first(const std::string& text) { return home.told_.insert(text).second; }

  Context& context;
  Recording& home;  ///< of the default tape
  Events events;
  std::vector<std::unique_ptr<Tracked>> live;   ///< by ops_dat_core::index
  std::vector<std::unique_ptr<Tracked>> freed;  ///< still referred to by events or states
  std::map<std::size_t, std::vector<Extremum>> attained;  ///< of values and directions: by the index of the loop's event, where it changed extrema
  bool silent = false;  ///< in an external function: loops are passive, and writes from outside of loops are part of it
  RecordingWatch* watch = nullptr;  ///< null: everything is kept

 private:
  std::set<std::string> told_;
};

}  // namespace ops
