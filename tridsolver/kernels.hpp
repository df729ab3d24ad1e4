// tridsolver/kernels.hpp: the inner passes, compiled once for each family of processors. No standard library here:
// kernels.cpp is compiled with flags of its own.
#pragma once

#include "tridsolver/cyclic.hpp"
#include "tridsolver/lanes.hpp"

namespace tridsolver {

template <class T>
struct Kernels {
  /// `eliminate`, then `substitute`.
  void (*thomas)(const Strip<T>& strip);
  void (*eliminate)(const Strip<T>& strip);
  void (*substitute)(const Strip<T>& strip);  ///< needs of a, b, c, d nothing
  /// to[i * block_lanes + lane] = row `first + i` of each lane, for `rows` rows.
  void (*gather)(T* to, const Apart<const T>& from, std::int64_t first, std::int64_t rows);
  /// The inverse.
  void (*scatter)(const Apart<T>& to, const T* from, std::int64_t rows, Put put);
  /// Eliminates all but the first and last unknowns of dense chunks, rows >= 2 of block_lanes each, which are spoilt.
  void (*reduce)(T* a, const T* b, T* c, T* d, std::int64_t rows, const Ends<T>& ends);
  /// The same as they lie. `next`: what will be read after these, or they themselves.
  void (*thomas_along)(const Lines<T>& lines, const Lines<T>& next);
  void (*reduce_along)(const Lines<T>& lines, const Lines<T>& next, const Ends<T>& ends);
  /// Rows [first, last) of a system lose their neighbours at `distance` and get those twice as far away. Returns
  /// whether any has neighbours then.
  bool (*step)(const Coupled<T>& now, const Coupled<T>& next, std::int64_t first, std::int64_t last, std::int64_t rows,
               std::int64_t distance);
};

/// The kernels for this processor.
template <class T>
const Kernels<T>& kernels() noexcept;

}  // namespace tridsolver
