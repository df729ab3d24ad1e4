// tridsolver/lanes.hpp: systems side by side, as kernels get them. No standard library here: kernels.cpp is compiled
// with flags of its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tridsolver {

/// Systems that are solved side by side where they have to be gathered.
template <class T>
inline constexpr std::int64_t block_lanes = 256 / static_cast<std::int64_t>(sizeof(T));

/// Systems side by side: row i of all of them lies at `+ i * row`, lane after lane.
template <class T>
struct Lanes {
  T* first = nullptr;
  std::ptrdiff_t row = 0;  ///< [elements]
};

/// What becomes of a solution. `past_caches`: replaces what is there, which nobody will look at soon.
enum class Put { replace, add, past_caches };

/// What other parts of the systems have to do with the first and the last row of a strip, one number a lane. Null:
/// there is no such part.
template <class T>
struct Beside {
  const T* lower = nullptr;  ///< in place of the first row's a
  const T* upper = nullptr;  ///< `upper` and `right` of the row before
  const T* right = nullptr;
  const T* ones = nullptr;   ///< 1, in place of the last row's c: `upper` of this row becomes the inverse of its pivot
  const T* after = nullptr;  ///< what the last row's `upper`, with its own c, and the solution of the row after make
};

/// One Thomas elimination of `lanes` systems of `rows` unknowns at once.
template <class T>
struct Strip {
  std::int64_t rows = 0, lanes = 0;
  Lanes<const T> a, b, c, d;  ///< the first row of a and the last row of c are not read
  Lanes<T> x;
  Put put = Put::replace;
  T* upper = nullptr;            ///< scratch, rows * lanes; may be c where c lies as densely
  T* right = nullptr;            ///< scratch, rows * lanes; may be d likewise, or x where x is d or apart from it
  std::ptrdiff_t right_row = 0;  ///< of `right` [elements]; 0: lanes
  Beside<T> beside = {};
};

/// Rows of arrays that lie anywhere, one lane each.
template <class T>
struct Apart {
  T* first = nullptr;
  const std::ptrdiff_t* offset = nullptr;  ///< of each lane [elements]
  std::ptrdiff_t row = 0;                  ///< [elements]
  std::int64_t lanes = 0;
};

/// The first and the last row of chunks after all others have been eliminated from them:
/// before * (last of the chunk before) + own + after * (other row of this chunk, or first of the next) = right.
template <class T>
struct Ends {
  T *before_first, *after_first, *right_first;
  T *before_last, *after_last, *right_last;
};

/// Systems whose rows are neighbours in memory that are solved side by side: one number of each is a line of the cache.
template <class T>
inline constexpr std::int64_t line_lanes = 64 / static_cast<std::int64_t>(sizeof(T));

/// So many systems, or chunks of them, all lanes used. `row` of all arrays is 1.
template <class T>
struct Lines {
  static constexpr std::int64_t fewest_rows = 32;
  std::int64_t rows = 0;
  Apart<const T> array[4] = {};  ///< a, b, c, d; the first row of a is not read
  bool ends = true;              ///< nor is the last row of c
  Apart<T> x = {};
  Put put = Put::replace;
  const T* first = nullptr;  ///< in place of the first row's a, for `reduce_along`
  /// the first unknowns, one number a lane, then the last ones; null: they are to be found as well
  const T* known = nullptr;
  T* scratch = nullptr;  ///< three numbers a row and lane
};

}  // namespace tridsolver
