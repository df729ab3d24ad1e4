// ops/derivatives/messages/constant_numbers.hpp: ops_ad_constant: numbers that count as constants for derivatives; part
// of the derivative API.
//
// The library warns, once per place, if a number may have been computed from a result, because the gradient would not
// include that dependence. It assumes this of a number that reaches a recorded loop (through ops_arg_gbl, a declared
// constant, or a scalar that the program sets) and that no loop had received before the program read a result.
//
//   const double t = ops_ad_constant(step * dt);       // not computed from a result: no warning
#pragma once

#include <concepts>

#include "ops/data/context.hpp"
#include "ops/support/error.hpp"

namespace ops {
/// @param values  `count` numbers
void declare_constant_numbers(Context* context, Type type, const void* values, int count, Where where);
bool declared_constant(const Context& context, Type type, const void* value);
}  // namespace ops

/// Declares that this number does not depend on any result, or that it counts as a constant. Loops that receive it
/// cause no warning, in this and all later recordings. May be called before or after ops_partition.
/// @return the number
/// @throws OPSException  the instance is null
template <std::floating_point T>
T ops_ad_constant(ops::Context* instance, T number, ops::Where where = ops::Where::current()) {
  ops::declare_constant_numbers(instance, ops::type_of<T>(), &number, 1, where);
  return number;
}
/// The same for `count` numbers.
/// @throws OPSException  the instance or the pointer is null, or count is negative
template <std::floating_point T>
void ops_ad_constant(ops::Context* instance, const T* numbers, int count, ops::Where where = ops::Where::current()) {
  ops::declare_constant_numbers(instance, ops::type_of<T>(), numbers, count, where);
}
// Only higher rooms know the default instance of the C form, so these templates look it up when they are used.
/// The same for the default instance.
template <std::floating_point T, class Instance = OPS_instance>
T ops_ad_constant(T number, ops::Where where = ops::Where::current()) {
  return ops_ad_constant(Instance::getOPSInstance(where), number, where);
}
/// The same for the default instance.
template <std::floating_point T, class Instance = OPS_instance>
void ops_ad_constant(const T* numbers, int count, ops::Where where = ops::Where::current()) {
  ops_ad_constant(Instance::getOPSInstance(where), numbers, count, where);
}
