// ops/api/scalar.cpp: values of scalars, as users read and write them and as reductions set them.
#include "ops/api/data.hpp"
#include "ops/api/handle_checks.hpp"
#include "ops/loops/launch/recorder.hpp"

namespace {

using ops::error_at;
using ops::Where;

void check_access(ops_scalar scalar, ops_access access, const char* call, Where where) {
  if (access < OPS_READ || access > OPS_MAX)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "scalar '" << scalar->name << "': " << ops::access_name(access) << " is not an access mode";
}

void check_alike(ops_scalar scalar, ops_reduction handle, const char* call, Where where) {
  const auto differ = [&] {
    return error_at(OPS_INVALID_ARGUMENT, call, where)
           << "scalar '" << scalar->name << "' and reduction '" << handle->name << "' ";
  };
  if (scalar->context != handle->context) throw differ() << "belong to different OPS_instances";
  if (scalar->element != handle->element)
    throw differ() << "have different types: " << scalar->type << " and " << handle->type;
  if (scalar->dim != handle->dim) throw differ() << "have " << scalar->dim << " and " << handle->dim << " components";
}

void check_type(ops_scalar scalar, ops::Type asked, const char* call, Where where) {
  ops::require_alive(scalar, call, "scalar", where);
  if (asked != scalar->element)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "scalar '" << scalar->name << "' is of type " << scalar->type
                                                      << ", but was requested as " << ops::type_name(asked);
}

}  // namespace

namespace ops {

void* scalar_data(ops_scalar scalar, Type asked, const char* call, Where where) {
  check_type(scalar, asked, call, where);
  scalar->shown = true;
  if (scalar->context->hooks.recorder) scalar->context->hooks.recorder->scalar_read(scalar, where);
  return scalar->data;
}

void* take_scalar(ops_scalar scalar, Type asked, Where where) {
  void* data = scalar_data(scalar, asked, "get_raw_pointer", where);
  ++scalar->raw_out;
  return data;
}

void release_scalar(ops_scalar scalar, const void* pointer, Type asked, ops_access access, Where where) {
  constexpr const char* call = "release_raw_pointer";
  check_type(scalar, asked, call, where);
  check_access(scalar, access, call, where);
  const auto fail = [&](int code) { return error_at(code, call, where) << "scalar '" << scalar->name << "': "; };
  if (scalar->raw_out <= 0)
    throw fail(OPS_RUNTIME_ERROR) << "there is no raw pointer to release; call get_raw_pointer before each release";
  if (pointer != scalar->data)
    throw fail(OPS_INVALID_ARGUMENT) << "this is not the pointer that get_raw_pointer returned";
  --scalar->raw_out;
  if (access != OPS_READ && scalar->context->hooks.recorder)
    scalar->context->hooks.recorder->scalar_write(scalar, nullptr, access, where);
}

}  // namespace ops

void ops_scalar_from_reduction(ops_scalar scalar, ops_reduction handle, Where where) {
  constexpr const char* call = "ops_scalar_from_reduction";
  ops::require_alive(scalar, call, "scalar", where);
  ops::require_alive(handle, call, "reduction handle", where);
  check_alike(scalar, handle, call, where);
  if (scalar->passive && scalar->context->hooks.redirector)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "scalar '" << scalar->name
        << "' is passive, so derivatives cannot pass through it; declare the scalar with ops_decl_scalar";
  if (scalar->raw_out > 0)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "scalar '" << scalar->name
        << "': a raw pointer to its value has not been released; call release_raw_pointer first";
  ops::read_reduction(handle, scalar->data, {handle->element, ops::type_size(handle->element), false, true}, where,
                      scalar);
  if (scalar->context->hooks.recorder) scalar->context->hooks.recorder->scalar_write(scalar, handle, OPS_WRITE, where);
}
