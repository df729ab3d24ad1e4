# ops::warnings: what library code and generated code must compile without a word under.
# Where sources are compiled together, classes of one source have members of types that only that source sees.
# GCC 12 reports -Wrestrict falsely on std::string concatenation at -O3 (its bug 105651).
add_library(ops_warnings INTERFACE)
add_library(ops::warnings ALIAS ops_warnings)
target_compile_options(ops_warnings INTERFACE $<BUILD_INTERFACE:-Wall;-Wextra;-Wshadow;-Wconversion;-Werror;-Wno-restrict;$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>>)
