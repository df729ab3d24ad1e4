// ops/diag/format.hpp: ops::format and ops::format_to: std::format where the standard library has it, libfmt elsewhere.
// For .cpp files only: compilers of devices do not read libfmt. A room that includes it links ops::format
// (cmake/OpsFormat.cmake).
#pragma once

#include <version>

#ifdef __cpp_lib_format
#include <format>
namespace ops {
using std::format;
using std::format_to;
}  // namespace ops
#else
#include <fmt/format.h>
namespace ops {
using fmt::format;
using fmt::format_to;
}  // namespace ops
#endif
