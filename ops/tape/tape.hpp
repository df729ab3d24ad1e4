// ops/tape/tape.hpp: a tape: records what a program does and keeps what its reverse sweep will need.
// Knows loops through the Recorder port; knows nothing of kernels, backends or how loops run.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ops/advice/fetched.hpp"
#include "ops/advice/handed_out.hpp"
#include "ops/advice/host_values.hpp"
#include "ops/core/context.hpp"
#include "ops/loop/recorder.hpp"
#include "ops/record/journal.hpp"
#include "ops/record/leaks.hpp"
#include "ops/record/recording.hpp"
#include "ops/record/statistics.hpp"
#include "ops/record/touches.hpp"
#include "ops/steps/stepping.hpp"
#include "ops/sweep/sweep.hpp"
#include "ops/tape/tape_handle.hpp"
#include "ops/versions/versions.hpp"

namespace ops {

class TapeWatch;  // ops/advice/watch.hpp
class Tape;
class Marks;      // ops/steps/marks.hpp

/// Where seeds of one reduction handle belong.
struct ReductionSeeds {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t last_result = none;  ///< index of the event
  bool pending = false;            ///< loops have added to it since
  bool active = false;             ///< what they added depends on active datasets
  bool last_active = false;        ///< .. and what they had added to the last result
  std::vector<std::byte> once;     ///< seed given with a result, for that result alone
  Origin origin;                   ///< of what they added
  Origin result;                   ///< of the last result
  bool taken = false;              ///< a scalar has taken the last result
  std::vector<std::size_t> loops;  ///< events that have added to it since the last result
  std::vector<std::size_t> last_loops;  ///< .. and to the last result
};

/// A scalar as recorded loops know it.
struct ScalarState {
  std::vector<std::byte> value;  ///< when it was last used or written
  bool used = false;             ///< a recorded loop depends on its value, or its value on a recorded result
  bool from_result = false;      ///< the value is a reduction's result
  Origin origin = {};            ///< whose
  bool active = false;           ///< which depends on active data
  std::string inside = {};       ///< the place within an external function where it got the value; "" if elsewhere
};

/// Looks on while tapes are interpreted.
class Inspector {
 public:
  virtual ~Inspector() = default;
  /// The recording and its seeds are complete and nothing has run. What throws here ends the interpretation.
  virtual void before(Tape& tape, Where where) = 0;
  /// Derivatives are shown.
  virtual void after(Tape& tape, Where where) = 0;
};

class Tape final : public Recorder {
 public:
  enum class Kind { normal, scratch };  ///< scratch: records nothing, protects the values of an adjoint's arguments
  explicit Tape(Context& context);
  Tape(Tape& outer, Kind kind, std::source_location where);
  ~Tape() override;

  Recording recording;
  Versions versions;
  Stepping stepping{versions};  ///< default tape

  // Recorder
  void loop(const LoopCall& call, std::span<ArgView> views, std::span<const Events::ConstantValue> constants) override;
  void loop_failed(const char* name, std::source_location where) override;
  void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into = nullptr) override;
  void scalar_write(ops_scalar scalar, ops_reduction from, std::source_location where) override;
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
  void watch(ops_reduction handle) { reductions_[handle]; }
  void store(ops_dat dat, char* destination, Where where);
  /// The complete derivative as the user sees it: seed before, result after interpretation; made of zeros if need be.
  const BufferRef& shown(Tracked& dat);
  /// What is shown now is the seed.
  void seed_from_shown(Tracked& dat);
  ops_dat alias(Tracked& dat);
  bool interpreted() const noexcept { return home_.interpreted_ || home_.direct_; }
  bool direct() const noexcept { return home_.direct_; }

  // Steps: default tape
  /// A step begins. @param where  of the mark
  void step(Where where);
  /// A step begins, unless it just has, and the user says which datasets it needs.
  void list(std::span<const ops_dat> dats, Where where);
  /// Everything that derivatives of any kind need is there: states that were given up are computed again.
  /// @throws OPSException  as check_recording does; they cannot be computed again
  void complete(const char* asked, Where where);

