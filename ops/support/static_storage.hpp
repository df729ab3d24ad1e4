// ops/support/static_storage.hpp: tests whether an address belongs to a variable with static storage.
#pragma once

namespace ops {

/// True for globals and static variables of the program and its libraries; false for stack and heap, and where it
/// cannot be told.
bool in_static_storage(const void* address) noexcept;

}  // namespace ops
