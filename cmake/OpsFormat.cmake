# ops::format, for rooms that include ops/diag/format.hpp: nothing where the standard library has std::format, the headers of libfmt elsewhere.
include_guard(GLOBAL)
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#include <version>
#ifndef __cpp_lib_format
#error this standard library has no std::format
#endif
#include <format>
int main() { return std::format(\"{}\", 0).empty() ? 1 : 0; }" OPSGRAD_STD_FORMAT)

add_library(ops_format INTERFACE)
add_library(ops::format ALIAS ops_format)
if(NOT OPSGRAD_STD_FORMAT)
  find_package(fmt QUIET)
  if(NOT TARGET fmt::fmt-header-only)
    message(FATAL_ERROR "OPSgrad needs std::format or libfmt. This compiler has no std::format (GCC 13 and later have it), and libfmt was not "
                        "found: install it (Debian: libfmt-dev) or point -Dfmt_DIR= at its CMake package.")
  endif()
  target_link_libraries(ops_format INTERFACE $<BUILD_INTERFACE:fmt::fmt-header-only>)
endif()
