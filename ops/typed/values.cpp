// ops/typed/values.cpp: types and numbers of values are compared, then the published calls do the rest.
#include "ops/typed/values.hpp"

#include <cstring>

#include "ops/core/alive.hpp"
#include "ops/gradient/hessian.hpp"
#include "ops/gradient/tangents.hpp"

namespace ops::typed {
namespace {

OPSException bad(const char* call, ops_dat dat, Where where) {
  return error_at(OPS_INVALID_ARGUMENT, call, where) << "dataset '" << dat->name_storage << "': ";
}

void check_given(ops_dat dat, std::size_t given, Type asked, const char* call, Where where) {
  const std::size_t wanted = count(dat, asked, call, where);
  if (given != wanted)
    throw bad(call, dat, where) << given << " values are given, but the interior " << range_text(dat->layout.interior, dat->block->dims) << " with "
                                << dat->dim << (dat->dim == 1 ? " component" : " components") << " per cell has " << wanted;
}

/// The published calls take what they only read as `char*`.
char* bytes(const void* from) { return const_cast<char*>(static_cast<const char*>(from)); }

}  // namespace

std::size_t count(ops_dat dat, Type asked, const char* call, Where where) {
  if (!alive(dat))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << (dat == nullptr ? "the dataset is null" : "the dataset does not exist any more");
  if (dat->element != asked) throw bad(call, dat, where) << "is of type \"" << dat->type << "\", the values are of type \"" << type_name(asked) << "\"";
  return static_cast<std::size_t>(dat->layout.interior.volume()) * static_cast<std::size_t>(dat->dim);
}

void fetch(ops_dat dat, Part part, void* into, Where where) {
  char* const data = static_cast<char*>(into);
  switch (part) {
    case Part::values: return ops_dat_fetch_data(dat, 0, data, where);
    case Part::derivative: return ops_dat_fetch_derivative(dat, data, OPS_HOST, where);
    case Part::tangent: return ops_dat_fetch_tangent(dat, data, OPS_HOST, where);
    case Part::hessian_vector: return ops_dat_fetch_hessian_vector(dat, data, OPS_HOST, where);
  }
}

void set(ops_dat dat, Part part, const void* from, std::size_t given, Type asked, const char* call, Where where) {
  check_given(dat, given, asked, call, where);
  if (part == Part::values) ops_dat_set_data(dat, 0, bytes(from), where);
  else ops_dat_set_derivative(dat, bytes(from), OPS_HOST, where);
}

ops_ad_direction along(ops_dat dat, const void* from, std::size_t given, Type asked, Where where) {
  check_given(dat, given, asked, "ops_ad_along", where);
  return {dat, bytes(from)};
}

void set(ops_scalar scalar, const void* from, std::size_t given, Type asked, Where where) {
  constexpr const char* call = "ops_scalar_set_data";
  scalar_data(scalar, asked, call, where);
  if (given != static_cast<std::size_t>(scalar->dim))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "scalar '" << scalar->name << "': " << given << " values are given, it has " << scalar->dim
                                                      << (scalar->dim == 1 ? " component" : " components");
  void* const place = take_scalar(scalar, asked, where);
  std::memcpy(place, from, static_cast<std::size_t>(scalar->size));
  release_scalar(scalar, place, asked, OPS_WRITE, where);
}

void require_single(ops_reduction handle, const char* call, Where where) {
  if (!alive(handle))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << (handle == nullptr ? "the reduction is null" : "the reduction does not exist any more");
  if (handle->dim != 1)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "reduction '" << handle->name << "' has " << handle->dim << " components; one is possible here";
}

}  // namespace ops::typed
