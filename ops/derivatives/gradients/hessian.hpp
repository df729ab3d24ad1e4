// ops/derivatives/gradients/hessian.hpp: products of the Hessian with a direction; part of the derivative API.
//
//   *ops_reduction_get_derivative(objective) = 1;                // the objective
//   ops_hessian_vector(instance, {{f, direction}, {k, &one}});   // how its gradient changes along the directions
//   ops_dat_fetch_hessian_vector(f, buffer);                     // H v, [gradient per unit of the step]
//   double part = *ops_scalar_get_hessian_vector(k);             // the part of H v that belongs to scalar k
//
// Newton-Krylov and trust-region methods need only these products of the Hessian. The products along one scalar at a
// time are the rows of the Hessian of coefficients, and their standard errors follow from its inverse.
#pragma once

#include "ops/derivatives/gradients/tangents.hpp"

/// Computes the derivative, along `directions`, of the gradient with respect to the values of every dataset and every
/// scalar at the start of the recording. Datasets and scalars without a direction do not move. The seeds are those that
/// ops_interpret_adjoints would use. The cost is about that of two gradients, plus memory for the directions that
/// nonlinear loops read. Seeds, gradients and values do not change; tangents are discarded. A second call starts from
/// the beginning and gives a bit-identical product.
///
/// Seeds count as constants, even if the program has computed them from results: H is the Hessian of the sum of results
/// times seeds. For loops with a hand-written adjoint, this function uses the generated derivatives of the kernel.
/// Where a kernel is not smooth, the second derivative is that of the branch that was taken.
/// @throws OPSException  nothing is recorded or seeded; a direction belongs to a passive dataset or scalar, or has
///     another shape or type; a direction reaches an external function (names its line); a loop in the recording has no
///     second derivative (names the loop, its line and the reason)
void ops_hessian_vector(ops::Context* instance, const std::vector<ops_ad_direction>& directions,
                        ops::Where where = ops::Where::current());

/// Copies the interior of the dataset's part of the product to `data`, packed as in ops_dat_fetch_data.
/// @throws OPSException  before ops_hessian_vector, or the dataset is passive
void ops_dat_fetch_hessian_vector(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                                  ops::Where where = ops::Where::current());

namespace ops {
/// A scalar's part of the product; checks that T is its type.
const void* scalar_hessian_vector(ops_scalar scalar, Type asked, Where where);
}  // namespace ops

/// The scalar's part of the product, one value per component; valid until the next ops_hessian_vector or ops_ad_reset.
/// On several processes it is the same on all of them.
/// @throws OPSException  before ops_hessian_vector; the scalar is passive, or of another type
template <class T = double>
const T* ops_scalar_get_hessian_vector(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  return static_cast<const T*>(ops::scalar_hessian_vector(scalar, ops::type_of<T>(), where));
}
