// ops/machines/ranks/neighbour_copies.hpp: tracks which copies of other processes' cells are out of date, on this
// process and on its neighbours. Two processes agree on the copies that one has of the other's cells, because these
// follow from the requests to the machine alone.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "ops/data/box.hpp"
#include "ops/data/buffer.hpp"

namespace ops::ranks {

/// Between this process and another: to it, or from it.
struct Way {
  int other;
  bool out;
  auto operator<=>(const Way&) const = default;
};

/// Cells that one process owns and another reads, of which it has copies.
struct Needed {
  Way way;
  std::vector<Box> cells;
  bool operator==(const Needed&) const = default;
};

class Copies {
 public:
  /// Owners have written: others' copies are out of date.
  void owners_wrote(const Buffer* buffer, const Box& cells) { owners_wrote(buffer, cells, 0, {}); }
  /// .. and each process has written those copies that lie up to `far` cells from its part. @param zone  these copies
  void owners_wrote(const Buffer* buffer, const Box& cells, int far, const std::vector<Needed>& zone);
  /// Every process has written the copies that it has as well.
  void all_wrote(const Buffer* buffer, const Box& cells);
  /// Cells and copies were copied together.
  void copied(const Buffer* to, const Buffer* from, const Box& cells);
  /// Nothing is known to be out of date.
  void forget(const std::byte* address);

  /// How far from a part all its copies of these cells are up to date, on every process [cells].
  int fresh(const Buffer* buffer, const Box& cells) const;
  /// The copies up to that far from a part have been brought up to date, on every process.
  void brought(const Buffer* buffer, int far);

  /// Whether copies of any cells of a buffer may be out of date.
  bool any_old(const Buffer* buffer) const;
  /// Of cells that are owned at one end of a way and copied at the other: disjoint boxes of those that are out of date
  /// there. From now on they count as brought up to date.
  std::vector<Box> bring(const Buffer* buffer, const Way& way, const std::vector<Box>& cells);

 private:
  /// Written by owners, and what has been brought up to date since.
  struct Written {
    Box cells;
    std::map<Way, std::vector<Box>> brought = {};  ///< disjoint
    int fresh = 0;  ///< copies up to that far from a part are up to date, on every process [cells]
  };
  static void bound(std::vector<Written>& all);
  std::vector<Written> without(const Buffer* buffer, const Box& cells);
  std::vector<Written>& of(const Buffer* buffer) { return written_[buffer->address]; }

  std::unordered_map<const std::byte*, std::vector<Written>> written_;
};

}  // namespace ops::ranks
