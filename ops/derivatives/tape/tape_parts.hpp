// ops/derivatives/tape/tape_parts.hpp: the parts of a tape, and the data that they share.
// ops/derivatives/tape/tape_recorder.hpp, ops/derivatives/tape/seeds.hpp and ops/derivatives/tape/tape.hpp work with
// them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ops/derivatives/log/external_accesses.hpp"
#include "ops/derivatives/log/input_directions.hpp"
#include "ops/derivatives/log/outside_values.hpp"
#include "ops/derivatives/log/recording.hpp"
#include "ops/derivatives/log/shown_derivatives.hpp"
#include "ops/derivatives/messages/derivative_warnings.hpp"
#include "ops/derivatives/messages/fetched_results.hpp"
#include "ops/derivatives/messages/handed_out.hpp"
#include "ops/derivatives/messages/host_values.hpp"
#include "ops/derivatives/messages/origins.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/steps/stepping.hpp"
#include "ops/derivatives/sweeps/sweep.hpp"
#include "ops/derivatives/sweeps/versions.hpp"
#include "ops/derivatives/tape/repeated_calls.hpp"

namespace ops {

class Tape;
class SavedState;    // ops/derivatives/checkpoints/saved_state.hpp
class TapeObserver;  // ops/derivatives/log/tape_observer.hpp

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
  using WatchedSweep = std::function<void(TapeObserver&)>;
  /// Of a default tape. @param sweep  one more, which leaves nothing behind but what is seen
  TapeParts(Context& context, WatchedSweep sweep);
  /// Of a tape within another. @param scratch  it records nothing, and protects the values of an adjoint's arguments
  TapeParts(TapeParts& outer, bool scratch, WatchedSweep sweep);
  TapeParts(const TapeParts&) = delete;
  TapeParts& operator=(const TapeParts&) = delete;

  bool is_default() const noexcept { return recording.is_default(); }
  /// Whether what happens now may have to run again.
  bool is_recomputed() const noexcept { return stepping.steps() && !recording.silent; }
  /// Whether the event being recorded keeps what its adjoint needs.
  bool keeping() const noexcept;
  /// The state taken last, which learns what it need not hold; null: there is none.
  SavedState* learning() const noexcept;
  /// What was recorded cannot be run again. @param what  with its place
  void cannot_recompute(const std::string& what);
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
  DerivativeWarnings doubts;
  HostValues host_values;  ///< default tape: of all tapes
  FetchedResults fetched;  ///< of active data
  Origins origins{recording};
  TapeParts& of_home;                   ///< of the default tape; derivatives are shown and seeded there
  bool scratch = false;                 ///< records nothing
  ExternalAccesses* touches = nullptr;  ///< of the external function that is under way
  std::string broken;                   ///< the loop that ended the recording; "" if none did

  TapeObserver* watcher = nullptr;        ///< observer of this tape only; null: none
  std::unique_ptr<Inspector> inspector;   ///< default tape: of all interpretations; may be null
  std::unique_ptr<HandedOut> handed_out;  ///< default tape: of all recordings, for checks; null: no check is asked for
  std::unique_ptr<StepMarkers>
      marks;  ///< default tape: where steps begin if the program does not say it; null: nowhere
  std::unique_ptr<RepeatedCalls> repeated;  ///< default tape: of a program with fault tolerance; else null
  std::unique_ptr<Inputs> inputs;           ///< default tape: inputs for a replay of the recording; null: no replay
  /// Says where a recording with `inputs` is not smooth along directions of inputs, at the first of these steps where
  /// it is not; "": nowhere.
  using FindKink = std::string(Tape& tape, const InputDirections& directions, std::span<const double> steps);
  FindKink* find_kink = nullptr;  ///< of ops/derivatives/checks; null: not available
  SweepSwitches switches;
};

}  // namespace ops
