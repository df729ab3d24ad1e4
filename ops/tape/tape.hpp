// ops/tape/tape.hpp: a tape: records what a program does and keeps what its reverse sweep will need.
// Knows loops through the Recorder port; knows nothing of kernels, backends or how loops run.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ops/advice/fetched_results.hpp"
#include "ops/advice/handed_out.hpp"
#include "ops/advice/host_values.hpp"
#include "ops/core/context.hpp"
#include "ops/loop/recorder.hpp"
#include "ops/loop/redirector.hpp"
#include "ops/record/declared_touches.hpp"
#include "ops/record/input_directions.hpp"
#include "ops/record/journal.hpp"
#include "ops/record/recording.hpp"
#include "ops/record/statistics.hpp"
#include "ops/steps/stepping.hpp"
#include "ops/sweep/sweep.hpp"
#include "ops/tape/doubts.hpp"
#include "ops/tape/origins.hpp"
#include "ops/tape/repeated_calls.hpp"
#include "ops/tape/shown.hpp"
#include "ops/tape/tape_handle.hpp"
#include "ops/versions/versions.hpp"

namespace ops {

class TapeWatch;  // ops/advice/watch.hpp
class Tape;
class Marks;  // ops/steps/marks.hpp

/// Looks on while tapes are interpreted.
class Inspector {
 public:
  virtual ~Inspector() = default;
  /// The recording and its seeds are complete and nothing has run. What throws here ends the interpretation.
  virtual void before(Tape& tape, Where where) = 0;
  /// Derivatives are shown.
  virtual void after(Tape& tape, Where where) = 0;
};

class Tape final : public Recorder, public Redirector {
 public:
  enum class Kind { normal, scratch };  ///< scratch: records nothing, protects the values of an adjoint's arguments
  explicit Tape(Context& context);
  Tape(Tape& outer, Kind kind, std::source_location where);
  ~Tape() override;

  Recording recording;
  Versions versions;
  Stepping stepping{versions};              ///< default tape
  std::shared_ptr<ShownDerivatives> shown;  ///< of all tapes
  Doubts doubts{recording, *shown, [this](TapeWatch& watch) { sweep_watched(watch); }};
  HostValues host_values;  ///< default tape: of all tapes

  // Redirector
  void redirect(const LoopCall& call, std::span<ArgView> views, Constants constants) override;

  // Recorder
  void loop_failed(const char* name, std::source_location where) override;
  void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into = nullptr) override;
  void scalar_write(ops_scalar scalar, ops_reduction from, ops_access access, std::source_location where) override;
  void scalar_read(ops_scalar scalar, std::source_location where) override;
  void halo_transfer(ops_halo_group group, std::source_location where) override;
  void copy(ops_dat target, ops_dat source, std::source_location where) override;
  void raw_access(ops_dat dat, std::source_location where) override;
  void raw_write(ops_dat dat, std::source_location where) override;
  void raw_write_part(ops_dat dat, const Box& cells, std::source_location where) override;
  void raw_read(ops_dat dat, std::source_location where) override;
  void forget(ops_dat dat) override;

  // Seeds and results
  void interpret(Where where);
  void reset();
  void seed_result(ops_reduction handle, const void* seed);
  void store(ops_dat dat, char* destination, Where where);

  // Steps: default tape
  /// A step begins. @param where  of the mark
  void step(Where where);
  /// A step begins, unless it just has, and the user says which datasets it needs.
  void list(std::span<const ops_dat> dats, Where where);
  /// Everything that derivatives of any kind need is there: states that were given up are computed again.
  /// @throws OPSException  as check_recording does; they cannot be computed again
  void complete(const char* asked, Where where);

  /// See RepeatedCalls.
  void beyond_calls(const std::string& what, bool ends = false) {
    if (repeated) repeated->beyond_calls(what, ends);
  }

  // Tapes of one's own
  Tape& home() noexcept { return home_; }
  ops_ad_tape* handle() const noexcept { return handle_.get(); }
  ops_ad_tape* create(Where where);
  void remove_current();
  /// As whoever is told of all that happens.
  Hooks hooks() noexcept { return {.gate = nullptr, .recorder = this, .redirector = this, .tape = this}; }
  void check_released(Where where) const;
  void abandon_sweep();
  /// Gives each result the seed that the user left in its handle, and checks that there is any seed at all.
  void settle_seeds(Where where);
  void zero(std::span<const ops_dat> kept, const char* call, Where where);
  /// @throws OPSException  another tape records, or an external function is under way
  void require_current(const char* call, Where where) const;

  // External functions
  void execute(const std::function<void()>& primal, const std::shared_ptr<ExternalFunction>& function);
  /// @throws OPSException  an external function that is under way does not declare this use of a derivative
  void check_derivative(ops_dat dat, const char* call, Where where) const;
  /// The version of the dataset before the external function whose adjoint is under way.
  const BufferRef& input(ops_dat dat, const char* call, Where where);

