// ops/api/values.hpp: declares functions that get and set values and derivatives as typed vectors, without casts.
// Values are packed as in ops_dat_fetch_data: axis 0 varies fastest, and the components of a cell are adjacent.
#pragma once

#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "ops/api/data.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/direction.hpp"

namespace ops::typed {

enum class Part { values, saved, derivative, tangent, hessian_vector };  ///< saved: values that go to a file

/// Returns the number of values in the interior of a dataset, including all components.
/// @throws OPSException  `dat` is not a dataset, or not of type `asked`
std::size_t count(ops_dat dat, Type asked, const char* call, Where where);
void fetch(ops_dat dat, Part part, void* into, Where where);
/// @throws OPSException  `given` is not the number of values in the interior, or `asked` is not their type
void set(ops_dat dat, Part part, const void* from, std::size_t given, Type asked, const char* call, Where where);
ops_ad_direction along(ops_dat dat, const void* from, std::size_t given, Type asked, Where where);
/// @throws OPSException  `scalar` is not a scalar, or has another type or number of components
void set(ops_scalar scalar, const void* from, std::size_t given, Type asked, Where where);
/// @throws OPSException  the reduction does not have exactly one component
void require_single(ops_reduction handle, const char* call, Where where);
/// Throws an exception if the reduction has several components, or if no loop has used the reduction since the program
/// last read its result.
void require_result(ops_reduction handle, const char* call, Where where);

template <class T>
std::vector<T> fetch(ops_dat dat, Part part, const char* call, Where where) {
  std::vector<T> values(count(dat, type_of<T>(), call, where));
  fetch(dat, part, values.data(), where);
  return values;
}

/// A contiguous range of numbers, such as a std::vector, std::array or std::span.
template <class Values>
concept Numbers = std::ranges::contiguous_range<Values> && std::ranges::sized_range<Values> &&
                  std::is_arithmetic_v<std::ranges::range_value_t<Values>>;
template <class Values>
constexpr Type type_in = type_of<std::ranges::range_value_t<Values>>();

}  // namespace ops::typed

/// Returns the values of all interior cells of a dataset, for example `ops_dat_fetch_data<double>(u)`.
/// @throws OPSException  T is not the dataset's type
template <class T>
std::vector<T> ops_dat_fetch_data(ops_dat dat, ops::Where where = ops::Where::current()) {
  return ops::typed::fetch<T>(dat, ops::typed::Part::values, "ops_dat_fetch_data", where);
}
/// Sets the values of all interior cells of a dataset. The values of halo cells do not change.
/// @throws OPSException  the dataset has another type, or `values` does not have one value per component and interior
///     cell
template <ops::typed::Numbers Values>
void ops_dat_set_data(ops_dat dat, const Values& values, ops::Where where = ops::Where::current()) {
  ops::typed::set(dat, ops::typed::Part::values, std::ranges::data(values), std::ranges::size(values),
                  ops::typed::type_in<Values>, "ops_dat_set_data", where);
}

/// Returns the derivative of the objective with respect to all interior cells of a dataset, as computed by
/// ops_interpret_adjoints.
/// @throws OPSException  T is not the dataset's type; before the reverse sweep, unless the dataset is seeded
template <class T>
std::vector<T> ops_dat_fetch_derivative(ops_dat dat, ops::Where where = ops::Where::current()) {
  return ops::typed::fetch<T>(dat, ops::typed::Part::derivative, "ops_dat_fetch_derivative", where);
}
/// Sets the seeds of all interior cells of a dataset. A seed is the derivative of the objective with respect to a value
/// at the end of the recording.
/// @throws OPSException  as ops_dat_set_data
template <ops::typed::Numbers Values>
void ops_dat_set_derivative(ops_dat dat, const Values& values, ops::Where where = ops::Where::current()) {
  ops::typed::set(dat, ops::typed::Part::derivative, std::ranges::data(values), std::ranges::size(values),
                  ops::typed::type_in<Values>, "ops_dat_set_derivative", where);
}
/// Returns the directional derivatives of the values in all interior cells of a dataset, as computed by ops_tangent.
template <class T>
std::vector<T> ops_dat_fetch_tangent(ops_dat dat, ops::Where where = ops::Where::current()) {
  return ops::typed::fetch<T>(dat, ops::typed::Part::tangent, "ops_dat_fetch_tangent", where);
}
/// Returns the entries of the Hessian-vector product that belong to the interior cells of a dataset, as computed by
/// ops_hessian_vector.
template <class T>
std::vector<T> ops_dat_fetch_hessian_vector(ops_dat dat, ops::Where where = ops::Where::current()) {
  return ops::typed::fetch<T>(dat, ops::typed::Part::hessian_vector, "ops_dat_fetch_hessian_vector", where);
}

