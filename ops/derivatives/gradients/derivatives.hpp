// ops/derivatives/gradients/derivatives.hpp: the derivative part of the user API: interpret, seed, read, check.
//
// While a program records, every loop, halo transfer and reduction result goes onto the default tape. Then
//
//   double one = 1.0, misfit;
//   objective->get_result(&misfit, &one);       // or: *ops_reduction_get_derivative(objective) = 1.0;
//   ops_interpret_adjoints(instance);
//   ops_dat_fetch_derivative(f, buffer);         // d misfit / d f
//
// The derivative of a dataset is with respect to the values it had when the recording began. A dataset that no recorded
// loop has used yet can still be filled after that: by raw writes and set_data, by passive loops, and by loops that
// read nothing differentiable (initialisation; these only if the user has not set values since the recording began).
// These values then count as its input values. A result that later loops depend on, such as a time step, reaches them
// through a scalar, which carries its derivative:
//
//   ops_par_loop(limit, "limit", block, 2, range, .., ops_arg_reduce(least, 1, "double", OPS_MIN));
//   ops_scalar_from_reduction(dt, least);        // instead of ops_reduction_result
//   ops_par_loop(advance, "advance", block, 2, range, .., ops_arg_scalar(dt, 1, "double", OPS_READ));
//
// Arithmetic between scalars is a kernel over scalars alone (ops_scalar_loop, ops/loops/engine/scalar_loop.hpp).
// The derivative of a smallest or largest value belongs to the first point (axis 0 fastest) where it was attained.
//
// The library warns once of what is legal but doubtful ("OPS warning: ..", with places, on the instance's stream):
// values from outside of loops; passive loops and passive datasets between an input and the objective; derivatives of
// what has no influence, or was filled again, or belongs to an older recording; seeds that replace seeds or outlive a
// recording; results that come back through the host, and numbers that may have been computed from them (unless
// ops_ad_constant says that they were not); constants that were assigned without ops_update_const.
//
// Functions that take an OPS_instance* are declared with its base class.
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

/// Runs the reverse sweep of the default tape from all seeds. Derivatives that are not seeded start at zero. Primal
/// values afterwards are those before the call; a second call gives the same bits.
/// @throws OPSException  nothing recorded or seeded; a loop on the way has no adjoint (names it, its line and the
/// reason)
void ops_interpret_adjoints(ops::Context* instance, ops::Where where = ops::Where::current());

/// Forgets the recording, all seeds and derivatives; recording goes on from the present values.
void ops_ad_reset(ops::Context* instance, ops::Where where = ops::Where::current());

/// How large the recording is, and what the last interpretation took.
ops_ad_statistics ops_ad_get_statistics(ops::Context* instance, ops::Where where = ops::Where::current());

// --- derivatives of datasets ----------------------------------------------------------------------------------------
// Before interpretation these set and show seeds: the derivative of the objective with respect to the values at the
// end. After it they show the gradient; writing then makes a seed for the next interpretation.

/// First interior element of the derivative, laid out like the values (ops_dat_get_raw_metadata); valid until release.
/// @param memspace  may be null; in: OPS_HOST, OPS_DEVICE where there is one, or 0 to be told; out: where the data is
/// @throws OPSException  passive dataset, or the program does not record
char* ops_dat_derivative_get_raw_pointer(ops_dat dat, ops_stencil stencil, ops_memspace* memspace,
                                         ops::Where where = ops::Where::current());
/// Any access but OPS_READ makes what the derivative now holds a seed.
void ops_dat_release_raw_derivative(ops_dat dat, ops_access access, ops_memspace* memspace,
                                    ops::Where where = ops::Where::current());
/// The same, with the memory space by value.
void ops_dat_release_raw_derivative(ops_dat dat, ops_access access, ops_memspace memspace = 0,
                                    ops::Where where = ops::Where::current());
