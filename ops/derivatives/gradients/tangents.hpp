// ops/derivatives/gradients/tangents.hpp: the forward part of the derivative API: directional derivatives, and the
// dot-product test of gradients.
//
// The same recording serves both directions:
//
//   ops_tangent(instance, {{f, direction}});                     // f moves along `direction` ..
//   double slope = *ops_reduction_get_tangent(objective);        // .. and the objective at this rate
//   ops_dat_fetch_tangent(u, buffer);                            // .. and u at these
//
// Directions are of the values that datasets had when the recording began; what counts as such is said in
// derivatives.hpp.
#pragma once

#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/data/handles.hpp"
#include "ops/derivatives/gradients/direction.hpp"
#include "ops/support/error.hpp"

/// Carries `directions` through the recording of the default tape: the derivatives of every result and of every
/// dataset's values at the end, [unit of the value per unit of the step along the directions]. Datasets and scalars
/// without a direction do not move. Seeds, gradients and values stay as they are; all steps are kept meanwhile,
/// whatever the budget; a second call starts afresh and gives the same bits.
/// @throws OPSException  nothing recorded; a direction of a passive dataset, or of another shape; a loop on the way has
/// no tangent
///                       (names it, its line and the reason); a direction of a scalar of another type
void ops_tangent(ops::Context* instance, const std::vector<ops_ad_direction>& directions,
                 ops::Where where = ops::Where::current());

/// Copies the interior of a dataset's directional derivative to `data`, packed as ops_dat_fetch_data packs values.
/// @throws OPSException  before ops_tangent, or the dataset is passive
void ops_dat_fetch_tangent(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                           ops::Where where = ops::Where::current());

namespace ops {
/// The directional derivative of the last result read, in the reduction's own type; checks that T is that type.
const void* reduction_tangent(ops_reduction handle, Type asked, Where where);
/// The directional derivative of a scalar's value at the end; checks that T is its type.
const void* scalar_tangent(ops_scalar scalar, Type asked, Where where);
}  // namespace ops

/// The directional derivative of the handle's last result, one value per component; valid until the next ops_tangent or
/// ops_ad_reset.
/// @throws OPSException  before ops_tangent; the result was not read; the reduction is not of float or double
template <class T = double>
const T* ops_reduction_get_tangent(ops_reduction handle, ops::Where where = ops::Where::current()) {
  return static_cast<const T*>(ops::reduction_tangent(handle, ops::type_of<T>(), where));
}

/// The directional derivative of the scalar's value at the end, one value per component; valid as long.
/// @throws OPSException  before ops_tangent, or of another type
template <class T = double>
const T* ops_scalar_get_tangent(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  return static_cast<const T*>(ops::scalar_tangent(scalar, ops::type_of<T>(), where));
}

/// How ops_ad_dot_test goes about it.
struct ops_ad_dot_options {
  double tolerance = 0;   ///< of the relative error; 0: 1e-12, or 1e-4 if the recording has used float datasets
  unsigned seed = 20231;  ///< of the random vectors
  bool print = true;      ///< the table, on the instance's stream
};
/// What ops_ad_dot_test found.
struct ops_ad_dot_result {
  bool passed = false;
  bool inconclusive = false;  ///< both products differ, but by no more than rounding moves either of them
  double tangent = 0;         ///< <w, J v>
  double adjoint = 0;         ///< <J^T w, v>
  double size = 0;      ///< of the larger of both sums without cancellation: the square root of its terms' squares
  double error = 0;     ///< |tangent - adjoint|, relative to the largest of |tangent|, |adjoint| and size
  std::string verdict;  ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Dot-product test of the recording as it stands: the tangent J v along a random direction v of `inputs` and of every
/// scalar, and the adjoint J^T w from random seeds w of every result and every dataset at the end, which must agree in
/// <w, J v> = <J^T w, v> to rounding. It shows that tangent and adjoint are of the same program; that it is the right
/// one shows ops_ad_taylor_test. Where they do not agree, both sweeps run twice more, from slightly longer or shorter
/// vectors: products that change by as much as they differ are inconclusive. Seeds, gradients and the recording are
/// afterwards what they were; tangents are forgotten.
/// @throws OPSException  no inputs, an input that is passive or not real; nothing recorded; a loop on the way has no
/// derivative
ops_ad_dot_result ops_ad_dot_test(ops::Context* instance, const std::vector<ops_dat>& inputs,
                                  const ops_ad_dot_options& options = {}, ops::Where where = ops::Where::current());
