// ops/derivatives/events/recomputing.hpp: interface of a recomputation, for the events that it visits.
#pragma once

#include "ops/derivatives/log/recording.hpp"

namespace ops {

struct ScalarEvent;  // ops/derivatives/events/scalar_event.hpp

class Recomputing {
 public:
  explicit Recomputing(Recording& of) : recording(of), events(of.events) {}
  virtual ~Recomputing() = default;
  Recomputing(const Recomputing&) = delete;
  Recomputing& operator=(const Recomputing&) = delete;

  /// Values are about to be read.
  virtual void reads(const Tracked& dat, const Box& cells) = 0;
  /// Cells are about to be overwritten in place: what must be kept of them is.
  virtual void overwrites(Tracked& dat, const Box& cells) = 0;
  /// All cells are: where old values must be kept, the dataset gets a new version.
  virtual void replaces(Tracked& dat) = 0;
  /// Makes `version` the dataset's present version; the recording keeps it.
  virtual void adopts(Tracked& dat, const BufferRef& version, bool changed) = 0;
  virtual void loop(LoopEvent& event) = 0;
  /// A result, and a scalar that takes one or is written: their values are on record.
  virtual void result(const ResultEvent& event) { static_cast<void>(event); }
  virtual void scalar(const ScalarEvent& event) { static_cast<void>(event); }
  /// The loop does not run, and its adjoint finds what it reads.
  virtual void hold(LoopEvent& event) = 0;

  /// While alive, regions that are saved become the event's.
  class Saving {
   public:
    Saving(Recomputing& again, Event& event) : again_(again), event_(event), first_(again.events.regions.size()) {}
    ~Saving();
    Saving(const Saving&) = delete;
    Saving& operator=(const Saving&) = delete;

   private:
    Recomputing& again_;
    Event& event_;
    std::size_t first_;
  };

  Recording& recording;
  Events& events;

 protected:
  bool keeps_ = false;  ///< for adjoints; where nothing is kept, the event may have regions from before
};

}  // namespace ops
