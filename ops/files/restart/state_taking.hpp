// ops/files/restart/state_taking.hpp: decides when to save a state for a restart, and which values it needs.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>

#include "ops/files/restart/restart_progress.hpp"
#include "ops/files/restart/state_draft.hpp"

namespace ops {

class StateTaking {
 public:
  struct Site {
    const char* file = "";
    unsigned line = 0, column = 0;
    auto operator<=>(const Site&) const = default;
  };
  explicit StateTaking(RestartProgress& of) : of_(of), last_(Clock::now()) {}

  bool due(At at);
  /// Whether one is taken here.
  bool takes(const RestartPlace& place);
  void take(const RestartPlace& place);
  /// One more call that changes values: perhaps the state is complete. @param site  of a loop; null: it is none
  void comes(const Site* site);
  /// The state that is being taken learns this, if there is one.
  void tell(const std::function<void(StateDraft&)>& what);
  /// All of the dataset is about to be read.
  void all_of(ops_dat dat);
  void forget(ops_dat dat) {
    if (draft_ != nullptr) draft_->forget(dat);
  }
  /// Something has gone wrong in the program.
  void give_up() { draft_.reset(); }
  /// There was a place to which a program can jump.
  void jump_comes() { jumps_begun_ = true; }
  void beyond_calls(const std::string& what);
  /// The next one is due an interval from now.
  void start_clock() { last_ = Clock::now(); }
  /// Whatever fails while a state is taken or written is no reason to end the program.
  void careful(const std::function<void()>& step);

 private:
  using Clock = std::chrono::steady_clock;
  bool past_recording(At at);
  At at_of(const RestartPlace& place) const;
  RestartState state_here() const;
  void write();
  void drop();

  RestartProgress& of_;
  bool jumps_begun_ = false;  ///< there was a place to which a program can jump
  std::string before_jumps_;  ///< what happened before that, and cannot be left out; "": nothing
  bool told_of_end_ = false;
  std::unique_ptr<StateDraft> draft_;  ///< null: no state is being taken
  RestartState taking_;                ///< the rest of it
  std::map<Site, int> seen_;           ///< loops since then, how often
  int calls_ = 0;                      ///< since then
  Clock::time_point last_;
};

}  // namespace ops
