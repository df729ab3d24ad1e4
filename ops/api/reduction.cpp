// ops/api/reduction.cpp: reads the result of a reduction, and resets the reduction.
#include <cstring>

#include "ops/api/data.hpp"
#include "ops/api/handle_checks.hpp"
#include "ops/loops/launch/recorder.hpp"

namespace ops {

void read_reduction(ops_reduction handle, void* out, const Element& element, Where where, ops_scalar into) {
  constexpr const char* call = "ops_reduction_result";
  require_alive(handle, call, "reduction handle", where);
  require_pointer(out, call, handle->name, "the pointer for the result", where);
  const auto complain = [&](int code) { return error_at(code, call, where) << "reduction '" << handle->name << "': "; };
  if (element.type != handle->element)
    throw complain(OPS_INVALID_ARGUMENT) << "the reduction is of type '" << handle->type
                                         << "', but its result was requested as type " << type_name(element.type);
  if (handle->initialized == 0)
    throw complain(OPS_RUNTIME_ERROR)
        << "the result is read too early: no loop has contributed to this reduction since it was declared or last read";
  if (handle->context->hooks.recorder != nullptr)
    handle->context->hooks.recorder->reduction_result(handle, where, into);
  std::memcpy(out, handle->values(), static_cast<std::size_t>(handle->size));
  handle->initialized = 0;
}

}  // namespace ops