/// Creates a tangent direction for ops_tangent or ops_hessian_vector. Example: `ops_tangent(instance, {ops_ad_along(u,
/// direction)})`. The function ops_ad_along does not copy `values`, so `values` must outlive the returned direction.
/// @throws OPSException  as ops_dat_set_data
template <ops::typed::Numbers Values>
ops_ad_direction ops_ad_along(ops_dat dat, const Values& values, ops::Where where = ops::Where::current()) {
  return ops::typed::along(dat, std::ranges::data(values), std::ranges::size(values), ops::typed::type_in<Values>,
                           where);
}

/// Sets all components of a scalar. To get the derivative with respect to the value of a scalar, set the value before
/// the first loop that uses the scalar.
/// @throws OPSException  the scalar has another type or another number of components
template <ops::typed::Numbers Values>
void ops_scalar_set_data(ops_scalar scalar, const Values& values, ops::Where where = ops::Where::current()) {
  ops::typed::set(scalar, std::ranges::data(values), std::ranges::size(values), ops::typed::type_in<Values>, where);
}
/// Sets the value of a scalar that has one component.
template <class T>
  requires std::is_arithmetic_v<T>
void ops_scalar_set_data(ops_scalar scalar, T value, ops::Where where = ops::Where::current()) {
  ops::typed::set(scalar, &value, 1, ops::type_of<T>(), where);
}
/// Returns the values of all components of a scalar.
/// @throws OPSException  T is not the scalar's type
template <class T>
std::vector<T> ops_scalar_fetch_data(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  const T* const values =
      static_cast<const T*>(ops::scalar_data(scalar, ops::type_of<T>(), "ops_scalar_fetch_data", where));
  return {values, values + scalar->dim};
}
/// Returns the derivative of the objective with respect to all components of a scalar, as computed by
/// ops_interpret_adjoints.
/// @throws OPSException  before the reverse sweep, or T is not the scalar's type
template <class T>
std::vector<T> ops_scalar_fetch_derivative(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  const T* const values = ops_scalar_get_derivative<T>(scalar, where);
  return {values, values + scalar->dim};
}

/// Returns the result of a reduction with one component, for example `ops_reduction_result<double>(sum)`. The next loop
/// that uses the reduction starts a new accumulation, without the contributions of earlier loops.
/// @throws OPSException  T is not the reduction's type; the reduction has several components; no loop has used it since
///     its last result
template <class T>
T ops_reduction_result(ops_reduction handle, ops::Where where = ops::Where::current()) {
  ops::typed::require_result(handle, "ops_reduction_result", where);
  T value{};
  handle->get_result(&value, where);
  return value;
}
/// Returns the result of a reduction, as ops_reduction_result does, and makes this result an objective. The reverse
/// sweep differentiates the sum of all objectives, each multiplied by its seed.
/// @param seed  weight of this result in the sum
template <class T = double>
T ops_ad_objective(ops_reduction handle, T seed = T{1}, ops::Where where = ops::Where::current()) {
  ops::typed::require_result(handle, "ops_ad_objective", where);
  T value{};
  handle->get_result(&value, &seed, where);
  return value;
}
