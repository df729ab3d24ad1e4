// ops/derivatives/gradients/hessian.hpp: declares functions that compute products of the Hessian with a direction.
//
//   *ops_reduction_get_derivative(objective) = 1;                // the objective
//   ops_hessian_vector(instance, {{f, direction}, {k, &one}});   // how its gradient changes along the directions
//   ops_dat_fetch_hessian_vector(f, buffer);                     // H v, [gradient per unit of the step]
//   double part = *ops_scalar_get_hessian_vector(k);             // the part of H v that belongs to scalar k
//
// If only one scalar has a direction, and this direction is 1, the Hessian-vector product is one row of the Hessian.
#pragma once

#include "ops/derivatives/gradients/tangents.hpp"

/// Computes the Hessian-vector product, which is the directional derivative of the gradient along `directions`, for all
/// datasets and scalars. The gradient is taken with respect to the values at the start of the recording. Datasets and
/// scalars without a direction are held constant. The function ops_hessian_vector uses the same seeds as
/// ops_interpret_adjoints. Computing a Hessian-vector product takes about as long as computing two gradients, and
/// requires additional memory for directional derivatives. The function ops_hessian_vector does not change seeds,
/// gradients or values, but it discards the tangents that ops_tangent has computed. A second call with the same
/// directions gives a bit-identical Hessian-vector product.
///
/// The objective is the sum of all results, each multiplied by its seed. The function ops_hessian_vector treats all
/// seeds as constants, even if the program computed the seeds from the results. For loops with a hand-written adjoint,
/// ops_hessian_vector uses the generated derivatives of the kernel, with respect to the arguments for which the
/// hand-written adjoint computes a derivative. Where a kernel is not smooth, the Hessian-vector product contains the
/// second derivative of the branch that was executed.
/// @throws OPSException  nothing is recorded or seeded; a direction belongs to a passive dataset or scalar, or has
///     another shape or type; a direction changes data of an external function (names its line); a loop in the
///     recording has no second derivative (names the loop, its line and the reason)
void ops_hessian_vector(ops::Context* instance, const std::vector<ops_ad_direction>& directions,
                        ops::Where where = ops::Where::current());

/// Copies the Hessian-vector product for the interior cells of a dataset to `data`, packed as in ops_dat_fetch_data.
/// @throws OPSException  before ops_hessian_vector, or the dataset is passive
void ops_dat_fetch_hessian_vector(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                                  ops::Where where = ops::Where::current());

namespace ops {
const void* scalar_hessian_vector(ops_scalar scalar, Type asked, Where where);
}  // namespace ops

/// Returns the entries of the Hessian-vector product for a scalar, with one value per component. The pointer is valid
/// until the next call to ops_hessian_vector or ops_ad_reset. The returned values are the same on all processes.
/// @throws OPSException  before ops_hessian_vector; the scalar is passive, or of another type
template <class T = double>
const T* ops_scalar_get_hessian_vector(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  return static_cast<const T*>(ops::scalar_hessian_vector(scalar, ops::type_of<T>(), where));
}