  ops_ad_statistics statistics() const;
  /// @throws OPSException  nothing was recorded, or the recording ended in an error
  void check_recording(const char* asked, Where where) const;

  TapeWatch* watcher = nullptr;           ///< of this tape alone; null: nobody watches
  std::unique_ptr<Inspector> inspector;   ///< default tape: of all interpretations; may be null
  std::unique_ptr<HandedOut> handed_out;  ///< default tape: of all recordings, for checks; null: nobody asks
  /// default tape: where steps begin if the program does not say it; null: nowhere
  std::unique_ptr<Marks> marks;
  std::unique_ptr<RepeatedCalls> repeated;  ///< default tape: of a program with fault tolerance; else null
  std::unique_ptr<Journal> journal;         ///< default tape: to run what was recorded again; null: nobody will
  /// Says where what `journal` holds is not smooth along directions of inputs, at the first of these steps where it is
  /// not; "": nowhere.
  using FindKink = std::string(Tape& tape, const InputDirections& directions, std::span<const double> steps);
  FindKink* find_kink = nullptr;  ///< of ops/check; null: nobody can tell

  SweepSwitches switches;

  /// A reverse sweep over the recording. @param asked_by  the call of the program, for errors
  Sweep sweep(const char* asked_by = "ops_interpret_adjoints");
  /// From the seeds to derivatives, step by step where there are some.
  void reverse(Sweep& sweep);

 private:
  struct LoopRecord;
  class PrimalScope;
  class AdjointScope;

  bool is_default() const noexcept { return recording.is_default(); }
  void run_adjoint(const ExternalEvent& event);
  void write_inside(ops_scalar scalar, ops_access access, std::source_location where);
  // What a loop means for derivatives, and what of the past it must not destroy.
  /// Whether the event being recorded keeps what its adjoint needs.
  bool keeping() const noexcept;
  /// Whether what happens now may have to run again.
  bool runs_again() const noexcept { return stepping.steps() && !recording.silent; }
  /// Gives back what is kept for a handle's last result alone, if nothing can depend on that any more: another is about
  /// to be read.
  void release_last_result(ops_reduction handle);
  /// Values come from outside the recording here.
  void cut(Tracked& dat, const Box& cells, const std::string& how, std::source_location where);
  /// Values that came from outside of loops are known now.
  void settle();
  /// The state taken last learns what is read and overwritten.
  void show_transfer(const Tracked& from, const Box& read, const Tracked& to, const Box& written);
  void journal_halos(ops_halo_group group, bool flows, const Events::Mark& mark);
  void use(ops_scalar scalar, std::source_location where);

  // Warnings.
  /// The program has got these values, which depend on active data.
  void seen(const std::string& what, Type type, const void* values, int components);
  /// The loop reads derivatives through their datasets.
  void asked_by(const LoopCall& call);
  /// One more sweep, which leaves nothing behind but what `watch` sees.
  void sweep_watched(TapeWatch& watch);

  bool check_result(const ResultEvent& event) const;
  void require_removed() const;
  void append_external(const std::shared_ptr<ExternalFunction>& function, std::vector<EventArg> versions);

  Context& context_ = recording.context;
  Events& events_ = recording.events;
  std::vector<std::unique_ptr<Tracked>>& live_ = recording.live;
  Tape& home_;             ///< the default tape; derivatives are shown and seeded there
  Tape* outer_ = nullptr;  ///< the tape that recorded before this one; null: the default tape
  Kind kind_ = Kind::normal;
  std::source_location created_;
  std::unique_ptr<ops_ad_tape> handle_;
  std::unique_ptr<Tape> inner_;                      ///< the tape that was created while this one recorded
  std::vector<std::vector<std::byte>> outer_seeds_;  ///< of all reductions, when this tape was created
  Hooks outer_hooks_;                                ///< while this tape records those of the tape before rest
  bool began_direct_ = false;
  bool sweeping_ = false;
  Touches* touches_ = nullptr;          ///< of the external function that is under way
  std::vector<ops_dat> inputs_out_;     ///< scratch: datasets whose values before the function were handed out
  std::span<const EventArg> versions_;  ///< scratch: before and after the external function
  /// default tape: kept a while, so that a stale handle is recognised
  std::deque<std::unique_ptr<ops_ad_tape>> removed_;
  std::vector<EventArg> roles_;  ///< of the loop being recorded
  std::vector<char> written_;
  FetchedResults fetched_;  ///< of active data
  Origins origins_{recording};
  bool matters_ = false;     ///< whether derivatives depend on the loop that was shown last having run
  std::string broken_;       ///< the loop that ended the recording; "" if none did
  ops_ad_statistics sweep_;  ///< counts of the last interpretation
};

/// The tape that records in this context.
/// @throws OPSException  nothing records: says why (not translated, no derivative calls, -OPS_AD=0, paused)
Tape& tape_of(Context* context, const char* call, Where where);

}  // namespace ops
