# ops::warnings: what library code and generated code must compile without a word under.
add_library(ops_warnings INTERFACE)
add_library(ops::warnings ALIAS ops_warnings)
target_compile_options(ops_warnings INTERFACE $<BUILD_INTERFACE:-Wall;-Wextra;-Wshadow;-Wconversion;-Werror>)
