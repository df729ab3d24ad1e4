// ops/machines/ranks/divisions.hpp: caches how loops are divided among processes, by shape, because the search takes
// time proportional to the number of parts.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ops/machines/ranks/loop_parts.hpp"
#include "ops/machines/ranks/transfers.hpp"

namespace ops::ranks {

/// What divided_as says of a loop, and what follows from that.
struct Division {
  /// What is read through an argument.
  struct Reads {
    bool others = false;        ///< whether a part may read cells of others; the same on every process
    std::vector<Needed> cells;  ///< that go from or to this process
    bool operator==(const Reads&) const = default;
  };
  int as = -1;               ///< the argument whose cells the loop's points are; -1: it cannot be divided
  std::vector<Reads> reads;  ///< of each argument
  bool operator==(const Division&) const = default;

  const Layout* layout(const Work& work) const {
    return as < 0 ? nullptr : work.all[static_cast<std::size_t>(as)].view->layout;
  }
};

/// Numbers that identify a dataset's cells and how they are divided.
void add_shape(std::vector<std::int64_t>& shape, const Layout& layout);

/// Remembers the division of each shape. Decompositions have to stay where they are.
class Divisions {
 public:
  /// Valid until the next call.
  const Division& of(const Work& work);

 private:
  std::map<std::vector<std::int64_t>, Division> known_;
};

}  // namespace ops::ranks
