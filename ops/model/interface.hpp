// ops/model/interface.hpp: C functions through which callers in other languages use the models of a program.
//
// Functions that return a status return 0 for success, 1 for an error, whose text opsgrad_error returns, and 2 if the
// caller interrupted them. They add 4 if opsgrad_said has text. One thread at a time works in a program; other threads
// wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "ops/model/slot.hpp"

#define OPSGRAD_EXPORTED extern "C" __attribute__((visibility("default"), used))

/// An instance of a model and what the caller gave with it.
struct opsgrad_slot;
/// Values that the caller gives; see ops::model::Strided.
struct opsgrad_values {
  const void* first;              ///< null: none are given
  const std::ptrdiff_t* strides;  ///< axis 0 first, then the components; null: packed. Scalars are packed
  int on_device;
};
/// A view that the caller holds.
struct opsgrad_view {
  explicit opsgrad_view(ops::model::View of) : values(std::move(of)) {}
  ops::model::View values;
};

/// Raised with each change of these functions.
OPSGRAD_EXPORTED int opsgrad_version();
/// Of the last error on this thread.
OPSGRAD_EXPORTED const char* opsgrad_error();
/// Names of the models, one on each line.
OPSGRAD_EXPORTED const char* opsgrad_models();
/// About twenty times a second, work asks the caller whether it is to go on: `*answer` is 0, and work stops unless
/// `goes_on` makes it 1. Null: work does not ask.
OPSGRAD_EXPORTED void opsgrad_ask(void (*goes_on)(int* answer));

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

/// Everything as the body left it, the inputs that are given, a run.
/// @param recorded  for derivatives
/// @param inputs    for each input its values, or none: as the body left it
OPSGRAD_EXPORTED int opsgrad_evaluate(opsgrad_slot* slot, int recorded, const opsgrad_values* inputs);
/// Where the result of a reduction is after each evaluation, as long as the slot is there.
OPSGRAD_EXPORTED const void* opsgrad_result(opsgrad_slot* slot, int output);
/// The address of the first value in `*first`, for as long as the view is held. @return null: an error
OPSGRAD_EXPORTED opsgrad_view* opsgrad_output(opsgrad_slot* slot, int output, void** first);
/// From any thread, at any time.
OPSGRAD_EXPORTED void opsgrad_let_go(opsgrad_view* view);
/// Copies a view on a device to packed memory of the host.
OPSGRAD_EXPORTED int opsgrad_fetch(opsgrad_view* view, void* into);
/// A DLManagedTensor of DLPack with these values, which holds them until its deleter is called, from any thread.
/// @param type     DLPack's type of device, and its number
/// @param code     DLPack's code of the values' type
/// @param strides  [values]
OPSGRAD_EXPORTED void* opsgrad_export(opsgrad_view* view, int type, int number, int code, int bits, int axes,
                                      const std::int64_t* shape, const std::int64_t* strides);

// Of the last evaluation, which was recorded. Inputs and outputs without a derivative are left out; other values of the
// caller's are packed.

/// J^T seeds. @param seeds  for each output, or none: it does not count. Seeds on the host are packed
/// @param views   for each input that is a dataset: a view of its gradient
/// @param values  for each input: of a dataset the address of the first value, of a scalar where to write to
OPSGRAD_EXPORTED int opsgrad_reverse(opsgrad_slot* slot, const opsgrad_values* seeds, opsgrad_view** views,
                                     void** values);
/// Calls opsgrad_evaluate, recorded, and then opsgrad_reverse.
OPSGRAD_EXPORTED int opsgrad_evaluate_and_reverse(opsgrad_slot* slot, const opsgrad_values* inputs,
                                                  const opsgrad_values* seeds, opsgrad_view** views, void** values);
/// J directions. @param directions  for each input; null: it does not move @param into  for each output
OPSGRAD_EXPORTED int opsgrad_advance(opsgrad_slot* slot, const void* const* directions, void* const* into);
/// How J^T seeds changes along directions. @param into  for each input
OPSGRAD_EXPORTED int opsgrad_second(opsgrad_slot* slot, const opsgrad_values* seeds, const void* const* directions,
                                    void* const* into);
