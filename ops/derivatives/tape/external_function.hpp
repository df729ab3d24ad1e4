// ops/derivatives/tape/external_function.hpp: declares functions that record external functions. An external function
// is user code outside of loops, and its adjoint is also written by the user.
//
//   ops_execute_external_function([&] { solve(u, f); }, [&] { solve_adjoint(u, f); },
//                                 ops_arg_dat(f, 1, point, "double", OPS_READ),
//                                 ops_arg_dat(u, 1, point, "double", OPS_RW));
//
// The primal function runs immediately. The library does not differentiate loops in the primal function, because the
// adjoint function provides the derivatives. The primal function may access values with raw pointers,
// ops_dat_fetch_data and ops_dat_set_data. The adjoint function runs when the reverse sweep reaches the external
// function. The adjoint function must add its contributions to the derivatives of data that the primal function reads.
// The adjoint function must set to zero the derivatives of data that the primal function writes. While the adjoint
// function runs, datasets and scalars have the values that they had when the primal function returned. To read the
// inputs of the primal function, the adjoint function calls ops_dat_get_raw_ptr_as_input. When the adjoint function
// returns, the library keeps the derivatives, but discards values that the function has written to datasets. Both the
// primal function and the adjoint function may record loops on a nested tape (ops_create_tape).
//
// The arguments must include every dataset that the primal function or the adjoint function accesses. The access mode
// of an argument must be OPS_READ, OPS_RW, OPS_INC (treated as OPS_RW) or OPS_WRITE. OPS_WRITE means that the external
// function does not read any value before writing it. An external function may access only datasets in its list of
// arguments, and their derivatives. Datasets that are declared inside the primal or adjoint function need not be in the
// list of arguments. Without recording (-OPS_AD=0), only the primal function runs.
//
// Listing scalars among the arguments (ops_arg_scalar) is optional. If the primal function overwrites a scalar
// (releases its raw pointer with OPS_WRITE), the adjoint function must set the scalar's derivative to zero. If the
// primal function changes a scalar with OPS_RW, the adjoint function must convert the derivative with respect to the
// new value into the derivative with respect to the old value.
//
// An external function has an adjoint but no tangent. The functions ops_tangent and ops_hessian_vector report an error
// if an input of an external function depends on a dataset or scalar with a tangent direction. The function
// ops_hessian_vector calls the adjoint of an external function twice: for the gradient, and for the gradient's
// directional derivative.
//
// In a run with several processes, an external function can access only the cells of its own process
// (ops_dat_get_extents). The values of scalars are the same on all processes. If an external function sums over cells
// to set a scalar or its derivative, the sum must include the cells of all processes (use ops_arg_reduce). All
// processes must assign the same value to a scalar.
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
/// tape keeps the results of the primal function, and the previous values of all arguments except OPS_WRITE arguments.
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
/// Does the same as ops_execute_external_function, and exists only for compatibility.
template <std::same_as<ops_arg>... Args>
void ops_execute_external_function_recomp(ops::Placed primal, std::function<void()> adjoint, Args... args) {
  const std::initializer_list<ops_arg> list{args...};
  ops::execute_external("ops_execute_external_function_recomp", primal, std::move(adjoint),
                        {list.begin(), list.size()});
}

/// Returns OPS_HOST, the memory space of raw pointers inside external functions.
ops_memspace ops_ad_external_function_get_memspace(ops::Context* instance);

/// Returns a pointer to the values that a dataset had before the external function ran, for use in the adjoint
/// function. The pointer refers to the first interior element, in the layout that ops_dat_get_raw_metadata describes.
/// Release the pointer with ops_dat_release_raw_data(dat, part, OPS_READ).
/// @throws OPSException  not in an adjoint; the dataset is not listed, or listed as OPS_WRITE
char* ops_dat_get_raw_ptr_as_input(ops_dat dat, int part, ops_memspace* memspace,
                                   ops::Where where = ops::Where::current());
