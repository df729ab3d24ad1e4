// ops/machines/ranks/transfers.hpp: finds the cells that processes must exchange before a part of a loop reads them.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "ops/data/handles.hpp"
#include "ops/machines/ranks/neighbour_copies.hpp"

namespace ops::ranks {

/// Cells of a dataset that go from one process to another.
struct Piece {
  const Buffer* buffer;
  const Layout* layout;
  Box cells;
};

/// All that goes to and comes from another process; both have these in the same order.
struct Transfer {
  std::vector<Piece> out, in;
};

/// What goes between this process and others where all copies are old. @param wanted  cells that a part reads, its own
/// among them
std::vector<Needed> needed(const Layout& layout, const std::function<std::vector<Box>(const Index& part)>& wanted);

/// Whether two parts have the same part of the axes along which a dataset does not extend: of such cells every process
/// has its own.
bool beside(const Layout& layout, const Index& a, const Index& b);

class Transfers {
 public:
  explicit Transfers(Copies& copies) : copies_(copies) {}
  /// The old ones among these cells.
  void add(const Buffer* buffer, const Layout& layout, const std::vector<Needed>& all);
  const std::map<int, Transfer>& by_process() const { return by_process_; }

 private:
  Copies& copies_;
  std::map<int, Transfer> by_process_;
};

}  // namespace ops::ranks