/// Copies the interior of the derivative to `data`, packed as ops_dat_fetch_data packs values.
/// @throws OPSException  before interpretation, unless the dataset is seeded
void ops_dat_fetch_derivative(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                              ops::Where where = ops::Where::current());
/// Seeds the interior from packed `data`; seeds in the halo become zero.
void ops_dat_set_derivative(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                            ops::Where where = ops::Where::current());
/// Records: when the reverse sweep passes this point, it copies the derivative with respect to the present values to
/// `data` (packed, as fetch does). `data` must live until then.
void ops_dat_store_derivative(ops_dat dat, char* data, ops_memspace memspace = OPS_HOST,
                              ops::Where where = ops::Where::current());
/// The derivative as a passive dataset on the same block, for use in passive loops. Writing it seeds.
/// It stays valid and follows later interpretations.
ops_dat ops_get_derivative_as_ops_dat(ops_dat dat, ops::Where where = ops::Where::current());
/// Device synchronisation; nothing to do on the host.
inline void ops_get_derivative(ops_dat) {}
/// The other way: to the device.
inline void ops_put_derivative(ops_dat) {}

// --- derivatives of reductions and scalars --------------------------------------------------------------------------

namespace ops {
/// The seed of a reduction, `size` bytes of its own type, zeros at first; checks that T is that type.
void* reduction_seed(ops_reduction handle, Type asked, Where where);
/// Seeds the result that was just read, and only that.
void seed_last_result(ops_reduction handle, Type asked, const void* seed, Where where);
/// The derivative of a scalar, `size` bytes of its own type; checks that T is that type.
void* scalar_derivative(ops_scalar scalar, Type asked, Where where);
}  // namespace ops

/// The seed of the handle: d objective / d result. What it holds when a result is read belongs to that result; what it
/// holds at interpretation belongs to the last result read.
template <class T = double>
T* ops_reduction_get_derivative(ops_reduction handle, ops::Where where = ops::Where::current()) {
  return static_cast<T*>(ops::reduction_seed(handle, ops::type_of<T>(), where));
}
template <class T>
T* ops_reduction_core::get_derivative() {
  return ops_reduction_get_derivative<T>(this);
}
/// Reads the result and seeds this result alone.
template <class T>
void ops_reduction_core::get_result(T* out, const T* derivative_seed, ops::Where where) {
  get_result(out, where);
  ops::seed_last_result(this, ops::type_of<T>(), derivative_seed, where);
}

/// The derivative of the objective with respect to each component of a scalar's value when the recording began (or when
/// it was last written before any recorded loop used it). It stays there, and follows later interpretations, until
/// ops_ad_reset.
/// @throws OPSException  before interpretation, or of another type
template <class T = double>
T* ops_scalar_get_derivative(ops_scalar scalar, ops::Where where = ops::Where::current()) {
  return static_cast<T*>(ops::scalar_derivative(scalar, ops::type_of<T>(), where));
}
template <class T>
T* ops_scalar_core::get_derivative() {
  return ops_scalar_get_derivative<T>(this);
}

// --- checks ---------------------------------------------------------------------------------------------------------

