// ops/derivatives/gradients/derivatives.hpp: declares the API functions for gradients, including seeds, the Taylor test
// and checkpoints.
//
// During recording, the library stores every loop, halo transfer and reduction result on the default tape. Example:
//
//   double one = 1.0, misfit;
//   objective->get_result(&misfit, &one);       // or: *ops_reduction_get_derivative(objective) = 1.0;
//   ops_interpret_adjoints(instance);
//   ops_dat_fetch_derivative(f, buffer);         // d misfit / d f
//
// The derivative of a dataset is taken with respect to its values at the start of the recording. If the program sets
// values of a dataset before its first use in a recorded loop, the derivative is taken with respect to these values. If
// the first loop that writes a dataset reads no active data, the derivative is taken with respect to the values that
// this loop writes.
//
// If later loops depend on a reduction result, such as a time step, pass the result in a scalar:
//
//   ops_par_loop(limit, "limit", block, 2, range, .., ops_arg_reduce(least, 1, "double", OPS_MIN));
//   ops_scalar_from_reduction(dt, least);        // instead of ops_reduction_result
//   ops_par_loop(advance, "advance", block, 2, range, .., ops_arg_scalar(dt, 1, "double", OPS_READ));
//
// For arithmetic with scalars, use ops_scalar_loop (ops/loops/engine/scalar_loop.hpp). If several points attain the
// minimum or maximum of a reduction, the library differentiates only the value at the first of these points. Points are
// ordered so that axis 0 varies fastest.
//
// The library prints a warning ("OPS warning: ..") once for each place in the source with a call that is legal but
// probably a mistake:
// - values that come from outside of loops
// - passive loops and passive datasets between an input and the objective
// - derivatives of data that have no influence, that were filled again, or that belong to an older recording
// - seeds that replace other seeds, and seeds that remain after a recording
// - reduction results that loops receive through variables of the program, and numbers that the program may have
//   computed from reduction results, unless declared with ops_ad_constant
// - constants that were assigned without ops_update_const
//
// Functions with a parameter of type ops::Context* accept an OPS_instance*, because OPS_instance is derived from
// ops::Context.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/data/handles.hpp"
#include "ops/derivatives/gradients/test_input.hpp"
#include "ops/derivatives/log/statistics.hpp"
#include "ops/loops/launch/argument.hpp"
#include "ops/support/error.hpp"

// --- reverse sweep --------------------------------------------------------------------------------------------------

/// Runs the reverse sweep of the default tape. The reverse sweep starts from the seeds, and all other derivatives are
/// initially zero. The sweep does not change the program's data. Running the reverse sweep again gives bit-identical
/// derivatives.
/// @throws OPSException  nothing is recorded or seeded; a loop in the recording has no adjoint (names the loop, its
///     line and the reason)
void ops_interpret_adjoints(ops::Context* instance, ops::Where where = ops::Where::current());

/// Discards the recording, all seeds and all derivatives. After ops_ad_reset, a new recording starts from the current
/// values of all datasets and scalars.
void ops_ad_reset(ops::Context* instance, ops::Where where = ops::Where::current());

/// Returns the size of the recording, and statistics of the last reverse sweep.
ops_ad_statistics ops_ad_get_statistics(ops::Context* instance, ops::Where where = ops::Where::current());

// --- derivatives of datasets ----------------------------------------------------------------------------------------
//
// Functions such as ops_dat_fetch_derivative access seeds before the reverse sweep, and the gradient afterwards. A seed
// is the derivative of the objective with respect to a value at the end of the recording. If the program writes values
// to a gradient, the next reverse sweep uses these values as seeds.

/// Declares that the values that the program has set for a dataset are constants for differentiation, even if the
/// program has read results or values before. Without this call, the library prints a warning if the objective depends
/// on such values. Call ops_ad_constant each time after setting the values. Derivatives do not change.
/// @throws OPSException  the dataset is null or was freed
void ops_ad_constant(ops_dat dat, ops::Where where = ops::Where::current());

/// Returns a pointer to the first interior element of a dataset's derivative. The pointer is valid until the program
/// releases it. The derivative has the same memory layout as the dataset's values (see ops_dat_get_raw_metadata).
/// @param memspace  may be null; on input, OPS_HOST, OPS_DEVICE (if there is a device), or 0 for the library's choice;
///     on output, the memory space of the pointer
/// @throws OPSException  the dataset is passive, or the program does not record
char* ops_dat_derivative_get_raw_pointer(ops_dat dat, ops_stencil stencil, ops_memspace* memspace,
                                         ops::Where where = ops::Where::current());
/// Releases a pointer that ops_dat_derivative_get_raw_pointer returned. Unless `access` is OPS_READ, the next reverse
/// sweep uses the current values of the derivative as seeds, because the program may have changed them.
void ops_dat_release_raw_derivative(ops_dat dat, ops_access access, ops_memspace* memspace,
                                    ops::Where where = ops::Where::current());
