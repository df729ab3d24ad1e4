// ops/derivatives/steps/step_markers.hpp: finds where steps begin in a program that does not mark them: at a loop that
// repeats.
//
// The search starts once an eighth of the allowed memory is used, so that programs with enough memory run as if there
// were no steps. All values that were recorded before are kept. A step that begins at an unfavourable place costs
// memory or time; the gradient stays bit-identical.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <string>

#include "ops/derivatives/log/repetition.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

class Stepping;

class StepMarkers {
 public:
  using Finder = std::function<std::optional<Repetition>(std::span<const EventKey>)>;
  /// As -OPS_AD_MARKS says; null: only the program's own marks count.
  static std::unique_ptr<StepMarkers> asked(Stepping& stepping);
  /// @param only_found  the program's own marks do not count
  explicit StepMarkers(Stepping& stepping, bool only_found = false, Finder find = find_repetition);

  /// A loop is about to be recorded: a step may begin here.
  /// @throws OPSException  as ProgramRun::mark does
  void comes(const LoopCall& call);
  /// A halo transfer is.
  void comes(const std::source_location& halos);
  /// The program marks a step itself, and from now on all others. @return  whether it counts
  bool own();
  bool running() const noexcept { return running_; }  ///< steps that were found have begun
  /// Whether steps are looked for though nothing is kept.
  void at_once(bool now) { at_once_ = now; }
  /// The recording ends here: what a plan has to say of programs without steps.
  void interpreted();
  /// The recording is about to be forgotten.
  void forget();

 private:
  struct Site {
    std::string file, name;
    unsigned line = 0, column = 0;
    bool is(const std::string& loop, const std::source_location& where) const;
  };
  void comes(const std::string& loop, const std::source_location& where, bool library);
  bool due() const;
  std::size_t eighth() const;
  void look();
  void begin(const std::source_location& where);
  void start();
  bool gives_up();
  void drop();
  bool plans() const;

  Stepping& stepping_;
  bool only_found_;
  Finder find_;
  std::optional<Site> site_;
  int every_ = 1, waited_ = 0;  ///< each so many events of the site a step begins; events since the last began
  bool own_ = false;            ///< the program marks steps
  bool off_ = false;            ///< no more steps are found in this recording
  bool running_ = false;
  bool library_ = false;  ///< what came last was a loop of the library, which begins the next
  bool looked_ = false, said_ = false;
  bool at_once_ = false;                    ///< whatever is kept
  std::size_t least_kept_ = 0;              ///< by the recording, before anything is looked for [bytes]
  std::size_t from_ = 0;                    ///< event: here the last step began; the next one is looked for after it
  std::size_t longest_ = 0;                 ///< events of a step, so far
  std::size_t next_look_ = 0;               ///< event: not before
  std::optional<std::int64_t> last_steps_;  ///< of the recording before
};

}  // namespace ops
