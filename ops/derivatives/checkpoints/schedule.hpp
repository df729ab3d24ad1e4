// ops/derivatives/checkpoints/schedule.hpp: the actions of a checkpointing schedule as data, and the interface that
// yields them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace ops {

enum class Storage : std::uint8_t { memory, disk };

/// The end of a range that goes on until the program ends.
inline constexpr std::int64_t unbounded_steps = std::numeric_limits<std::int64_t>::max();

/// One thing to do. Step i leads from state i to state i + 1; the present state is the one that the last advance, tape
/// or restore led to.
struct Action {
  enum class Kind : std::uint8_t {
    advance,    ///< run steps [first, last) forward; nothing of them is kept
    tape,       ///< run steps [first, last) forward and keep their tapes, until `reverse` or `drop_tape`
    save,       ///< keep the present state, the one before step `first`, as a checkpoint in `storage`
    restore,    ///< the checkpointed state before step `first` becomes the present one; the checkpoint stays
    drop,       ///< discard the checkpoint of the state before step `first`
    drop_tape,  ///< discard the tapes of steps [first, last) without reversing them
    /// reverse steps [first, last), whose tapes are kept, the last one first; then discard their tapes
    reverse,
    done  ///< every step is reversed and nothing is kept
  };
  Kind kind = Kind::done;
  std::int64_t first = 0;
  std::int64_t last = 0;              ///< of advance, tape, drop_tape and reverse; else equal to `first`
  Storage storage = Storage::memory;  ///< of save, restore and drop
  /// of tape: the next action is `reverse` up to `last`; no state is present in between, as only adjoints need what is
  /// left
  bool to_reverse = false;
  bool operator==(const Action&) const = default;
};

/// "tape [3, 7)", "save 3 on disk", "done".
std::string text(const Action& action);

/// Yields the actions that run n steps and reverse them. While the program runs, ask when a step begins and the last
/// `advance` or `tape` is used up, and repeat until it is one of these two again; the program itself then carries it
/// out, step by step, for as long as it lasts. When the program has ended, say so and go on asking until `done`. From
/// then on all actions are carried out in the order they come.
class Schedule {
 public:
  virtual ~Schedule() = default;
  /// The next action. Before `finish` never `restore`, `reverse` or `done`.
  virtual Action next() = 0;
  /// The program has ended after `steps` steps, fewer or more than announced. Call it once.
  virtual void finish(std::int64_t steps) = 0;
};

}  // namespace ops