/// How ops_ad_taylor_test goes about it.
struct ops_ad_taylor_options {
  int rows = 9;         ///< step lengths tried, >= 3; of floats those below 3.5e-4 are printed and not judged
  double first = 1e-2;  ///< largest step, relative to the largest entry of each input (absolute where that is 0)
  double ratio = 0.31622776601683794;  ///< from one step to the next, in (0, 1): two rows a decade
  unsigned seed = 20231;               ///< of the random direction
  bool print = true;                   ///< the table, on the instance's stream
};
/// One step length of a Taylor test.
struct ops_ad_taylor_row {
  double h = 0;           ///< step length
  double first = 0;       ///< |J(x + h v) - J(x)|: goes with h
  double second = 0;      ///< |J(x + h v) - J(x) - h <gradient, v>|: goes with h^2 if the gradient is right
  double rate_first = 0;  ///< observed order between the row above and this one; 0 in the first row
  double rate_second = 0;
  double remainder = 0;  ///< `second` with its sign
};
/// What ops_ad_taylor_test found.
struct ops_ad_taylor_result {
  bool passed = false;
  /// neither passed nor failed: not smooth there, nothing changes, or rounding hides it; the verdict says which
  bool inconclusive = false;
  double objective = 0;             ///< J(x)
  double slope = 0;                 ///< <gradient, v>
  std::vector<std::string> inputs;  ///< what moved, as "dataset 'u'" and "scalar 'k'"
  std::vector<ops_ad_taylor_row> table;
  std::string verdict;  ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Taylor test of the gradient with respect to `inputs`, datasets and scalars, along a random direction (never the
/// gradient itself) that lives on all allocated cells, halos included, and on all components: uniform in [-1, 1] times
/// the largest entry of the input. Where all of it is 0, times 1: test at a typical value, or set `first`. Where the
/// order is low, `run` runs once more from the same inputs, which must give the same objective, and is recorded once
/// more, to look for a loop that is not smooth there (a kink, a tie of a minimum or maximum), which the verdict names.
/// Afterwards inputs are as before, and the recording is forgotten.
/// @param run        runs the program from the present values of `inputs` and returns the objective. It is called once
///                   recorded and once unrecorded per row; it must set everything else it needs itself.
/// @param objective  the reduction whose last result `run` returns
/// @throws OPSException  no inputs, an input that is passive or not real, options out of range
ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const ops_ad_inputs& inputs,
                                        const std::function<double()>& run, ops_reduction objective,
                                        const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());
/// The same; `run` seeds what its objective depends on itself (reductions or datasets).
ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const ops_ad_inputs& inputs,
                                        const std::function<double()>& run, const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());

// --- checkpoints ----------------------------------------------------------------------------------------------------
// With steps marked, what is kept for derivatives stays within -OPS_AD_MEMORY or a number of slots: steps whose values
// were given up are run again from a kept state. No bit changes. Without marks steps begin where loops repeat
// themselves, once an eighth of what may be kept is taken (-OPS_AD_MARKS); until then, and where none are found,
// everything that an adjoint needs is kept, and nothing else.

/// Marks the start of a step; from the first mark on no other steps are looked for. What follows the last one belongs
/// to it; what precedes the first is always kept.
/// @throws OPSException  the memory allowed is too little for one state and the tape of one step: says what would be
/// enough
void ops_ad_step(ops::Context* instance, ops::Where where = ops::Where::current());
/// Before the first step. Instead of a limit in bytes, if there is none.
/// @param slots          > 0; the memory of so many states, that before the first step included, and of what one step
///                       needs may be used; of eight or more, one is for the state from which the end of the program
///                       is computed again. Where that makes fewer steps run again, more steps are kept whole in place
///                       of states. Two steps always are
/// @param steps          steps the program will mark, > 0; 0: not known
/// @param max_recompute  >= -1; accepted for compatibility: steps are run again as few times as the slots allow,
/// whatever it says
void ops_ad_set_checkpoint_count(ops::Context* instance, int slots, int steps, int max_recompute = -1,
                                 ops::Where where = ops::Where::current());
namespace ops {
void list_checkpoint_datasets(std::initializer_list<ops_dat> dats, Where where);
}
/// Marks the start of a step, as ops_ad_step does, and names the datasets that it needs to be run again. Not needed:
/// they are found out, and a warning names one that is missing.
template <class... Dats>
void ops_ad_manual_checkpoint_datlist(Dats... dats) {
  ops::list_checkpoint_datasets({static_cast<ops_dat>(dats)...}, ops::Where::current());
}
// The C form's default instance is known above this room only, so it is looked up where these are used.
/// The same for the default instance.
template <class Instance = OPS_instance>
void ops_ad_step(ops::Where where = ops::Where::current()) {
  ops_ad_step(Instance::getOPSInstance(where), where);
}
/// The same for the default instance.
template <class Instance = OPS_instance>
void ops_ad_set_checkpoint_count(int slots, int steps, int max_recompute = -1,
                                 ops::Where where = ops::Where::current()) {
  ops_ad_set_checkpoint_count(Instance::getOPSInstance(where), slots, steps, max_recompute, where);
}
