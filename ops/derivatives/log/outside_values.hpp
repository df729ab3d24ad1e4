// ops/derivatives/log/outside_values.hpp: keeps values that enter a recording from outside of its events, so that the
// events can be recomputed from other values (ops/derivatives/checks/replay.hpp). Only if a check requests it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ops/derivatives/log/events.hpp"

namespace ops {

using Bytes = std::vector<std::byte>;

/// Values of cells of a dataset, of a scalar, or of what a reduction's handle holds.
struct Input {
  std::size_t event = 0;  ///< the one before which they are there: an index
  Tracked* dat = nullptr;
  ops_scalar scalar = nullptr;
  ops_reduction reduction = nullptr;
  Box cells = Box::none();
  bool begins = false;    ///< dataset, scalar: the recording uses it for the first time
  bool result = false;    ///< reduction: `event` is the result that is read
  bool computed = false;  ///< reduction: events have made it, if any has added to it
  Bytes values = {};      ///< dense
};

/// Filled by a tape before each thing happens.
class Inputs {
 public:
  explicit Inputs(const Events& events) : events_(events) {}

  /// An event that runs again reads or writes the dataset.
  void use(Tracked& dat);
  void use(ops_scalar scalar);
  /// .. adds to it.
  void use(ops_reduction handle);
  /// @param computed  what loops that run again have added is part of the result
  void result(ops_reduction handle, bool computed);
  /// It is about to get the last result of a reduction.
  void computed(ops_scalar scalar) { scalars_.insert(scalar); }
  /// After it has another value, which the program gave.
  void given(ops_scalar scalar);
  /// Something that does not run again overwrites these cells: their values are kept once they are used or the
  /// recording ends.
  void given(Tracked& dat, const Box& cells);
  /// What cannot run again ends the list. @param what  with its place
  void give_up(std::string what);
  /// The recording is complete.
  void finish();
  void forget(const Tracked& dat);
  void clear();

  const std::vector<Input>& list() const noexcept { return list_; }
  /// why this recording cannot run again; "": it can
  const std::string& obstacle() const noexcept { return obstacle_; }

 private:
  Input& add() { return list_.emplace_back(Input{.event = events_.nodes.size()}); }

  const Events& events_;
  std::vector<Input> list_;
  std::set<const Tracked*> dats_;  ///< in use
  std::set<ops_scalar> scalars_;
  std::set<ops_reduction> sums_;                        ///< used since the last result
  std::multimap<const Tracked*, std::size_t> pending_;  ///< whose values are not known yet: indices into `list_`
  std::string obstacle_;
};

}  // namespace ops
