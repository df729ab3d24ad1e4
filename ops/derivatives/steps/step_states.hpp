// ops/derivatives/steps/step_states.hpp: the states of a recording in steps: in memory, on disk, being written, or
// discarded.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ops/derivatives/checkpoints/kept_checkpoints.hpp"
#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/derivatives/checkpoints/saved_state.hpp"
#include "ops/derivatives/checkpoints/schedule.hpp"
#include "ops/derivatives/log/recording.hpp"

namespace ops {

class States {
 public:
  /// By the step that they come before.
  using Map = std::map<std::int64_t, SavedState>;

  States(Recording& recording, const std::optional<DiskLimit>& disk);

  // In memory
  /// The present state. The first one stays as it was learned in the program's own run: steps that run again need less
  /// of it.
  /// @param on_their_way  to disk, if it goes there: so much may be beside it [bytes]
  void save(std::int64_t step, Storage storage = Storage::memory, std::size_t on_their_way = 0);
  /// The step under way is over: its state learns no longer what it need not hold.
  void settle();
  /// The state that still learns; null: none
  SavedState* const& unsettled() const noexcept { return unsettled_; }
  /// @return  whether it was there. The first state stays, so that the recording can be interpreted again
  bool drop(std::int64_t step);
  void drop_all_but(const std::set<std::int64_t>& wanted);  ///< and but the first

  // On disk
  bool have_disk() const noexcept { return disk_ != nullptr; }
  void send_to_disk(std::int64_t step) { states_.at(step).goes_to(*disk_); }
  /// As many as `room` says go there. @return  whether any does
  bool send_to_disk_at_most(std::int64_t room);
  /// Discards states that cannot be written, except the first one, which stays in memory.
  void write();
  /// No more than so much is still on its way. [bytes]
  void write_down_to(std::size_t bytes);
  /// Waits until all is written. Needed before a sweep, which puts saved regions back in place, also into versions that
  /// later states refer to.
  void finish_writing();
  /// The states after this one are about to be passed by a sweep.
  void finish_writing_after(std::int64_t step);

  /// The state before the step becomes the present one, or the last one before it that can be read. @return  its step
  /// @param poison  unspecified cells become NaN
  std::int64_t restore(std::int64_t step, bool poison);
  /// The state before the step is wanted soon. @return  whether all of it is here or on its way
  bool fetch_before(std::int64_t step);

  const Map& all() const noexcept { return states_; }
  std::vector<Checkpoint> checkpoints() const;
  std::int64_t in_memory() const;  ///< how many are neither on disk nor go there

 private:
  Map::iterator erase(Map::iterator state);
  void tell_once(const StoreResult& failure, const std::string& consequence);

  Recording& recording_;
  std::unique_ptr<StateStore> disk_;  ///< null: states stay in memory
  std::set<std::string> told_;
  Map states_;
  SavedState* unsettled_ = nullptr;
};

}  // namespace ops
