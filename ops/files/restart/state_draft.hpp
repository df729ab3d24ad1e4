// ops/files/restart/state_draft.hpp: the state of a program at one place, while the library finds out which values the
// later calls need.
#pragma once

#include <map>
#include <vector>

#include "ops/data/context.hpp"

namespace ops {

/// Values of some cells: components fastest whatever the layout, then axis 0, ..
struct SavedCells {
  int dat = 0;  ///< ops_dat_core::index
  Box cells;
  std::vector<std::byte> values;  ///< on several processes the first one alone has them
};

/// Begins with every cell of every dataset undecided. A cell that is read is saved as it is; one that is overwritten
/// first is not needed.
class StateDraft {
 public:
  explicit StateDraft(const Context& context);
  /// The program is about to read the cells, or to use them in an unknown way.
  void reads(ops_dat dat, const Box& cells);
  /// Every one of the cells is about to be overwritten.
  void writes(ops_dat dat, const Box& cells);
  /// Nothing that comes from now on needs the dataset: it is about to be freed, for example.
  void forget(ops_dat dat);
  bool decided() const noexcept { return undecided_.empty(); }
  /// Saves what is undecided still.
  void complete();
  std::vector<SavedCells> saved() && { return std::move(saved_); }

 private:
  struct Undecided {
    ops_dat dat;
    std::vector<Box> cells;  ///< disjoint boxes, never none
  };
  void save(ops_dat dat, const Box& cells);

  /// by ops_dat_core::index: saved in an order that is the same on every process, unlike addresses
  std::map<int, Undecided> undecided_;
  std::vector<SavedCells> saved_;
};

}  // namespace ops
