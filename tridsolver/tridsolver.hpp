// tridsolver/tridsolver.hpp: batches of tridiagonal systems along one axis of an array.
#pragma once

#include <optional>
#include <string>

#include "tridsolver/batch.hpp"

namespace tridsolver {

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
  Index system{};            ///< its indices; that of the axis is the row where the fault shows
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
