// ops/support/format.hpp: ops::format and ops::format_to: std::format where the standard library has it, otherwise
// formatted.hpp. For .cpp files only, because <format> takes long to compile.
#pragma once

#include <version>

#ifdef __cpp_lib_format
#include <format>
namespace ops {
using std::format;
using std::format_to;
}  // namespace ops
#else
#include "ops/support/formatted.hpp"
namespace ops {
using formatted::format;
using formatted::format_to;
}  // namespace ops
#endif
