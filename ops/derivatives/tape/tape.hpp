// ops/derivatives/tape/tape.hpp: a tape: records a program, and computes derivatives from seeds.
//
//   TapeParts     its parts: the recording, versions, steps, derivatives as the user sees them, warnings
//   TapeRecorder  turns each call of the program into changes of these parts
//   Seeds         what is differentiated
//   Tape          interpretation; nested tapes; external functions
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/derivatives/log/statistics.hpp"
#include "ops/derivatives/tape/seeds.hpp"
#include "ops/derivatives/tape/tape_handle.hpp"
#include "ops/derivatives/tape/tape_parts.hpp"
#include "ops/derivatives/tape/tape_recorder.hpp"

namespace ops {

struct ExternalEvent;  // ops/derivatives/events/external_event.hpp

class Tape final : public TapeParts {
 public:
  enum class Kind { normal, scratch };  ///< scratch: records nothing, protects the values of an adjoint's arguments
  explicit Tape(Context& context);
  Tape(Tape& outer, Kind kind, std::source_location where);
  ~Tape();

  TapeRecorder recorder;
  Seeds seeds{*this};
  /// Those of a context on which this tape records.
  Hooks hooks() noexcept { return {.gate = nullptr, .recorder = &recorder, .redirector = &recorder, .tape = this}; }

  // From seeds to derivatives
  void interpret(Where where);
  void reset();
  /// A reverse sweep over the recording. @param asked_by  the call of the program, for errors
  Sweep sweep(const char* asked_by = "ops_interpret_adjoints");
  /// From the seeds to derivatives, step by step where there are some.
  void reverse(Sweep& sweep);
  void check_released(const char* asked, Where where) const;
  /// @throws OPSException  nothing was recorded, or the recording ended in an error
  void check_recording(const char* asked, Where where) const;
  ops_ad_statistics statistics() const;

  // Steps: default tape
  /// A step begins. @param where  of the mark
  void step(Where where);
  /// A step begins, unless it just has, and the user says which datasets it needs.
  void list(std::span<const ops_dat> dats, Where where);
  /// Makes all values available that any derivative needs: recomputes discarded states.
  /// @throws OPSException  as check_recording; the states cannot be recomputed
  void complete(const char* asked, Where where);
  /// The program has fault tolerance, so it may make its calls again.
  void expect_repeated_calls();

  // Nested tapes
  Tape& home() noexcept { return home_; }
  ops_ad_tape* handle() const noexcept { return handle_.get(); }
  ops_ad_tape* create(Where where);
  void remove_current();
  void zero(std::span<const ops_dat> kept, const char* call, Where where);
  /// @throws OPSException  another tape records, or an external function is under way
  void require_current(const char* call, Where where) const;

  // External functions
  /// Its adjoint, which sees and changes Tracked::field of the recording's datasets, and the scalars' derivatives.
  void run_adjoint(const ExternalEvent& event);
  void execute(const std::function<void()>& primal, const std::shared_ptr<ExternalFunction>& function);
  /// @throws OPSException  an external function that is under way does not declare this use of a derivative
  void check_derivative(ops_dat dat, const char* call, Where where) const;
  /// The version of the dataset before the external function whose adjoint is under way.
  const BufferRef& input(ops_dat dat, const char* call, Where where);

 private:
  class PrimalScope;
  class AdjointScope;

  /// One more sweep, which leaves nothing behind but what `watch` sees.
  void sweep_watched(TapeObserver& watch);
  void require_removed() const;

  Context& context_ = recording.context;
  Events& events_ = recording.events;
  std::vector<std::unique_ptr<Tracked>>& live_ = recording.live;
  Tape& home_;             ///< the default tape
  Tape* outer_ = nullptr;  ///< the tape that recorded before this one; null: the default tape
  std::source_location created_;
  std::unique_ptr<ops_ad_tape> handle_;
  std::unique_ptr<Tape> inner_;                      ///< the tape that was created while this one recorded
  std::vector<std::vector<std::byte>> outer_seeds_;  ///< of all reductions, when this tape was created
  Hooks outer_hooks_;                                ///< while this tape records those of the tape before rest
  bool began_direct_ = false;
  bool sweeping_ = false;
  std::vector<ops_dat> inputs_out_;     ///< scratch: datasets whose values before the function were handed out
  std::span<const EventArg> versions_;  ///< scratch: before and after the external function
  /// default tape: kept a while, so that a stale handle is recognised
  std::deque<std::unique_ptr<ops_ad_tape>> removed_;
  ops_ad_statistics sweep_;  ///< counts of the last interpretation
};

/// The tape that records in this context.
/// @throws OPSException  nothing records: says why (not translated, no derivative calls, -OPS_AD=0, paused)
Tape& tape_of(Context* context, const char* call, Where where);

}  // namespace ops
