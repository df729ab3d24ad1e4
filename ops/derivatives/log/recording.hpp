// ops/derivatives/log/recording.hpp: the record of a program on one tape: events, and the datasets to which they refer.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/derivatives/log/events.hpp"
#include "ops/derivatives/log/extremum.hpp"
#include "ops/derivatives/log/tracked.hpp"

namespace ops {

/// Interface of the class that divides a recording into steps.
class RecordingObserver {
 public:
  virtual ~RecordingObserver() = default;
  /// A dataset is met for the first time.
  virtual void introduce(Tracked& dat) = 0;
  /// The pool has given something to the recording.
  virtual void grown() = 0;
  /// The loop that begins reads the version and overwrites the dataset in another version. The version must stay until
  /// the loop has run, whatever is discarded.
  virtual void loop_reads(BufferRef version) = 0;
  virtual void loop_has_run() = 0;
};

/// Where seeds of one reduction handle belong.
struct ReductionSeeds {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t last_result = none;       ///< index of the event
  bool pending = false;                 ///< loops have added to it since
  bool active = false;                  ///< what they added depends on active datasets
  bool forgotten = false;               ///< and so does what they had added before a reset, which no result has taken
  bool last_active = false;             ///< .. and what they had added to the last result
  std::vector<std::byte> once;          ///< seed given with a result, for that result alone
  Origin origin;                        ///< of what they added
  Origin result;                        ///< of the last result
  bool taken = false;                   ///< a scalar has taken the last result
  std::string early;                    ///< what is to be said of a seed that was set before these loops; "": nothing
  std::vector<std::size_t> loops;       ///< events that have added to it since the last result
  std::vector<std::size_t> last_loops;  ///< .. and to the last result
};

/// What the external function that is running has done to a scalar.
enum class Inside : std::uint8_t {
  as_before,
  changed,
  given,    ///< a value, whatever it was before
  replaced  ///< .. and recorded loops had used that
};

/// A scalar as recorded loops know it.
struct ScalarState {
  std::vector<std::byte> value;  ///< when it was last used or written
  bool used = false;             ///< a recorded loop depends on its value, or its value on a recorded result
  bool from_result = false;      ///< the value is a reduction's result
  Origin origin = {};            ///< whose
  bool active = false;           ///< which depends on active data
  Inside inside = Inside::as_before;
  std::source_location written = {};  ///< inside
  Reader passive_reader = {};         ///< the first one
  bool read_inside = false;
  bool first = true;  ///< still that of the beginning, with respect to which derivatives are
};

/// Directional derivatives of the last tangent sweep; those of datasets are in Tracked::tangent.
struct Tangents {
  bool known = false;
  std::vector<NamedInput> along;                          ///< that have a direction
  std::map<std::size_t, std::vector<std::byte>> results;  ///< by the index of the result's event
  std::map<ops_scalar, std::vector<std::byte>> scalars;
};

/// What the last ops_hessian_vector found; the products of datasets are in Tracked::hessian.
struct HessianVector {
  bool known = false;
  std::vector<NamedInput> along;                         ///< that have a direction
  std::vector<const Leak*> lost;                         ///< the ways on which influence on what is seeded was lost
  std::map<ops_scalar, std::vector<std::byte>> scalars;  ///< scalars that no event uses are missing: zero
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
  /// A dataset that shows the derivative of `of`. It is no part of a step, so the observer does not hear of it.
  void add_alias(ops_dat alias, Tracked& of);
  FieldMemory memory() const { return {&context.pool, {}}; }
  void forget_tangents();
  void forget_hessian();
  /// A warning on the instance's stream, once per text.
  void tell(const std::string& text);
  /// Whether this is said for the first time.
  bool says_first(const std::string& text) { return home.told_.insert(text).second; }

  Context& context;
  Recording& home;  ///< of the default tape
  Events events;
  std::vector<std::unique_ptr<Tracked>> live;   ///< by ops_dat_core::index
  std::vector<std::unique_ptr<Tracked>> freed;  ///< still referred to by events or states
  /// of values and directions: by the index of the loop's event, where it changed extrema
  std::map<std::size_t, std::vector<Extremum>> attained;
  std::map<ops_reduction, ReductionSeeds> reductions;
  std::map<ops_scalar, ScalarState> scalars;
  Tangents tangents;
  HessianVector hessian_vector;
  bool silent = false;  ///< in an external function: loops are passive, and writes from outside of loops are part of it
  bool stores_nothing = false;         ///< derivatives that events store for the user go nowhere
  RecordingObserver* watch = nullptr;  ///< null: everything is kept

 private:
  std::set<std::string> told_;
};

}  // namespace ops
