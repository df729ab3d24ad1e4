// tests/tier.hpp: whether all cases are tested, as tests/tier.py has it for Python.
#pragma once

#include <cstdlib>
#include <string_view>

inline bool full_tier() {
  const char* const said = std::getenv("OPSGRAD_FULL");
  return said != nullptr && std::string_view(said) == "1";
}