  // Tapes of one's own
  Tape& home() noexcept { return home_; }
  ops_ad_tape* handle() const noexcept { return handle_.get(); }
  ops_ad_tape* create(Where where);
  void remove_current();
  void check_released(Where where) const;
  /// Warns of values from outside of loops that came before event `end`.
  void tell_of_cuts(std::size_t end);
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

  const HostValues& host_values() const noexcept { return home_.host_values_; }
  ops_ad_statistics statistics() const;
  /// The program reads the derivative: warns of what is doubtful about it. @param whole  halos as well
  void asked(const Tracked& dat, bool whole, const char* call, Where where);
  void asked(const ops_scalar_core& scalar, const char* call, Where where);

  /// @throws OPSException  nothing was recorded, or the recording ended in an error
  void check_recording(const char* asked, Where where) const;

  /// Directional derivatives of the last tangent sweep; those of datasets are in Tracked::tangent.
  struct Tangents {
    bool known = false;
    std::map<std::size_t, std::vector<std::byte>> results;  ///< by the index of the result's event
    std::map<ops_scalar, std::vector<std::byte>> scalars;
  } tangents;
  void forget_tangents();
  bool hessian_known = false;  ///< Tracked::hessian holds something
  void forget_hessian();

  TapeWatch* watcher = nullptr;  ///< of this tape alone; null: nobody watches
  std::unique_ptr<Inspector> inspector;  ///< default tape: of all interpretations; may be null
  std::unique_ptr<HandedOut> handed_out;    ///< default tape: of all recordings, for checks; null: nobody asks
  std::unique_ptr<Marks> marks;             ///< default tape: where steps begin if the program does not say it; null: nowhere
  std::unique_ptr<Journal> journal;      ///< default tape: to run what was recorded again; null: nobody will
  /// Says where what `journal` holds is not smooth along a direction of inputs, at the first of these steps where it is not; "": nowhere.
  using FindKink = std::string(Tape& tape, const std::map<const Tracked*, std::vector<double>>& direction, std::span<const double> steps);
  FindKink* find_kink = nullptr;         ///< of ops/check; null: nobody can tell

  SweepSwitches switches;

  /// A reverse sweep over the recording. @param asked_by  the call of the program, for errors
  Sweep sweep(const char* asked_by = "ops_interpret_adjoints");

 private:
  struct LoopRecord;
  class PrimalScope;
  class AdjointScope;

  bool is_default() const noexcept { return recording.is_default(); }
  void run_adjoint(const Event& event);
  // What a loop means for derivatives, and what of the past it must not destroy.
  /// Whether the event being recorded keeps what its adjoint needs.
  bool keeping() const noexcept;
  /// Whether what happens now may have to run again.
  bool runs_again() const noexcept { return stepping.steps() && !recording.silent; }
  /// Gives back what is kept for a handle's last result alone, if nothing can depend on that any more: another is about to be read.
  void release_last_result(ops_reduction handle);
  /// Values come from outside the recording here.
  void cut(Tracked& dat, const Box& cells, const std::string& how, std::source_location where);
  void write_alias(Tracked& dat);
  /// Values that came from outside of loops are known now.
  void settle();
  /// The checkpoint taken last learns what is read and overwritten.
  void show_transfer(const Tracked& from, const Box& read, const Tracked& to, const Box& written);
  void journal_halos(ops_halo_group group, bool flows, const Events::Mark& mark);
  void use(ops_scalar scalar, std::source_location where);

