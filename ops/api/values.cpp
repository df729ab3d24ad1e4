// ops/api/values.cpp: checks types and numbers of values, and calls the untyped functions.
#include "ops/api/values.hpp"

#include <algorithm>
#include <cstring>

#include "ops/api/host_access.hpp"
#include "ops/data/dense_array.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/hessian.hpp"
#include "ops/derivatives/gradients/tangents.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/communicator.hpp"

namespace ops::typed {
namespace {

OPSException bad(const char* call, ops_dat dat, Where where) {
  return error_at(OPS_INVALID_ARGUMENT, call, where) << "dataset '" << dat->name_storage << "': ";
}

void check_given(ops_dat dat, std::size_t given, Type asked, const char* call, Where where) {
  const std::size_t wanted = count(dat, asked, call, where);
  if (given != wanted)
    throw bad(call, dat, where) << given << " values were given, but the interior of the dataset (cells "
                                << range_text(dat->layout.interior, dat->block->dims)
                                << ", components per cell: " << dat->dim << ") has " << wanted << " values";
}

/// The published calls take what they only read as `char*`.
char* bytes(const void* from) { return const_cast<char*>(static_cast<const char*>(from)); }

}  // namespace

std::size_t count(ops_dat dat, Type asked, const char* call, Where where) {
  if (!alive(dat))
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << (dat == nullptr ? "the dataset is null" : "the dataset no longer exists");
  if (dat->element != asked)
    throw bad(call, dat, where) << "is of type \"" << dat->type << "\", but the values are of type \""
                                << type_name(asked) << "\"";
  place_dats(*dat->block->context);
  return static_cast<std::size_t>(dat->layout.interior.volume()) * static_cast<std::size_t>(dat->dim);
}

namespace {

/// Of this process's cells, as the published calls do.
void fetch_own(ops_dat dat, Part part, char* data, Where where) {
  switch (part) {
    case Part::values: return ops_dat_fetch_data(dat, 0, data, where);
    case Part::saved:
      read_outside(dat, where);
      return read_own_cells(reinterpret_cast<std::byte*>(data), dat->buffer, dat->layout,
                            own_cells(dat->layout, dat->layout.interior));
    case Part::derivative: return ops_dat_fetch_derivative(dat, data, OPS_HOST, where);
    case Part::tangent: return ops_dat_fetch_tangent(dat, data, OPS_HOST, where);
    case Part::hessian_vector: return ops_dat_fetch_hessian_vector(dat, data, OPS_HOST, where);
  }
}

std::size_t bytes_of(ops_dat dat, const Box& cells) {
  return static_cast<std::size_t>(cells.volume()) * static_cast<std::size_t>(dat->elem_size);
}

/// The interior cells of a process.
Box part_of(ops_dat dat, int process) {
  const Placement& placement = dat->layout.placement;
  const Index part = placement.decomposition->part_of(process);
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (placement.whole[axis] && part[axis] != 0) return Box::none();  // what several have comes from the first
  return intersection(placement.share(part), dat->layout.interior);
}

/// Of values of all interior cells, those that this process owns.
std::vector<std::byte> own_part(ops_dat dat, const void* from) {
  const Box cells = own_cells(dat->layout, dat->layout.interior);
  std::vector<std::byte> own(std::max<std::size_t>(bytes_of(dat, cells), 1));
  copy_dense(own.data(), cells, static_cast<const std::byte*>(from), dat->layout.interior, cells, dat->layout);
  return own;
}

}  // namespace

/// Every process gets all values.
void fetch(ops_dat dat, Part part, void* into, Where where) {
  if (dat->layout.placement.decomposition == nullptr) return fetch_own(dat, part, static_cast<char*>(into), where);
  const Communicator& all = communicator();
  std::vector<std::byte> own(bytes_of(dat, dat->layout.interior)), packed(own.size());
  fetch_own(dat, part, reinterpret_cast<char*>(own.data()), where);
  std::vector<std::size_t> counts;
  for (int process = 0; process < all.size(); ++process) counts.push_back(bytes_of(dat, part_of(dat, process)));
  all.gather(std::span(own).first(counts[static_cast<std::size_t>(all.rank())]), counts, packed.data());
  const std::byte* next = packed.data();
  for (int process = 0; process < all.size(); ++process) {
    const Box cells = part_of(dat, process);
    copy_dense(static_cast<std::byte*>(into), dat->layout.interior, next, cells, cells, dat->layout);
    next += counts[static_cast<std::size_t>(process)];
  }
}

void set(ops_dat dat, Part part, const void* from, std::size_t given, Type asked, const char* call, Where where) {
  check_given(dat, given, asked, call, where);
  std::vector<std::byte> own;
  if (dat->layout.placement.decomposition != nullptr) from = (own = own_part(dat, from)).data();
  if (part == Part::values) ops_dat_set_data(dat, 0, bytes(from), where);
  else ops_dat_set_derivative(dat, bytes(from), OPS_HOST, where);
}

ops_ad_direction along(ops_dat dat, const void* from, std::size_t given, Type asked, Where where) {
  check_given(dat, given, asked, "ops_ad_along", where);
  ops_ad_direction direction{dat, bytes(from)};
  if (dat->layout.placement.decomposition == nullptr) return direction;
  direction.kept = std::make_shared<const std::vector<std::byte>>(own_part(dat, from));
  direction.data = bytes(direction.kept->data());
  return direction;
}

void set(ops_scalar scalar, const void* from, std::size_t given, Type asked, Where where) {
  constexpr const char* call = "ops_scalar_set_data";
  scalar_data(scalar, asked, call, where);
  if (given != static_cast<std::size_t>(scalar->dim))
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << given << " values were given, but scalar '" << scalar->name << "' has dimension " << scalar->dim;
  void* const place = take_scalar(scalar, asked, where);
  std::memcpy(place, from, static_cast<std::size_t>(scalar->size));
  release_scalar(scalar, place, asked, OPS_WRITE, where);
}

void require_single(ops_reduction handle, const char* call, Where where) {
  if (!alive(handle))
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << (handle == nullptr ? "the reduction is null" : "the reduction no longer exists");
  if (handle->dim != 1)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "reduction '" << handle->name << "' has " << handle->dim << " components, but this call supports only one";
}

void require_result(ops_reduction handle, const char* call, Where where) {
  require_single(handle, call, where);
  if (handle->initialized == 0)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "reduction '" << handle->name
        << "': no loop has contributed to this reduction since it was declared or last read; call " << call
        << " after a loop that contributes to the reduction, and store the value if you need it more than once";
}

}  // namespace ops::typed
