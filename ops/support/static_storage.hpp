// ops/diag/static_storage.hpp: whether an address belongs to a variable that lives as long as the program.
// Knows the segments of the process; knows nothing of what lies there.
#pragma once

namespace ops {

/// True for globals and static variables of the program and its libraries; false for stack and heap, and where it
/// cannot be told.
bool in_static_storage(const void* address) noexcept;

}  // namespace ops
