// ops/tape/tape_parts.hpp: what a tape consists of, and what its parts share. What is done with it is in
// ops/tape/tape_recorder.hpp, ops/tape/seeds.hpp and ops/tape/tape.hpp.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ops/advice/fetched_results.hpp"
#include "ops/advice/handed_out.hpp"
#include "ops/advice/host_values.hpp"
#include "ops/record/declared_touches.hpp"
#include "ops/record/input_directions.hpp"
#include "ops/record/inputs.hpp"
#include "ops/record/recording.hpp"
#include "ops/steps/marks.hpp"
#include "ops/steps/stepping.hpp"
#include "ops/sweep/sweep.hpp"
#include "ops/tape/doubts.hpp"
#include "ops/tape/origins.hpp"
#include "ops/tape/repeated_calls.hpp"
#include "ops/tape/shown.hpp"
#include "ops/versions/versions.hpp"

namespace ops {

class Tape;
class SavedState;  // ops/state/saved_state.hpp
class TapeWatch;   // ops/advice/watch.hpp

/// Looks on while tapes are interpreted.
class Inspector {
 public:
  virtual ~Inspector() = default;
  /// The recording and its seeds are complete and nothing has run. What throws here ends the interpretation.
  virtual void before(Tape& tape, Where where) = 0;
  /// Derivatives are shown.
  virtual void after(Tape& tape, Where where) = 0;
};

struct TapeParts {
  using WatchedSweep = std::function<void(TapeWatch&)>;
  /// Of a default tape. @param sweep  one more, which leaves nothing behind but what is seen
  TapeParts(Context& context, WatchedSweep sweep);
  /// Of a tape within another. @param scratch  it records nothing, and protects the values of an adjoint's arguments
  TapeParts(TapeParts& outer, bool scratch, WatchedSweep sweep);
  TapeParts(const TapeParts&) = delete;
  TapeParts& operator=(const TapeParts&) = delete;

  bool is_default() const noexcept { return recording.is_default(); }
  /// Whether what happens now may have to run again.
  bool runs_again() const noexcept { return stepping.steps() && !recording.silent; }
  /// Whether the event being recorded keeps what its adjoint needs.
  bool keeping() const noexcept;
  /// The state taken last, which learns what it need not hold; null: there is none.
  SavedState* learning() const noexcept;
  /// What was recorded cannot be run again. @param what  with its place
  void cannot_run_again(const std::string& what);
  /// Values that came from outside of loops are known now.
  void settle();

  // While an event is recorded, before it happens
  /// The event reads or writes values that derivatives are about.
  void uses(Tracked& dat) {
    if (inputs && !recording.silent) inputs->use(dat);
  }
  /// Values are about to be read.
  void reads(const Tracked& dat, const Box& cells);
  /// Cells are about to be overwritten in place: what must be kept of them is.
  void overwrites(Tracked& dat, const Box& cells);
  /// All cells are: where old values must be kept, the dataset gets a new version.
  void replaces(Tracked& dat);

  /// See RepeatedCalls.
  void beyond_calls(const std::string& what, bool ends = false) {
    if (repeated) repeated->beyond_calls(what, ends);
  }

  Recording recording;
  Versions versions;
  Stepping stepping{versions};              ///< default tape
  std::shared_ptr<ShownDerivatives> shown;  ///< of all tapes
  Doubts doubts;
  HostValues host_values;  ///< default tape: of all tapes
  FetchedResults fetched;  ///< of active data
  Origins origins{recording};
  TapeParts& of_home;          ///< of the default tape; derivatives are shown and seeded there
  bool scratch = false;        ///< records nothing
  Touches* touches = nullptr;  ///< of the external function that is under way
  std::string broken;          ///< the loop that ended the recording; "" if none did

  TapeWatch* watcher = nullptr;           ///< of this tape alone; null: nobody watches
  std::unique_ptr<Inspector> inspector;   ///< default tape: of all interpretations; may be null
  std::unique_ptr<HandedOut> handed_out;  ///< default tape: of all recordings, for checks; null: no check is asked for
  std::unique_ptr<Marks> marks;  ///< default tape: where steps begin if the program does not say it; null: nowhere
  std::unique_ptr<RepeatedCalls> repeated;  ///< default tape: of a program with fault tolerance; else null
  std::unique_ptr<Inputs> inputs;           ///< default tape: to run what was recorded from others; null: nobody will
  /// Says where a recording with `inputs` is not smooth along directions of inputs, at the first of these steps where
  /// it is not; "": nowhere.
  using FindKink = std::string(Tape& tape, const InputDirections& directions, std::span<const double> steps);
  FindKink* find_kink = nullptr;  ///< of ops/check; null: nobody can tell
  SweepSwitches switches;
};

}  // namespace ops
