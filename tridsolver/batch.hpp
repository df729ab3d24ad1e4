// tridsolver/batch.hpp: the systems that are to be solved, as values: arrays, their shape, and who runs what is
// parallel.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

namespace tridsolver {

inline constexpr int max_dims = 4;
using Index = std::array<std::int64_t, max_dims>;

/// Runs body over disjoint parts that cover [0, n), perhaps in parallel; empty: one after the other. It must not return
/// before all are done.
using Parallel =
    std::function<void(std::int64_t n, const std::function<void(std::int64_t first, std::int64_t last)>& body)>;

/// A box of cells of an array.
template <class T>
struct Array {
  T* first = nullptr;  ///< its cell (0, 0, ..)
  Index step{};        ///< from a cell to its neighbour along each axis [elements]; anything
};

/// One system along `axis` for every choice of the other indices.
struct Shape {
  int dims = 1;             ///< 1 to 4
  Index cells{1, 1, 1, 1};  ///< of the box along each axis, >= 0
  int axis = 0;             ///< 0 <= axis < dims
  /// systems of the batch of which these are a part, so that they get the bits they have in it; 0: they are all
  std::int64_t batch = 0;
};

/// a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i for i along `shape.axis`. The first a and the last c of a system are never
/// read.
/// @tparam T  float or double
template <class T>
struct Batch {
  Shape shape;
  Array<const T> a, b, c, d;
  Array<T> x;               ///< may be d, exactly; shares no cell with a, b and c
  bool add = false;         ///< x += solution, instead of x = solution
  bool transposed = false;  ///< solves with the transposed matrix of each system: a_{i+1} is in row i, c_{i-1} too
};

}  // namespace tridsolver
