// ops/derivatives/messages/constant_numbers.hpp: numbers of the program that are constants as far as derivatives go;
// part of the derivative API.
//
// A number that reaches a recorded loop (ops_arg_gbl, a declared constant, a scalar that the program sets) and was not
// seen before the program got a result may have been computed from that result, and gradients would leave that out: a
// warning says so, once per place.
//
//   const double t = ops_ad_constant(step * dt);       // from the clock, not from a result: nothing is said of it
#pragma once

#include <concepts>

#include "ops/data/context.hpp"
#include "ops/support/error.hpp"

namespace ops {
/// @param values  `count` of them
void declare_constant_numbers(Context* context, Type type, const void* values, int count, Where where);
bool declared_constant(const Context& context, Type type, const void* value);
}  // namespace ops

/// Declares that this number does not depend on any result, or is meant to count as a constant: no warning is given
/// where loops get it, now or in later recordings. Before or after ops_partition. @return the number
/// @throws OPSException  the instance is null
template <std::floating_point T>
T ops_ad_constant(ops::Context* instance, T number, ops::Where where = ops::Where::current()) {
  ops::declare_constant_numbers(instance, ops::type_of<T>(), &number, 1, where);
  return number;
}
/// The same of `count` numbers. @throws OPSException  the instance or the pointer is null, or count is negative
template <std::floating_point T>
void ops_ad_constant(ops::Context* instance, const T* numbers, int count, ops::Where where = ops::Where::current()) {
  ops::declare_constant_numbers(instance, ops::type_of<T>(), numbers, count, where);
}
// The C form's default instance is known above this room only, so it is looked up where these are used.
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
