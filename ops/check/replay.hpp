// ops/check/replay.hpp: runs a recording again from other values, with the user's own kernels, on memory of its own.
// Knows the journal of a tape and how loops run; knows nothing of derivatives or of what the results are compared with.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ops/engine/variant.hpp"
#include "ops/state/host_state.hpp"
#include "ops/tape/tape.hpp"

namespace ops {

/// Values in the course of a replay.
struct World {
  std::map<Tracked*, BufferRef> dats;
  std::vector<Tracked*> met;            ///< the same in the order of steps, as addresses differ between processes
  std::map<ops_reduction, Bytes> sums;  ///< of handles that loops have added to since their last result
  std::map<ops_reduction, Bytes> last;  ///< results
  std::map<ops_scalar, Bytes> scalars;
  std::map<std::size_t, Bytes> results;  ///< by index of the result's event
};

/// While alive, nothing records, and handles hold values of worlds. All is put back.
class Replay {
 public:
  explicit Replay(Tape& tape);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  /// The next step of the recording. Inputs begin with their recorded values + h * direction.
  void advance(World& world, const JournalEntry& entry, const InputDirections& directions, double h);
  /// All of it.
  World run(const InputDirections& directions, double h);
  /// One loop on part of its range.
  void run_loop(World& world, const JournalLoop& loop, const Box& range);
  /// The program's own values of a dataset.
  const BufferRef& original(const Tracked& dat) const { return host_.buffer(dat.dat); }

 private:
  void begin(World& world, const JournalEntry& entry, const InputDirections& directions, double h);
  void enter(World& world, Tracked& dat) const;
  void set_arguments(World& world, const JournalLoop& loop, Variant& variant);
  Variant& variant(const CallRef& call);
  void result(World& world, const JournalEntry& entry) const;

  Tape& tape_;
  Hooks hooks_, paused_;
  HostState host_;
  std::map<CallRef, std::unique_ptr<Variant>> variants_;
};

/// All entries as double.
std::vector<double> widened(Type type, const Bytes& values);
/// The same of cells of a dataset.
std::vector<double> widened(const Tracked& dat, const BufferRef& buffer, const Box& cells);
/// values + h * direction, rounded to the type.
void move(Type type, Bytes& values, const std::vector<double>& direction, double h);

}  // namespace ops
