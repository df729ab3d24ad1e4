// ops/derivatives/trace/trace_collector.hpp: collects the trace while loops run and a tape is reversed. Nested tapes
// are not traced.
#pragma once

#include <functional>
#include <map>

#include "ops/derivatives/log/tape_observer.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/derivatives/trace/field_scan.hpp"
#include "ops/derivatives/trace/trace.hpp"
#include "ops/loops/engine/engine.hpp"
#include "ops/loops/launch/loop_observer.hpp"

namespace ops {

TraceDatum datum_of(const Tracked& dat);
template <class Handle>
TraceDatum datum_of(Handle handle) {
  return {handle->name, "", static_cast<std::size_t>(handle->size)};
}
TraceDatum datum_of(const EventArg& arg);

class TraceCollector final : public LoopObserver, public TapeObserver {
 public:
  using Finished = std::function<void(const Trace&)>;
  /// Both ends listen from now on. @param finished  called after each reverse sweep
  TraceCollector(Tape& tape, std::string title, Finished finished);
  ~TraceCollector() override;
  TraceCollector(const TraceCollector&) = delete;
  TraceCollector& operator=(const TraceCollector&) = delete;

  void loop_ran(const LoopCall& call, double seconds) override;
  void external_ran(double seconds) override;
  void step() override;
  void forgotten() override;
  void begins(const Event& event) override;
  void shows(const Event& event, std::span<const std::byte* const> reductions) override;
  void ends(const Event& event) override;
  void swept() override;

 private:
  using Uses = std::vector<TraceArg>;

  int datum(TraceDatum entry);
  void append(TraceSite site, std::vector<int> range, Uses args);
  void use(Uses& uses, int datum, int use) const;

  // forward
  void catch_up();
  void append(const Event& event);
  Uses uses_of(const Event& event);
  void append_unrecorded(const LoopCall& call);
  void look_at_values(const LoopCall& call);

  // reverse
  TraceHappening& of(const Event& event);
  Extremes derivative(const Tracked& dat, const Box& cells) const;
  Box cells(const Event& event, std::size_t i, bool read) const;
  Extremes received(const Event& event, std::size_t i, const std::byte* reduction) const;
  Extremes left(const Event& event, std::size_t i) const;
  void note(const Extremes& found, TraceFault fault, int dims);
  void note(const Extremes& found, const Event& event, const EventArg& arg, bool arrived);
  void list_kept();

  Tape& tape_;
  Finished finished_;
  Trace trace_;
  std::map<TraceSite, int> sites_;
  std::map<TraceKind, int> kinds_;
  std::vector<int> happening_;  ///< of each event of the tape
  double start_ = 0;
};

}  // namespace ops
