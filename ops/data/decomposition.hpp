// ops/data/decomposition.hpp: how the cells of a block are divided among processes: by cuts along each axis.
#pragma once

#include <vector>

#include "ops/data/box.hpp"

namespace ops {

/// Parts of a block, one for each process, in a grid. Outer parts have no bounds outwards, so that halo cells belong to
/// somebody.
struct Decomposition {
  int dims = 0;
  /// rising; part p of an axis ends where part p + 1 begins, at cuts[p] [cells of the finest level]
  std::array<std::vector<int>, max_dim> cuts;
  Index here{};   ///< the part of this process along each axis
  int depth = 0;  ///< cells of neighbours that a process has copies of, on every side

  int parts(std::size_t axis) const noexcept { return static_cast<int>(cuts[axis].size()) + 1; }
  int processes() const noexcept;
  Index part_of(int process) const noexcept;  ///< axis 0 fastest
  int process_of(const Index& part) const noexcept;
};

/// Which cells of a dataset each process owns, and which it has copies of. Of every process, the one `decomposition`
/// says is here.
struct Placement {
  const Decomposition* decomposition = nullptr;  ///< null: one process has all
  Index stride{1, 1, 1, 1, 1};                   ///< of a coarser level: cell j belongs to whoever owns cell j * stride
  std::array<bool, max_dim> whole{};  ///< axes along which every process owns all (datasets of lower dimension)

  /// Indices lo <= i < hi along an axis.
  struct Span {
    int lo, hi;
  };
  /// Cells that a part owns along an axis; without bounds outwards. May be empty.
  Span own(std::size_t axis, int part) const noexcept;
  /// Those and the copies beside them, of cells in `existing`. Where a part owns nothing it has no copies.
  Span copied(std::size_t axis, int part, Span existing) const noexcept;
  Box share(const Index& part) const noexcept;
  Box held(const Index& part, const Box& existing) const noexcept;
  Box share() const noexcept { return decomposition == nullptr ? Box::all() : share(decomposition->here); }
  Box held(const Box& existing) const noexcept {
    return decomposition == nullptr ? existing : held(decomposition->here, existing);
  }
  /// The longest `held` of any process along an axis, at least 1 [cells]: memory is as large on every process, so that
  /// all decide alike.
  int longest(std::size_t axis, const Box& existing) const noexcept;
  bool operator==(const Placement&) const = default;
};

/// The decomposition of `extents` among processes whose faces between parts are fewest.
/// @param parts  along each axis, 0: to be chosen
/// @return parts of all axes, whose product is `processes`; 0 parts where that cannot be
Index chosen_parts(int dims, const Box& extents, int processes, Index parts);
/// Cuts that make parts of equal length, but for one cell.
std::vector<int> even_cuts(int lo, int hi, int parts);
/// Of `processes`, the first one that a block in these parts can begin with: from `next` on, or 0 if too few are left.
/// -1: there is none.
int first_process(int dims, const Index& parts, int next, int processes);
/// Cuts that do so: the parts of the other processes lie far before or behind the cells, along the slowest axis, and
/// have none.
std::array<std::vector<int>, max_dim> cuts_from(int dims, const Box& extents, const Index& parts, int first,
                                                int processes);

}  // namespace ops
