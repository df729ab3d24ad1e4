// tridsolver/fault.cpp: what is wrong with a batch, found one system after the other.
#include <cmath>

#include "tridsolver/systems.hpp"
#include "tridsolver/tridsolver.hpp"

namespace tridsolver {
namespace {

/// Calls look(system, row indices) until it returns a kind of fault.
template <class Look>
std::optional<Fault> first_fault(const Shape& shape, const Look& look) {
  const Others others(shape, -1);
  const auto axis = static_cast<std::size_t>(shape.axis);
  for (std::int64_t system = 0; system < others.number; ++system) {
    Index at = others.index(shape, system);
    for (at[axis] = 0; at[axis] < shape.cells[axis]; ++at[axis])
      if (const std::optional<Fault::Kind> kind = look(at)) return Fault{*kind, at, shape.dims, shape.axis};
  }
  return std::nullopt;
}

}  // namespace

std::string Fault::text() const {
  std::string which = "system (";
  for (int d = 0; d < dims; ++d)
    which += (d > 0 ? ", " : "") + (d == axis ? std::string("*") : std::to_string(system[static_cast<std::size_t>(d)]));
  const std::string row = "row " + std::to_string(system[static_cast<std::size_t>(axis)]);
  switch (kind) {
    case Kind::pivot_is_zero: return which + "): the pivot of " + row + " is zero";
    case Kind::input_is_not_finite: return which + "): " + row + " has a value that is not finite";
    case Kind::solution_is_not_finite: break;
  }
  return which + "): the solution is not finite in " + row;
}

template <class T>
std::optional<Fault> find_fault(const Batch<T>& batch) {
  const Matrix<T> matrix(batch);
  const auto axis = static_cast<std::size_t>(batch.shape.axis);
  T upper{};  // of the row before, divided by its pivot
  return first_fault(batch.shape, [&](const Index& at) -> std::optional<Fault::Kind> {
    const bool begins = at[axis] == 0, ends = at[axis] + 1 == batch.shape.cells[axis];
    const T a = begins ? T{} : matrix.lower.first[offset(at, matrix.lower.step)],
            b = matrix.middle.first[offset(at, matrix.middle.step)];
    const T c = ends ? T{} : matrix.upper.first[offset(at, matrix.upper.step)],
            d = batch.d.first[offset(at, batch.d.step)];
    if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c) || !std::isfinite(d))
      return Fault::Kind::input_is_not_finite;
    const T pivot = begins ? b : b - a * upper;
    if (pivot == T{}) return Fault::Kind::pivot_is_zero;
    upper = c / pivot;
    return std::nullopt;
  });
}
template std::optional<Fault> find_fault(const Batch<float>&);
template std::optional<Fault> find_fault(const Batch<double>&);

template <class T>
std::optional<Fault> solve_checked(const Batch<T>& batch, const Parallel& parallel) {
  check(batch.shape);
  if (const std::optional<Fault> fault = find_fault(batch)) return fault;
  solve(batch, parallel);
  return first_fault(batch.shape, [&](const Index& at) -> std::optional<Fault::Kind> {
    if (std::isfinite(batch.x.first[offset(at, batch.x.step)])) return std::nullopt;
    return Fault::Kind::solution_is_not_finite;
  });
}
template std::optional<Fault> solve_checked(const Batch<float>&, const Parallel&);
template std::optional<Fault> solve_checked(const Batch<double>&, const Parallel&);

}  // namespace tridsolver
