// ops/derivatives/messages/constant_numbers.hpp: defines ops_ad_constant, which declares numbers as constants for
// differentiation.
//
// If a program computes a number from a result, or from values of a dataset, the gradient does not include this
// dependence. The library therefore prints a warning if a recorded loop receives a number that no loop had received
// before the program read such a value. Programs pass numbers to loops through ops_arg_gbl, declared constants, members
// of structs, or scalars.
//
//   const double t = ops_ad_constant(step * dt);       // not computed from a result: no warning
#pragma once

#include <concepts>

#include "ops/data/context.hpp"
#include "ops/support/error.hpp"

namespace ops {
/// @param type  Type::user: long double
/// @param values  `count` numbers
void declare_constant_numbers(Context* context, Type type, const void* values, int count, Where where);
bool declared_constant(const Context& context, Type type, const void* value);
/// A long double, which has no Type, is known by its value as a double.
double narrowed(const void* value);
}  // namespace ops

/// Declares that a number is a constant for differentiation, even if the number depends on a result. The
/// library does not warn about numbers declared with ops_ad_constant, not even in later recordings. Programs may call
/// ops_ad_constant before or after ops_partition.
/// @return the number
/// @throws OPSException  the instance is null
template <std::floating_point T>
T ops_ad_constant(ops::Context* instance, T number, ops::Where where = ops::Where::current()) {
  ops::declare_constant_numbers(instance, ops::type_of<T>(), &number, 1, where);
  return number;
}
/// Declares that `count` numbers are constants for differentiation, even if they depend on a result.
/// @throws OPSException  the instance or the pointer is null, or count is negative
template <std::floating_point T>
void ops_ad_constant(ops::Context* instance, const T* numbers, int count, ops::Where where = ops::Where::current()) {
  ops::declare_constant_numbers(instance, ops::type_of<T>(), numbers, count, where);
}
// The functions below are templates because OPS_instance is an incomplete type in this header.
/// Uses the default instance.
template <std::floating_point T, class Instance = OPS_instance>
T ops_ad_constant(T number, ops::Where where = ops::Where::current()) {
  return ops_ad_constant(Instance::getOPSInstance(where), number, where);
}
/// Uses the default instance.
template <std::floating_point T, class Instance = OPS_instance>
void ops_ad_constant(const T* numbers, int count, ops::Where where = ops::Where::current()) {
  ops_ad_constant(Instance::getOPSInstance(where), numbers, count, where);
}
