// ops/loops/engine/find_implementation.hpp: finds the registered implementation of a loop, or the reason why there is
// none.
#pragma once

#include <source_location>
#include <string>

#include "ops/loops/launch/registry.hpp"

namespace ops {

struct Lookup {
  const LoopImplementation* found = nullptr;
  std::string problem;  ///< why not; "" if found
};

Lookup find_implementation(const Registry& registry, const char* name, const std::source_location& where,
                           const std::string& signature);

}  // namespace ops
