// ops/derivatives/sweeps/versions.hpp: decides which old values to keep, as a version or as a saved region, and frees
// those that are no longer needed.
#pragma once

#include <source_location>

#include "ops/derivatives/log/recording.hpp"

namespace ops {

class Versions {
 public:
  /// @param outer  of the tape that recorded before, whose values are kept too; null: none
  explicit Versions(Recording& recording, Versions* outer = nullptr) : recording_(recording), outer_(outer) {}

  Recording& recording() const noexcept { return recording_; }

  void mark_needed(Tracked& dat, const Box& cells);
  bool must_keep(const Tracked& dat, const Box& cells) const;
  /// What must be kept of these cells must be kept as a version.
  bool keeps_whole(const Tracked& dat, const Box& cells) const;
  /// Saves the needed part of `cells`; the event being recorded will own it.
  void save_region(Tracked& dat, const Box& cells);
  /// The cells are about to be overwritten in place: what must be kept of them is.
  void protect(Tracked& dat, const Box& cells);
  /// Makes the present version, with its values, exclusive to the dataset.
  void make_private(Tracked& dat);
  /// A buffer of unspecified contents becomes the present version.
  BufferRef new_version(Tracked& dat);
  /// Regions saved since `mark` for something that is no event of its own.
  void keep_regions(const Events::Mark& mark, std::source_location where);
  /// The versions that the adjoint of a loop reads become the event's, though the loop does not run.
  void hold(LoopEvent& event);

  /// No derivative will come to what the loop wrote.
  void release(Event& loop);
  /// A sweep has passed the event: no adjoint reads again what it kept. @return  what has become free [bytes]
  std::size_t give_back(std::size_t event);
  /// What events [first, last) keep is given back. @param regions_before  so many regions belong to the recording
  /// itself
  void release_events(std::size_t first, std::size_t last, std::size_t regions_before);

 private:
  bool outer_needs(const Tracked& dat, const Box& cells) const;
  void release_regions(const BufferRef& version);

  Recording& recording_;
  Versions* outer_;
};

}  // namespace ops