  // Warnings.
  /// The program has got these values, which depend on active data.
  void seen(const std::string& what, Type type, const void* values, int components);
  void note_overwritten(Tracked& dat, const Box& cells, bool from_nothing);
  void note_derivative(Tracked& dat);
  void trace_loop(const LoopCall& call, std::span<const ArgView> views, bool carried);
  void trace(const Tracked& from, Tracked& to, const Box& cells, const char* what, const std::source_location& where);
  void trace_external(const ExternalFunction& function, std::span<const EventArg> versions);
  void trace_read(const Tracked& dat, const std::source_location& where);
  void trace_write(Tracked& dat, const Box& cells, const std::source_location& where);
  void forget_origin(int dataset);
  void collect_leaks();
  void trace_left_out(const LoopCall& call, std::size_t i, Flow& flow);
  std::size_t objective_end() const;
  void warn_of_leaks(const Tracked& dat, const std::string& begin);
  void warn_if_stale(const Tracked& dat, const std::string& begin);
  void warn_if_not_finite(const Tracked& dat, bool whole, const std::string& begin);
  void tell_not_finite(const std::string& what);
  std::string where_not_finite();
  void warn_of_replaced_seed(const Event& result, const std::byte* captured);
  void warn_of_old_seeds(Where where);

  bool check_result(const Event& event) const;
  void require_removed() const;
  void hide_results();
  void show_results();
  void show_aliases();
  void begin_direct();
  void end_direct();
  void append_external(const std::shared_ptr<ExternalFunction>& function, std::vector<EventArg> versions);
  char* zeros(std::size_t bytes);

  Context& context_ = recording.context;
  Events& events_ = recording.events;
  std::vector<std::unique_ptr<Tracked>>& live_ = recording.live;
  Tape& home_;             ///< the default tape; derivatives are shown and seeded there
  Tape* outer_ = nullptr;  ///< the tape that recorded before this one; null: the default tape
  Kind kind_ = Kind::normal;
  std::source_location created_;
  std::unique_ptr<ops_ad_tape> handle_;
  std::unique_ptr<Tape> inner_;  ///< the tape that was created while this one recorded
  std::vector<std::vector<std::byte>> outer_seeds_;  ///< of all reductions, when this tape was created
  bool began_direct_ = false;
  bool sweeping_ = false;
  Touches* touches_ = nullptr;  ///< of the external function that is under way
  std::vector<ops_dat> inputs_out_;  ///< scratch: datasets whose values before the function were handed out
  std::span<const EventArg> versions_;  ///< scratch: before and after the external function
  bool direct_ = false;   ///< default tape: the user sees and sets the derivative fields themselves
  std::deque<std::unique_ptr<ops_ad_tape>> removed_;  ///< default tape: kept a while, so that a stale handle is recognised
  std::vector<EventArg> roles_;  ///< of the loop being recorded
  std::vector<char> written_;
  std::map<ops_reduction, ReductionSeeds> reductions_;
  std::map<ops_scalar, ScalarState> scalars_;
  FetchedResults fetched_;  ///< of active data
  HostValues host_values_;  ///< default tape: of all tapes
  Leaks leaks_;
  Origin host_;              ///< of computed values that the program has read from outside of loops
  std::string host_read_;    ///< where, last
  std::map<std::size_t, std::vector<const Leak*>> result_leaks_;  ///< by the index of the result's event
  struct Cut {
    std::size_t event;
    std::string text;
    std::string once = {};  ///< said once of this; "": of the text
  };
  std::vector<Cut> cuts_;   ///< derivatives may be lost here: said once something is asked that this may matter to
  std::vector<Leak> lost_;  ///< default tape: of what was seeded in the last interpretation
  struct Interpretation {
    std::size_t events = 0;  ///< recorded when it began
    std::size_t objective = 0;  ///< after this one all that was seeded had its value
    Where where;
  } interpretation_;  ///< the last one
  std::unique_ptr<char, void (*)(void*)> zeros_{nullptr, nullptr};  ///< shown for known zero derivatives
  std::size_t zero_bytes_ = 0;
  bool interpreted_ = false;
  bool not_finite_told_ = false;  ///< that a derivative of the last interpretation is not finite
  bool matters_ = false;  ///< whether derivatives depend on the loop that was shown last having run
  std::string broken_;    ///< the loop that ended the recording; "" if none did
  ops_ad_statistics sweep_;  ///< counts of the last interpretation
};

/// The tape that records in this context.
/// @throws OPSException  nothing records: says why (not translated, no derivative calls, -OPS_AD=0, paused)
Tape& tape_of(Context* context, const char* call, Where where);

}  // namespace ops
