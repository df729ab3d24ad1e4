// ops/derivatives/tape/external_function.hpp: external functions: code outside of loops that has a hand-written adjoint
// and is recorded as one event.
//
//   ops_execute_external_function([&] { solve(u, f); }, [&] { solve_adjoint(u, f); },
//                                 ops_arg_dat(f, 1, point, "double", OPS_READ),
//                                 ops_arg_dat(u, 1, point, "double", OPS_RW));
//
// The primal function runs immediately. Loops in the primal function are passive. The primal function may read and
// write values with raw pointers, fetch and set. The adjoint runs when the reverse sweep reaches the event. When the
// adjoint begins, the derivatives of the arguments refer to the values after the primal function. When the adjoint
// returns, the derivatives must refer to the values before the primal function. The adjoint therefore adds to the
// derivatives of data that the primal reads, and sets to zero the derivatives of data that the primal writes. During
// the adjoint, datasets have the values after the primal function; ops_dat_get_raw_ptr_as_input gives access to the
// values before the primal function. Values that the adjoint writes to datasets are discarded when the adjoint ends.
// Both the primal and the adjoint may record on a nested tape (ops_create_tape).
//
// The arguments list the datasets that the primal or the adjoint accesses. The access of an argument is OPS_READ,
// OPS_WRITE (no value is read before it is written) or OPS_RW. OPS_INC counts as OPS_RW. Any access to a dataset that
// is not listed, or to its derivative, is an error. Datasets that the primal or the adjoint declares need not be
// listed. Without recording (-OPS_AD=0), only the primal runs.
//
// Scalars may be listed with ops_arg_scalar, but need not be. During the adjoint, scalars have the values that the
// primal left. If the primal overwrites a scalar (releases it with OPS_WRITE), the adjoint must set the scalar's
// derivative to zero, as for a dataset. If the primal releases a scalar with OPS_RW, the adjoint adds to the scalar's
// derivative.
//
// An external function has an adjoint but no tangent. It is an error if a direction of ops_tangent or
// ops_hessian_vector reaches a dataset or a scalar of an external function. If no direction reaches an external
// function, ops_hessian_vector runs its adjoint twice.
//
// On several processes, each process sees its own cells (ops_dat_get_extents). Scalars are the same on all processes.
// Before an external function assigns a number to a scalar or to its derivative, it must sum the number over all cells,
// with a loop and ops_arg_reduce. It is an error if the processes assign different numbers to a scalar.
#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/loops/launch/argument.hpp"

namespace ops {

/// A function, and the source location where the program passed the function to the library.
struct Placed {
  template <class Body>
    requires(std::invocable<Body&> && !std::same_as<std::remove_cvref_t<Body>, Placed>)
  Placed(Body&& body, Where line = Where::current()) : run(std::forward<Body>(body)), where(line) {}
  std::function<void()> run;
  Where where;
};

void execute_external(const char* call, const Placed& primal, std::function<void()> adjoint,
                      std::span<const ops_arg> args);

}  // namespace ops

/// Runs the function `primal` and records it as one event with the given adjoint. Until the recording is discarded, the
/// tape keeps the results of the primal, and the earlier values of all arguments except those with OPS_WRITE.
/// @throws OPSException  an argument is not a dataset or scalar of the same instance; a function is empty; an access
///     disagrees with its declaration
template <std::same_as<ops_arg>... Args>
void ops_execute_external_function(ops::Placed primal, std::function<void()> adjoint, Args... args) {
  const std::initializer_list<ops_arg> list{args...};
  ops::execute_external("ops_execute_external_function", primal, std::move(adjoint), {list.begin(), list.size()});
}
/// Runs and records an external function whose number of arguments is known only at run time.
inline void ops_execute_external_function(ops::Placed primal, std::function<void()> adjoint,
                                          const std::vector<ops_arg>& args) {
  ops::execute_external("ops_execute_external_function", primal, std::move(adjoint), args);
}
/// Exists for compatibility, for external functions that may be recomputed. The library never recomputes external
/// functions, so ops_execute_external_function_recomp does the same as ops_execute_external_function.
template <std::same_as<ops_arg>... Args>
void ops_execute_external_function_recomp(ops::Placed primal, std::function<void()> adjoint, Args... args) {
  const std::initializer_list<ops_arg> list{args...};
  ops::execute_external("ops_execute_external_function_recomp", primal, std::move(adjoint),
                        {list.begin(), list.size()});
}

/// Returns the memory space of raw pointers inside external functions, which is OPS_HOST.
ops_memspace ops_ad_external_function_get_memspace(ops::Context* instance);

/// In an adjoint, returns a pointer for reading the values that a dataset had before the external function. The pointer
/// refers to the first interior element, in the layout that ops_dat_get_raw_metadata describes. Release the pointer
/// with ops_dat_release_raw_data(dat, part, OPS_READ).
/// @throws OPSException  not in an adjoint; the dataset is not listed, or listed as OPS_WRITE
char* ops_dat_get_raw_ptr_as_input(ops_dat dat, int part, ops_memspace* memspace,
                                   ops::Where where = ops::Where::current());
