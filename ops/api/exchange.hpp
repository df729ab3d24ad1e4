// ops/api/exchange.hpp: the default instance of a thread, for who calls a program in several instances one after another.
// Private to the library. Knows instances.
#pragma once

#include <memory>

#include "ops/api/instance.hpp"

namespace ops {

/// `other` becomes the calling thread's default instance, and what was the default becomes `other`; null: none.
void exchange_default(std::unique_ptr<OPS_instance>& other) noexcept;

}  // namespace ops