/// Releases a raw pointer to a derivative.
void ops_dat_release_raw_derivative(ops_dat dat, ops_access access, ops_memspace memspace = 0,
                                    ops::Where where = ops::Where::current());
/// Copies the interior of a dataset's derivative to `data`, packed as in ops_dat_fetch_data.
/// @throws OPSException  before the reverse sweep, unless the dataset is seeded
void ops_dat_fetch_derivative(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                              ops::Where where = ops::Where::current());
/// Sets the seeds of all interior cells of a dataset from `data`, packed as in ops_dat_fetch_data. The seeds of halo
/// cells are set to zero.
void ops_dat_set_derivative(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                            ops::Where where = ops::Where::current());
/// Requests the derivative of the objective with respect to the current values of a dataset. When the reverse sweep
/// reaches this call in the recording, the library copies the derivative to `data`, packed as in ops_dat_fetch_data.
/// The memory at `data` must stay valid until the end of the reverse sweep.
void ops_dat_store_derivative(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                              ops::Where where = ops::Where::current());
/// Returns the derivative of a dataset as a passive dataset on the same block, for use in passive loops. If a loop
/// writes values to the returned dataset, the next reverse sweep uses these values as seeds. The returned handle stays
/// valid, and later reverse sweeps update the values of the returned dataset.
ops_dat ops_get_derivative_as_ops_dat(ops_dat dat, ops::Where where = ops::Where::current());
/// The function ops_get_derivative exists for compatibility and has no effect.
inline void ops_get_derivative(ops_dat) {}
/// The function ops_put_derivative exists for compatibility and has no effect.
inline void ops_put_derivative(ops_dat) {}

// --- derivatives of reductions and scalars --------------------------------------------------------------------------

namespace ops {
/// Returns a pointer to the seed of a reduction. The seed has the reduction's type and size, and is initially zero.
/// @throws OPSException  T is not the reduction's type
void* reduction_seed(ops_reduction handle, Type asked, Where where);
/// Sets the seed of the last reduction result that the program has read, without changing the seeds of other results.
void seed_last_result(ops_reduction handle, Type asked, const void* seed, Where where);
/// Returns a pointer to the derivative of a scalar. The derivative has the scalar's type and size.
/// @throws OPSException  T is not the scalar's type
void* scalar_derivative(ops_scalar scalar, Type asked, Where where);
}  // namespace ops

/// Returns a pointer to the seed of a reduction (d objective / d result). When the program reads a result of the
/// reduction, the tape stores the result together with its seed. Until the reverse sweep starts, the program can change
/// the seed of the result that it read last.
template <class T = double>
T* ops_reduction_get_derivative(ops_reduction handle, ops::Where where = ops::Where::current()) {
  return static_cast<T*>(ops::reduction_seed(handle, ops::type_of<T>(), where));
}
template <class T>
T* ops_reduction_core::get_derivative() {
  return ops_reduction_get_derivative<T>(this);
}
/// Reads the result of a reduction and sets the seed of this result, without changing the seeds of the reduction's
/// other results.
template <class T>
void ops_reduction_core::get_result(T* out, const T* derivative_seed, ops::Where where) {
  get_result(out, where);
  ops::seed_last_result(this, ops::type_of<T>(), derivative_seed, where);
}

/// Returns the derivative of the objective with respect to each component of a scalar. The derivative is taken with
/// respect to the scalar's value at the start of the recording. If the program sets the scalar before its first use in
/// a recorded loop, the derivative is taken with respect to the new value. The pointer stays valid until ops_ad_reset,
/// and later reverse sweeps update the derivatives to which it points.
/// @throws OPSException  before the reverse sweep, or T is not the scalar's type
template <class T = double>
T* ops_scalar_get_derivative(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  return static_cast<T*>(ops::scalar_derivative(scalar, ops::type_of<T>(), where));
}
template <class T>
T* ops_scalar_core::get_derivative() {
  return ops_scalar_get_derivative<T>(this);
}

// --- checks ---------------------------------------------------------------------------------------------------------

