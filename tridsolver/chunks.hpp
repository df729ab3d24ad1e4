// tridsolver/chunks.hpp: few long systems, cut into chunks that are reduced to two unknowns each.
#pragma once

#include "tridsolver/batch.hpp"

namespace tridsolver {

/// Unknowns of a chunk. Chunk k begins at row k * chunk_rows; the last one may be shorter, or longer by one, but has
/// two at least.
inline constexpr std::int64_t chunk_rows = 256;

/// Every chunk is reduced to its first and last unknowns (modified Thomas algorithm), these are solved by parallel
/// cyclic reduction, then each chunk's others by the Thomas algorithm.
template <class T>
void solve_in_chunks(const Batch<T>& batch, const Parallel& parallel);

}  // namespace tridsolver
