// tridsolver/part.hpp: systems whose rows are divided: each part is solved where it is, by one process or thread of
// several.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "tridsolver/batch.hpp"

namespace tridsolver {

/// Where the neighbour of a part has its rows.
enum class Side { before, after };

/// The other parts of the same systems, and what brings values to the next ones and from them. Only parts that have
/// rows count. Parts call these in orders that fit each other, of messages of the same sizes, if all are given the same
/// cells along the other axes and the same number of parts.
struct Links {
  int before = 0, after = 0;  ///< how many parts have rows on this side
  /// Hands bytes to the neighbour, and returns without waiting for it; the bytes may change then.
  std::function<void(Side to, std::span<const std::byte>)> send;
  /// Returns when the neighbour's next bytes have come.
  std::function<void(Side from, std::span<std::byte>)> receive;
};

/// Solves the systems of which the batch has some rows, one at least, together with the parts that have the others. The
/// bits are those of `solve` with all rows, for any number of parts, where the systems with all rows are not in_chunks;
/// shape.batch does not matter.
///
/// Rows are eliminated from the first part to the last, and solutions found from the last to the first (a pipelined
/// Thomas algorithm). All parts work at once, on different bundles of systems. Of each system four values travel
/// between two parts.
/// @throws what `solve` throws; what `links` throw
template <class T>
void solve_part(const Batch<T>& batch, const Links& links, const Parallel& parallel = {});

}  // namespace tridsolver
