// ops/support/static_storage.hpp: whether an address belongs to a variable that lives as long as the program.
#pragma once

namespace ops {

/// True for globals and static variables of the program and its libraries; false for stack and heap, and where it
/// cannot be told.
bool in_static_storage(const void* address) noexcept;

}  // namespace ops
