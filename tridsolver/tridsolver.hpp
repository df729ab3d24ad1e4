// tridsolver/tridsolver.hpp: batches of tridiagonal systems along one axis of an array.
// Knows addresses, steps and shapes; knows nothing of who owns the memory, nor of any other library.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tridsolver {

inline constexpr int max_dims = 4;
using Index = std::array<std::int64_t, max_dims>;

/// Runs body over disjoint parts that cover [0, n), perhaps in parallel; empty: one after the other. It must not return before all are done.
using Parallel = std::function<void(std::int64_t n, const std::function<void(std::int64_t first, std::int64_t last)>& body)>;

/// A box of cells of an array.
template <class T>
struct Array {
  T* first = nullptr;  ///< its cell (0, 0, ..)
  Index step{};        ///< from a cell to its neighbour along each axis [elements]; anything
};

/// One system along `axis` for every choice of the other indices.
struct Shape {
  int dims = 1;               ///< 1 to 4
  Index cells{1, 1, 1, 1};    ///< of the box along each axis, >= 0
  int axis = 0;               ///< 0 <= axis < dims
};

/// a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i for i along `shape.axis`. The first a and the last c of a system are never read.
/// @tparam T  float or double
template <class T>
struct Batch {
  Shape shape;
  Array<const T> a, b, c, d;
  Array<T> x;               ///< may be d, exactly; shares no cell with a, b and c
  bool add = false;         ///< x += solution, instead of x = solution
  bool transposed = false;  ///< solves with the transposed matrix of each system: a_{i+1} is in row i, c_{i-1} too
};

/// Solves every system. The bits of the result depend on the batch alone, not on threads or processor.
/// @throws std::invalid_argument  dims, an extent or the axis make no sense; std::bad_alloc
template <class T>
void solve(const Batch<T>& batch, const Parallel& parallel = {});

/// Whether systems of this shape are cut into chunks (few and long ones), which depends on nothing else.
bool in_chunks(const Shape& shape) noexcept;

/// What is wrong with a system.
struct Fault {
  enum class Kind { pivot_is_zero, input_is_not_finite, solution_is_not_finite };
  Kind kind = Kind::pivot_is_zero;
  Index system{};        ///< its indices; that of the axis is the row where the fault shows
  std::string text() const;  ///< "system (3, *, 0): the pivot of row 5 is zero"
  int dims = 1, axis = 0;
};

/// Looks at the matrices and right-hand sides and changes nothing. One thread, slow.
/// @return the first system that cannot be solved without exchanging rows, or holds a value that is not finite
template <class T>
std::optional<Fault> find_fault(const Batch<T>& batch);
/// find_fault, then solve, then a look at the solution; where find_fault finds something nothing is solved.
template <class T>
std::optional<Fault> solve_checked(const Batch<T>& batch, const Parallel& parallel = {});

}  // namespace tridsolver
