// ops/derivatives/gradients/hessian.hpp: products of second derivatives with a direction; part of the derivative API.
//
//   *ops_reduction_get_derivative(objective) = 1;                // of this ..
//   ops_hessian_vector(instance, {{f, direction}});              // .. the gradient changes along `direction`
//   ops_dat_fetch_hessian_vector(f, buffer);                     // .. by this: H v, [gradient per unit of the step]
//
// A Newton or trust-region method needs nothing else of the Hessian.
#pragma once

#include "ops/derivatives/gradients/tangents.hpp"

/// Carries `directions` through the recording of the default tape and back from the seeds that ops_interpret_adjoints
/// would use: the derivative, along the directions, of the gradient with respect to every dataset's values when the
/// recording began. Costs about two gradients, and the memory of the directions that nonlinear loops read. Seeds,
/// gradients and values stay as they are; a second call starts afresh and gives the same bits; tangents are forgotten.
/// Seeds count as constants, also where the program has computed them from results: H is that of the sum of seeds times
/// results. Loops with a hand-written adjoint use the generated derivatives of their kernel here. At points where a
/// kernel is not smooth, the second derivative is that of the branch which was taken.
/// @throws OPSException  nothing recorded or seeded; a direction of a passive dataset, or of another shape; an external
/// function was
///                       recorded; a loop on the way has no second derivative (names it, its line and the reason)
void ops_hessian_vector(ops::Context* instance, const std::vector<ops_ad_direction>& directions,
                        ops::Where where = ops::Where::current());

/// Copies the interior of the dataset's part of the product to `data`, packed as ops_dat_fetch_data packs values.
/// @throws OPSException  before ops_hessian_vector, or the dataset is passive
void ops_dat_fetch_hessian_vector(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                                  ops::Where where = ops::Where::current());
