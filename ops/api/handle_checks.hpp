// ops/api/handle_checks.hpp: checks of the handles that API functions receive. Private to this room.
#pragma once

#include "ops/data/context.hpp"

namespace ops {

/// @param kind  "block", "halo group", ..
/// @throws OPSException  the handle is null, or its instance has been shut down
void require_alive(const void* handle, const char* call, const char* kind, Where where);

/// The context of a dataset that is alive and not freed.
Context& usable(ops_dat dat, const char* call, Where where);

/// @throws OPSException  a raw pointer to the dataset's values is out
void require_released(ops_dat dat, const char* call, Where where);

/// @throws OPSException  block dimensions, sizes, halos, components or types differ
void require_same_shape(ops_dat a, ops_dat b, const char* call, Where where);

/// One partition, number 0.
void require_part(ops_dat dat, int part, const char* call, Where where);

/// @param subject  name of the dataset, stencil, ..; may be null
void require_pointer(const void* pointer, const char* call, const char* subject, const char* parameter, Where where);

/// OPS_HOST, or 0 for "wherever it is".
void require_host(ops_dat dat, ops_memspace memspace, const char* call, Where where);

/// `range` = {lo0, hi0, lo1, hi1, ..} as a box inside the allocated cells.
Box require_slab(ops_dat dat, const int* range, const char* call, Where where);

}  // namespace ops