/// Options of ops_ad_taylor_test.
struct ops_ad_taylor_options {
  /// number of step lengths, >= 3; with float inputs, steps below 3.5e-4 are printed but not judged
  int rows = 9;
  double first = 1e-2;  ///< largest step, relative to the largest entry of each input (absolute if that entry is 0)
  double ratio = 0.31622776601683794;  ///< ratio of consecutive steps, in (0, 1); the default gives two rows per decade
  unsigned seed = 20231;               ///< seed of the random direction
  bool print = true;                   ///< print the table on the instance's stream
};
/// The results of a Taylor test for one step length.
struct ops_ad_taylor_row {
  double h = 0;           ///< step length
  double first = 0;       ///< |J(x + h v) - J(x)|: proportional to h
  double second = 0;      ///< |J(x + h v) - J(x) - h <gradient, v>|: proportional to h^2 if the gradient is correct
  double rate_first = 0;  ///< observed order between the row above and this one; 0 in the first row
  double rate_second = 0;
  double remainder = 0;  ///< `second` with its sign
};
/// Result of ops_ad_taylor_test.
struct ops_ad_taylor_result {
  bool passed = false;
  /// neither passed nor failed: the objective is not smooth or does not change, or rounding hides the order; see the
  /// verdict
  bool inconclusive = false;
  double objective = 0;             ///< J(x)
  double slope = 0;                 ///< <gradient, v>
  std::vector<std::string> inputs;  ///< the inputs, as "dataset 'u'" and "scalar 'k'"
  std::vector<ops_ad_taylor_row> table;
  std::string verdict;  ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Performs a Taylor test of the gradient with respect to `inputs` (datasets and scalars) along a random direction. The
/// random direction has an entry for each component of each allocated cell, halos included. The entries of the
/// direction are uniform random numbers in [-1, 1], scaled by the largest entry of the input if that entry is not 0. If
/// all entries of an input are 0, the library cannot scale the steps, so set a suitable largest step with the option
/// `first`.
///
/// The Taylor test calls `run` once with recording, and then once without recording for each step length. If the
/// observed order of convergence is too low, the test calls `run` once more with the same inputs, to verify that the
/// objective is reproducible. In addition, the test records `run` again, and reports loops that are not differentiable
/// at these inputs, for example because of a kink. At the end of the test, the library restores the values of the
/// inputs, and discards the recording.
/// @param run        runs the program from the present values of `inputs`, sets all other data that the program needs,
///     and returns the objective
/// @param objective  the reduction whose last result `run` returns
/// @throws OPSException  there are no inputs; an input is passive or not real; an option is out of range
ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const ops_ad_inputs& inputs,
                                        const std::function<double()>& run, ops_reduction objective,
                                        const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());
/// Performs a Taylor test in which the function `run` itself sets the seeds.
ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const ops_ad_inputs& inputs,
                                        const std::function<double()>& run, const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());

// --- checkpoints ----------------------------------------------------------------------------------------------------
//
// If the program marks its time steps, the library limits the memory for derivatives (see -OPS_AD_MEMORY and
// ops_ad_set_checkpoint_count). To save memory, the library discards the values of some time steps, and recomputes
// these steps from a stored state. Checkpoints do not change results or gradients.
//
// If the program does not mark time steps, the library treats each repetition of a sequence of loops as a time step.
// Until the library has found a repeating sequence of loops, it keeps all values that the adjoints need.

/// Marks the start of a time step. Once the program has marked a time step, the library no longer searches for time
/// steps. Loops after the last call to ops_ad_step belong to the last time step. The library keeps all values recorded
/// before the first marked time step, because it recomputes only marked steps.
/// @throws OPSException  the allowed memory does not suffice for one state and the tape of one step; the message says
///     how much would suffice
void ops_ad_step(ops::Context* instance, ops::Where where = ops::Where::current());
/// Announces the number of time steps, and limits the memory for derivatives to the size of `slots` states plus the
/// tape of one time step. If -OPS_AD_MEMORY sets a limit in bytes, both limits hold: memory holds at most `slots`
/// states, and states and tapes together use at most the given number of bytes. To announce only the number of time
/// steps, pass a large number of slots, and set -OPS_AD_MEMORY. Call ops_ad_set_checkpoint_count before the first time
/// step. In the first two time steps (with -OPS_AD_MEMORY, in the first four), the library measures the sizes of a
/// state and of a step's tape. Within the memory limit, the library recomputes as few steps as possible.
/// @param slots          without -OPS_AD_MEMORY, number of states whose size the limit allows; with -OPS_AD_MEMORY,
///     largest number of states in memory; > 0
/// @param steps          number of steps that the program will mark, > 0; 0: not known
/// @param max_recompute  accepted for compatibility, >= -1
void ops_ad_set_checkpoint_count(ops::Context* instance, int slots, int steps, int max_recompute = -1,
                                 ops::Where where = ops::Where::current());
namespace ops {
void list_checkpoint_datasets(std::initializer_list<ops_dat> dats, Where where);
}
/// Marks the start of a time step, as ops_ad_step does, and lists the datasets that the recomputation of this step
/// needs. Programs can call ops_ad_step without listing datasets, because the library itself determines which datasets
/// are necessary. The library prints a warning if a necessary dataset is missing from the list.
template <class... Dats>
void ops_ad_manual_checkpoint_datlist(Dats... dats) {
  ops::list_checkpoint_datasets({static_cast<ops_dat>(dats)...}, ops::Where::current());
}
// The functions below are templates because OPS_instance is an incomplete type in this header.
/// Uses the default instance.
template <class Instance = OPS_instance>
void ops_ad_step(ops::Where where = ops::Where::current()) {
  ops_ad_step(Instance::getOPSInstance(where), where);
}
/// Uses the default instance.
template <class Instance = OPS_instance>
void ops_ad_set_checkpoint_count(int slots, int steps, int max_recompute = -1,
                                 ops::Where where = ops::Where::current()) {
  ops_ad_set_checkpoint_count(Instance::getOPSInstance(where), slots, steps, max_recompute, where);
}
