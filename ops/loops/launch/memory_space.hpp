// ops/loops/launch/memory_space.hpp: raw pointers for users, to memory of the host or of a device.
#pragma once

#include "ops/data/handles.hpp"

namespace ops {

/// Which raw pointers to a dataset: those to its values, or those to its derivative.
enum class Pointers { values, derivative };

/// Where a pointer that is asked for will be. @param asked  OPS_HOST, OPS_DEVICE, or 0, which is the host, and which is
/// told; may be null
/// @throws OPSException  there is no such memory, or pointers are out to the other
ops_memspace space_of_pointer(ops_dat dat, Pointers which, ops_memspace* asked, const char* call, Where where);
/// Counts it. @param values  the dataset's, or its derivative's  @return to the first cell without halos
char* hand_out(ops_dat dat, Pointers which, const BufferRef& values, ops_memspace space);
/// @param told  where the pointer is that comes back; null or 0: wherever it is
/// @throws OPSException  it is not there
void require_space(ops_dat dat, Pointers which, const ops_memspace* told, const char* call, Where where);

}  // namespace ops
