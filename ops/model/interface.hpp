// ops/model/interface.hpp: the models of a program for callers in other languages, by functions of C.
// Knows slots; how Python calls it is in python/opsgrad/library.py, which lists the same functions.
//
// Functions that return an int: 0 done, 1 an error, whose text opsgrad_error returns, 2 interrupted by the caller. One
// thread at a time works in a program: others wait.
#pragma once

#include <cstddef>

#include "ops/model/slot.hpp"

#define OPSGRAD_EXPORTED extern "C" __attribute__((visibility("default"), used))

/// An instance of a model and what the caller gave with it.
struct opsgrad_slot;
/// A view that the caller holds.
struct opsgrad_view {
  ops::model::View values;
};

/// Raised with each change of these functions.
OPSGRAD_EXPORTED int opsgrad_version();
/// Of the last error on this thread.
OPSGRAD_EXPORTED const char* opsgrad_error();
/// Names of the models, one on each line.
OPSGRAD_EXPORTED const char* opsgrad_models();
/// What is asked, about twenty times a second, whether work is to go on; it returns 0 if not. Null: nobody is.
OPSGRAD_EXPORTED void opsgrad_ask(int (*goes_on)());

/// @param size     axis 0 first; dims == 0: as usual
/// @param options  lines "name=value"
/// @param words    options of the runtime, one on each line
/// @param threads  0: as usual
/// @return null: an error
OPSGRAD_EXPORTED opsgrad_slot* opsgrad_open(const char* model, int dims, const int* size, const char* options,
                                            const char* words, int threads);
OPSGRAD_EXPORTED void opsgrad_close(opsgrad_slot* slot);
/// JSON (ops/model/describe.hpp). Valid until the next call of this function or opsgrad_said for the slot.
OPSGRAD_EXPORTED const char* opsgrad_describe(opsgrad_slot* slot);
/// What the runtime has printed since the last call.
OPSGRAD_EXPORTED const char* opsgrad_said(opsgrad_slot* slot);
OPSGRAD_EXPORTED int opsgrad_lasts(opsgrad_slot* slot);

OPSGRAD_EXPORTED int opsgrad_begin(opsgrad_slot* slot);
/// @param strides  [bytes], one for each axis, axis 0 first, then one for the components. Scalars: null
OPSGRAD_EXPORTED int opsgrad_set(opsgrad_slot* slot, int input, const void* values, const std::ptrdiff_t* strides);
OPSGRAD_EXPORTED int opsgrad_run(opsgrad_slot* slot, int recorded);
OPSGRAD_EXPORTED int opsgrad_result(opsgrad_slot* slot, int output, void* into);
/// The address of the first value in `*first`, for as long as the view is held.
OPSGRAD_EXPORTED opsgrad_view* opsgrad_output(opsgrad_slot* slot, int output, void** first);
OPSGRAD_EXPORTED opsgrad_view* opsgrad_gradient(opsgrad_slot* slot, int input, void** first);
/// From any thread, at any time.
OPSGRAD_EXPORTED void opsgrad_let_go(opsgrad_view* view);

/// @param packed  null: it does not count
OPSGRAD_EXPORTED int opsgrad_seed(opsgrad_slot* slot, int output, const void* packed);
OPSGRAD_EXPORTED int opsgrad_interpret(opsgrad_slot* slot);
OPSGRAD_EXPORTED int opsgrad_scalar_gradient(opsgrad_slot* slot, int input, void* into);
/// @param directions  of all inputs, packed; null: it does not move
OPSGRAD_EXPORTED int opsgrad_tangent(opsgrad_slot* slot, const void* const* directions);
OPSGRAD_EXPORTED int opsgrad_output_tangent(opsgrad_slot* slot, int output, void* into);
OPSGRAD_EXPORTED int opsgrad_hessian_vector(opsgrad_slot* slot, const void* const* directions);
OPSGRAD_EXPORTED int opsgrad_product(opsgrad_slot* slot, int input, void* into);
