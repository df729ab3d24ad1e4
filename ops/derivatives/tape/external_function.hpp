// ops/derivatives/tape/external_function.hpp: external functions: code outside of loops that has a hand-written
// adjoint, recorded as one event.
//
//   ops_execute_external_function([&] { solve(u, f); }, [&] { solve_adjoint(u, f); },
//                                 ops_arg_dat(f, 1, point, "double", OPS_READ),
//                                 ops_arg_dat(u, 1, point, "double", OPS_RW));
//
// The primal function runs immediately. Its loops are passive, and it may read and write values with raw pointers,
// fetch and set. The adjoint runs when the reverse sweep reaches the event. On entry, the derivatives of the arguments
// are those with respect to the values after the function. On return, they must be those with respect to the values
// before it. So the adjoint adds to the derivatives of data that the primal reads, and sets to zero the derivatives of
// data that the primal writes. During the adjoint, values are those after the function; ops_dat_get_raw_ptr_as_input
// gives those before it. Values that the adjoint writes to datasets are discarded when it ends. Both functions may
// record on a nested tape (ops_create_tape).
//
// The arguments list the datasets that either function accesses: OPS_READ, OPS_WRITE (no value is read before it is
// written) or OPS_RW. OPS_INC counts as OPS_RW. An access that is not listed is an error, also to derivatives. Datasets
// that the functions declare themselves need not be listed. Without recording (-OPS_AD=0), only the primal runs.
//
// Scalars need not be listed; list them with ops_arg_scalar. The adjoint sees the values that the primal left. If the
// primal overwrites a scalar (releases it with OPS_WRITE), the adjoint must set its derivative to zero, as for a
// dataset. After OPS_RW, the adjoint adds to the derivative.
//
// An external function has an adjoint and no tangent. It is an error if a direction of a tangent, or of second
// derivatives, reaches a dataset or a scalar of the function. If no direction does, second derivatives run its adjoint
// twice.
//
// On several processes, each process sees its own cells (ops_dat_get_extents). Scalars are the same on all processes.
// Before a function assigns a value or a derivative to a scalar, it must sum it over all cells, with a loop and
// ops_arg_reduce. It is an error if the processes assign different numbers.
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

/// A function, and the place where the program passed it.
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

/// Runs `primal` and records it as one event with the given adjoint. The tape keeps the results, and the earlier values
/// of all arguments that are not OPS_WRITE, until the recording is discarded.
/// @throws OPSException  an argument is not a dataset or scalar of the same instance; a function is empty; an access
///     disagrees with its declaration
template <std::same_as<ops_arg>... Args>
void ops_execute_external_function(ops::Placed primal, std::function<void()> adjoint, Args... args) {
  const std::initializer_list<ops_arg> list{args...};
  ops::execute_external("ops_execute_external_function", primal, std::move(adjoint), {list.begin(), list.size()});
}
/// The same, where the number of arguments is known only at run time.
inline void ops_execute_external_function(ops::Placed primal, std::function<void()> adjoint,
                                          const std::vector<ops_arg>& args) {
  ops::execute_external("ops_execute_external_function", primal, std::move(adjoint), args);
}
/// For primals that the library may recompute instead of keeping their results. Does the same as
/// ops_execute_external_function: the library does not recompute primals.
template <std::same_as<ops_arg>... Args>
void ops_execute_external_function_recomp(ops::Placed primal, std::function<void()> adjoint, Args... args) {
  const std::initializer_list<ops_arg> list{args...};
  ops::execute_external("ops_execute_external_function_recomp", primal, std::move(adjoint),
                        {list.begin(), list.size()});
}

/// The memory space of raw pointers inside external functions: OPS_HOST.
ops_memspace ops_ad_external_function_get_memspace(ops::Context* instance);

/// In an adjoint: a pointer to the first interior element of the values before the external function, for reading. The
/// layout is that of ops_dat_get_raw_metadata. Release it with ops_dat_release_raw_data(dat, part, OPS_READ).
/// @throws OPSException  not in an adjoint; the dataset is not listed, or listed as OPS_WRITE
char* ops_dat_get_raw_ptr_as_input(ops_dat dat, int part, ops_memspace* memspace,
                                   ops::Where where = ops::Where::current());
