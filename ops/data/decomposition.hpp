// ops/data/decomposition.hpp: divides the cells of a block among processes, by cuts along each axis.
#pragma once

#include <vector>

#include "ops/data/box.hpp"

namespace ops {

/// The division of a block into a grid of parts, one for each process. Parts at the edge of the block include all cells
/// beyond the edge, so that every halo cell belongs to a process.
struct Decomposition {
  int dims = 0;
  /// in ascending order; part p of an axis ends where part p + 1 begins, at cuts[p] [cells of the finest level]
  std::array<std::vector<int>, max_dim> cuts;
  Index here{};   ///< the part of this process along each axis
  int depth = 0;  ///< depth of the copies that a process has of its neighbours' cells, on every side

  int parts(std::size_t axis) const noexcept { return static_cast<int>(cuts[axis].size()) + 1; }
  int processes() const noexcept;
  Index part_of(int process) const noexcept;  ///< axis 0 fastest
  int process_of(const Index& part) const noexcept;
};

/// The cells of a dataset that each process owns or copies from its neighbours. Member functions without a parameter
/// `part` refer to the calling process (Decomposition::here).
struct Placement {
  const Decomposition* decomposition = nullptr;  ///< null: one process has all cells
  /// of a coarser level: cell j belongs to the process that owns cell j * stride of the finest level
  Index stride{1, 1, 1, 1, 1};
  std::array<bool, max_dim> whole{};  ///< axes along which every process owns all cells (datasets of lower dimension)

  /// The set of indices i with lo <= i < hi along one axis.
  struct Span {
    int lo, hi;
  };
  /// Returns the (possibly empty) range of cells that a part owns along an axis.
  Span own(std::size_t axis, int part) const noexcept;
  /// Returns the range of cells that a process stores along an axis, limited to `existing`: its own cells, and its
  /// copies of other processes' cells. Only processes that own cells store copies of other processes' cells.
  Span copied(std::size_t axis, int part, Span existing) const noexcept;
  Box share(const Index& part) const noexcept;
  Box held(const Index& part, const Box& existing) const noexcept;
  Box share() const noexcept { return decomposition == nullptr ? Box::all() : share(decomposition->here); }
  Box held(const Box& existing) const noexcept {
    return decomposition == nullptr ? existing : held(decomposition->here, existing);
  }
  /// Returns the largest number of cells that any process stores along an axis (at least 1). All processes allocate
  /// buffers of the same size, so that decisions based on memory use, such as checkpointing, are the same on all
  /// processes.
  int longest(std::size_t axis, const Box& existing) const noexcept;
  bool operator==(const Placement&) const = default;
};

/// Chooses the number of parts along each axis so that as few cells as possible lie on the faces between parts.
/// @param parts  number of parts along each axis; 0: to be chosen
/// @return number of parts along all axes, whose product is `processes`; 0 parts if there is no such decomposition
Index chosen_parts(int dims, const Box& extents, int processes, Index parts);
/// Divides an axis into parts whose lengths differ by at most one cell, and returns the cuts between the parts.
std::vector<int> even_cuts(int lo, int hi, int parts);
/// Returns the rank of the first process that owns a part of the block. The parts are assigned to processes in order of
/// rank, one part to each process. Let m be the product of the numbers of parts along all axes except the last. The
/// function returns `next`, rounded up to a multiple of m. If fewer processes than the block needs are left from this
/// rank on, the function returns 0. If `processes` is not a multiple of m, the function returns -1.
int first_process(int dims, const Index& parts, int next, int processes);
/// Returns the cuts that divide a block among consecutive processes, beginning with process `first`. Processes without
/// a part own no cells of the block.
std::array<std::vector<int>, max_dim> cuts_from(int dims, const Box& extents, const Index& parts, int first,
                                                int processes);

}  // namespace ops
