// ops/derivatives/checks/replay.hpp: recomputes recorded events from other inputs, with the user's own kernels, in
// separate memory.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ops/derivatives/checkpoints/host_state.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/loops/engine/variant.hpp"

namespace ops {

/// Values in the course of a replay.
struct World {
  std::map<Tracked*, BufferRef> dats;
  std::vector<Tracked*> met;            ///< the same in the order of events, as addresses differ between processes
  std::map<ops_reduction, Bytes> sums;  ///< of handles that loops have added to since their last result
  std::map<ops_reduction, Bytes> last;  ///< results
  std::map<ops_scalar, Bytes> scalars;
  std::map<std::size_t, Bytes> results;  ///< by index of the result's event
  std::size_t inputs = 0;                ///< that are in it
};

/// While alive, nothing records or takes times, and handles hold values of worlds. All is put back.
class Replay final : public Recomputing {
 public:
  explicit Replay(Tape& tape);
  ~Replay() override;

  /// Brings in what comes from outside before an event. Inputs begin with their recorded values + h * direction.
  void bring(World& world, std::size_t event, const InputDirections& directions, double h);
  /// The event, if it follows inputs.
  void run(World& world, std::size_t event);
  /// All of them.
  World run(const InputDirections& directions, double h);
  /// A loop on part of its range.
  void run_loop(World& world, const LoopEvent& event, const Box& range);
  /// The program's own values of a dataset.
  const BufferRef& original(const Tracked& dat) const { return host_.buffer(dat.dat); }

  // Again, in the present world
  void reads(const Tracked&, const Box&) override {}
  void overwrites(Tracked&, const Box&) override {}
  void replaces(Tracked&) override {}
  void adopts(Tracked&, const BufferRef&, bool) override {}
  void loop(LoopEvent& event) override;
  void hold(LoopEvent&) override {}
  void result(const ResultEvent& event) override;
  void scalar(const ScalarEvent& event) override;

 private:
  bool enter(World& world, const Event& event) const;
  void bring(World& world, const Input& input, const InputDirections& directions, double h) const;
  void set_arguments(World& world, const LoopEvent& event, Variant& variant);
  Variant& variant(const CallRef& call);

  Tape& tape_;
  Hooks hooks_, paused_;
  LoopEngine* loops_;
  HostState host_;
  World* world_ = nullptr;  ///< the present one
  std::map<CallRef, std::unique_ptr<Variant>> variants_;
};

/// All entries as double.
std::vector<double> widened(Type type, const Bytes& values);
/// The same of cells of a dataset.
std::vector<double> widened(const Tracked& dat, const BufferRef& buffer, const Box& cells);
/// values + h * direction, rounded to the type.
void move(Type type, Bytes& values, const std::vector<double>& direction, double h);

}  // namespace ops
