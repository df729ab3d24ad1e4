# ops::flags: how libraries of this tree are compiled, whatever project they are part of. Nothing of it is passed on.
#
# Without -ffp-contract=off a*b+c may be fused on one target and not on another, and results differ in the last bit. Where all sources of a library
# are compiled together, classes of one source have members of types that only that source sees. GCC 12 reports -Wrestrict falsely on std::string
# concatenation at -O3 (its bug 105651). Clang warns of GCC's own headers, and of names that are the same in sources that are compiled together,
# so its warnings are never errors; its -Wconversion includes -Wsign-conversion, which GCC's does not.
option(OPSGRAD_WERROR "Warnings of GCC are errors: for who changes this tree" OFF)
add_library(ops_flags INTERFACE)
add_library(ops::flags ALIAS ops_flags)
target_compile_options(ops_flags INTERFACE $<BUILD_INTERFACE:-ffp-contract=off;-fno-semantic-interposition>
  $<BUILD_INTERFACE:-Wall;-Wextra;-Wshadow;-Wconversion;$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-subobject-linkage>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>>
  $<BUILD_INTERFACE:$<$<AND:$<BOOL:${OPSGRAD_WERROR}>,$<CXX_COMPILER_ID:GNU>>:-Werror>>)
