// ops/derivatives/tape/external_function.hpp: code outside of loops with an adjoint of its own, as one event of the
// recording.
//
//   ops_execute_external_function([&] { solve(u, f); }, [&] { solve_adjoint(u, f); },
//                                 ops_arg_dat(f, 1, point, "double", OPS_READ),
//                                 ops_arg_dat(u, 1, point, "double", OPS_RW));
//
// The primal runs at once. In it loops are passive, and values may be read and written through raw pointers, fetch and
// set. The adjoint runs when the reverse sweep comes by. On entry the derivatives of the arguments are those with
// respect to their values after the function; on return they must be those with respect to the values before it: it
// adds to the derivatives of what the primal read and makes those of what it wrote zero. Values are those after the
// function; ops_dat_get_raw_ptr_as_input gives those before it. What the adjoint writes to datasets is gone when it
// ends. Both may record on a tape of their own (ops_create_tape).
//
// The arguments say which datasets either of them touches: OPS_READ, OPS_WRITE (nothing is read before it is written)
// or OPS_RW, of which OPS_INC counts as one. Both are held to it, also as regards derivatives; datasets that they
// declare themselves are free. Without recording (-OPS_AD=0) the primal just runs.
//
// Scalars need not be declared (ops_arg_scalar, if they are): the adjoint sees the values that the primal left. A
// scalar that the primal gives a value whatever it was (released with OPS_WRITE) is to have its derivative made zero,
// as that of a dataset; OPS_RW adds to what it was.
//
// On several processes each sees its own cells (ops_dat_get_extents). Scalars are the same on all: what either function
// gives to one, value or derivative, is to be summed over all cells first, by a loop with ops_arg_reduce. If it is not
// the same on all processes, that is an error.
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

/// A function and the line on which it was given.
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

/// Keeps the results, and the values before of what is not OPS_WRITE, until the recording is forgotten.
/// @throws OPSException  an argument is no dataset or scalar of one instance; a function is empty; a touch disagrees
/// with its declaration
template <std::same_as<ops_arg>... Args>
void ops_execute_external_function(ops::Placed primal, std::function<void()> adjoint, Args... args) {
  const std::initializer_list<ops_arg> list{args...};
  ops::execute_external("ops_execute_external_function", primal, std::move(adjoint), {list.begin(), list.size()});
}
/// The same, where the number of arguments is known at run time only.
inline void ops_execute_external_function(ops::Placed primal, std::function<void()> adjoint,
                                          const std::vector<ops_arg>& args) {
  ops::execute_external("ops_execute_external_function", primal, std::move(adjoint), args);
}
/// For primals that may be run again instead of keeping their results. The same: the library does not run primals
/// again.
template <std::same_as<ops_arg>... Args>
void ops_execute_external_function_recomp(ops::Placed primal, std::function<void()> adjoint, Args... args) {
  const std::initializer_list<ops_arg> list{args...};
  ops::execute_external("ops_execute_external_function_recomp", primal, std::move(adjoint),
                        {list.begin(), list.size()});
}

/// Where raw pointers point to inside external functions: OPS_HOST.
ops_memspace ops_ad_external_function_get_memspace(ops::Context* instance);

/// In an adjoint: first interior element of the values before the external function, laid out as
/// ops_dat_get_raw_metadata says; to be read only, and released with ops_dat_release_raw_data(dat, part, OPS_READ).
/// @throws OPSException  not in an adjoint, dataset not declared or declared as OPS_WRITE
char* ops_dat_get_raw_ptr_as_input(ops_dat dat, int part, ops_memspace* memspace,
                                   ops::Where where = ops::Where::current());
