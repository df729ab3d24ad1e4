// ops/derivatives/steps/step_tapes.hpp: the positions at which the steps of a recording begin, and the steps whose tape
// is complete.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/derivatives/sweeps/versions.hpp"

namespace ops {

class StepTapes {
 public:
  explicit StepTapes(Versions& versions) : versions_(versions), recording_(versions.recording()) {}

  /// A step begins with the next event; `keeps` says what becomes of it.
  void begin();
  void keeps(bool all) { kept_.push_back(all); }
  void now_keeps(std::int64_t step, bool all) { kept_[static_cast<std::size_t>(step)] = all; }
  /// Discards the kept values of steps [first, last).
  void release(std::int64_t first, std::int64_t last);
  /// Steps run again until `regions_stay`: the regions that their events are given go with them.
  void regions_go() { own_regions_ = recording_.events.regions.size(); }
  void regions_stay() { own_regions_ = all_regions; }

  bool none() const noexcept { return begins_.empty(); }
  std::int64_t steps() const noexcept { return static_cast<std::int64_t>(begins_.size()); }
  const std::vector<std::size_t>& begins() const noexcept { return begins_; }
  /// Its first event; of the step after the last: the end of the recording.
  std::size_t begin_of(std::int64_t step) const;
  /// Nothing has been recorded since the last step began.
  bool just_begun() const;
  bool all() const;
  /// Of all steps from this one on everything is kept, and of none just before it. One that has begun counts once
  /// `keeps` has been called.
  std::int64_t first_kept() const;

 private:
  static constexpr std::size_t all_regions = static_cast<std::size_t>(-1);

  Versions& versions_;
  Recording& recording_;
  std::vector<std::size_t> begins_;        ///< of each step: its first event
  std::vector<bool> kept_;                 ///< of each step: all, or nothing
  std::size_t own_regions_ = all_regions;  ///< the recording's; later ones go with what they belong to
};

}  // namespace ops
