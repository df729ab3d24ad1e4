// ops/derivatives/gradients/tangents.hpp: declares functions for directional derivatives (tangents) and for the
// dot-product test of gradients.
//
// The same recording can be used for gradients and tangents:
//
//   ops_tangent(instance, {{f, direction}});                     // f moves along `direction`
//   double slope = *ops_reduction_get_tangent(objective);        // the rate of change of the objective
//   ops_dat_fetch_tangent(u, buffer);                            // the rates of change of u
//
// A tangent direction is a change in the values that a dataset has at the start of the recording (see derivatives.hpp).
#pragma once

#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/data/handles.hpp"
#include "ops/derivatives/gradients/direction.hpp"
#include "ops/support/error.hpp"

/// Computes the directional derivatives of all reduction results, and of the values of all datasets at the end of the
/// recording. Datasets and scalars without a direction are held constant. The function ops_tangent does not change
/// seeds, gradients or values. During a call to ops_tangent, the library keeps the tapes of all time steps, even if
/// they exceed the memory limit. A second call with the same directions gives bit-identical tangents.
/// @throws OPSException  nothing is recorded; a direction belongs to a passive dataset, has another shape, or another
///     type than its scalar; a loop in the recording has no tangent (names the loop, its line and the reason)
void ops_tangent(ops::Context* instance, const std::vector<ops_ad_direction>& directions,
                 ops::Where where = ops::Where::current());

/// Copies the interior of a dataset's directional derivative to `data`, packed as in ops_dat_fetch_data.
/// @throws OPSException  before ops_tangent, or the dataset is passive
void ops_dat_fetch_tangent(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                           ops::Where where = ops::Where::current());

namespace ops {
/// @throws OPSException  `asked` is not the reduction's type
const void* reduction_tangent(ops_reduction handle, Type asked, Where where);
/// Returns the directional derivative of a scalar's value at the end of the recording.
/// @throws OPSException  `asked` is not the scalar's type
const void* scalar_tangent(ops_scalar scalar, Type asked, Where where);
}  // namespace ops

/// Returns the directional derivative of a reduction's last result, with one value per component. The pointer is valid
/// until the next call to ops_tangent or ops_ad_reset.
/// @throws OPSException  before ops_tangent; the result was not read; the reduction is not of float or double
template <class T = double>
const T* ops_reduction_get_tangent(ops_reduction handle, ops::Where where = ops::Where::current()) {
  return static_cast<const T*>(ops::reduction_tangent(handle, ops::type_of<T>(), where));
}

/// Returns the directional derivative of a scalar's value at the end of the recording, with one value per component.
/// The pointer is valid until the next call to ops_tangent or ops_ad_reset.
/// @throws OPSException  before ops_tangent, or T is not the scalar's type
template <class T = double>
const T* ops_scalar_get_tangent(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  return static_cast<const T*>(ops::scalar_tangent(scalar, ops::type_of<T>(), where));
}

/// Options of ops_ad_dot_test.
struct ops_ad_dot_options {
  double tolerance = 0;   ///< limit of the relative error; 0: 1e-12, or 1e-4 if the recording uses float
  unsigned seed = 20231;  ///< seed of the random vectors
  bool print = true;      ///< print the table on the instance's stream
};
/// Result of ops_ad_dot_test.
struct ops_ad_dot_result {
  bool passed = false;
  bool inconclusive = false;  ///< the products differ, but by no more than rounding errors change each of them
  double tangent = 0;         ///< <w, J v>
  double adjoint = 0;         ///< <J^T w, v>
  double size = 0;            ///< larger of both sums without cancellation: the square root of the sum of squared terms
  double error = 0;           ///< |tangent - adjoint|, relative to the largest of |tangent|, |adjoint| and size
  std::string verdict;        ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Performs a dot-product test of the current recording. The test computes the tangent J v for a random direction v of
/// `inputs` and all scalars. The test computes the adjoint J^T w for random seeds w of all results and of the final
/// values of all datasets. The test passes if <w, J v> = <J^T w, v> up to rounding errors. A dot-product test shows
/// only that tangents and adjoints are consistent, whereas ops_ad_taylor_test shows that gradients are correct. If <w,
/// J v> and <J^T w, v> differ, the test repeats both sweeps with v and w multiplied by factors near 1, to estimate the
/// rounding errors. The test is inconclusive if rounding errors can explain the difference. The test does not change
/// seeds, gradients or the recording, but it discards tangents.
/// @throws OPSException  there are no inputs; an input is passive or not real; nothing is recorded; a loop in the
///     recording has no derivative
ops_ad_dot_result ops_ad_dot_test(ops::Context* instance, const std::vector<ops_dat>& inputs,
                                  const ops_ad_dot_options& options = {}, ops::Where where = ops::Where::current());
