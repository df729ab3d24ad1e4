# ops_add_app(<name> SOURCES <file>.. TARGETS <target>.. [INCLUDE_DIRECTORIES <dir>..] [DEFINITIONS <def>..]
#             [LINK <library>..] [NO_DERIVATIVES])
#
# (Other CMake targets that this makes: <name>_objects, <name>_loops_written, <name>_<target>_loops.)
#
# One executable <name>_<target> per target (seq, openmp, checked) from one source. The sources are compiled as
# written, once; the translator reads them once and writes a loops.cpp for each target, which registers itself at start-up.
# Without an interpreter that has clang.cindex and jinja2, target seq is built from the sources alone (every loop
# runs as its reference; no gradients) and any other target is an error.
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/OpsPython.cmake)

option(OPSGRAD_NATIVE "Generated code uses every instruction of this machine" ON)
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/../translator)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH _ops_share)
  set_property(GLOBAL PROPERTY OPSGRAD_SHARE_DIR ${_ops_share})
endif()

function(ops_add_app name)
  cmake_parse_arguments(PARSE_ARGV 1 app "NO_DERIVATIVES" "" "SOURCES;TARGETS;INCLUDE_DIRECTORIES;DEFINITIONS;LINK")
  if(app_UNPARSED_ARGUMENTS OR NOT app_SOURCES OR NOT app_TARGETS)
    message(FATAL_ERROR "ops_add_app(${name}): needs SOURCES and TARGETS; not understood: '${app_UNPARSED_ARGUMENTS}'")
  endif()
  list(TRANSFORM app_SOURCES REPLACE "^([^/$].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  add_library(${name}_objects OBJECT ${app_SOURCES})
  target_include_directories(${name}_objects PUBLIC ${app_INCLUDE_DIRECTORIES})
  target_compile_definitions(${name}_objects PUBLIC ${app_DEFINITIONS})
  target_link_libraries(${name}_objects PUBLIC ops::ops ${app_LINK})
  _ops_require_translator(translator_python)
  foreach(target IN LISTS app_TARGETS)
    if(NOT TARGET ops::${target})
      message(FATAL_ERROR "ops_add_app(${name}): unknown target '${target}'; known are seq, openmp and checked")
    endif()
    add_executable(${name}_${target})
    target_link_libraries(${name}_${target} PRIVATE ${name}_objects ops::${target})
    if(NOT translator_python AND NOT target STREQUAL "seq")
      message(FATAL_ERROR "ops_add_app(${name}): target '${target}' needs the translator, and no Python interpreter here "
        "can import clang.cindex and jinja2. On Debian: apt-get install python3-clang-19 python3-jinja2; "
        "elsewhere point -DOPSGRAD_PYTHON= at an interpreter that has both. Target seq builds without.")
    endif()
  endforeach()
  if(translator_python)
    _ops_translate(${name} "${app_TARGETS}" "${app_SOURCES}" "${app_NO_DERIVATIVES}" generated)
    foreach(target IN LISTS app_TARGETS)
      _ops_add_loops(${name} ${target} ${generated}/${target}/loops.cpp)
    endforeach()
  endif()
endfunction()

# The interpreter, searched once per configuration; a warning once if there is none.
function(_ops_require_translator variable)
  get_property(known GLOBAL PROPERTY OPSGRAD_TRANSLATOR_PYTHON SET)
  if(NOT known)
    ops_find_python(found MODULES clang.cindex jinja2)
    set_property(GLOBAL PROPERTY OPSGRAD_TRANSLATOR_PYTHON "${found}")
    if(NOT found)
      message(WARNING "OPSgrad: no Python interpreter can import clang.cindex and jinja2; "
                      "applications are built for target seq only, without gradients.")
    endif()
  endif()
  get_property(python GLOBAL PROPERTY OPSGRAD_TRANSLATOR_PYTHON)
  set(${variable} "${python}" PARENT_SCOPE)
endfunction()

# The rule by which the translator writes <folder>/<target>/loops.cpp for all targets. It runs again when a source, a
# header that a source includes, the translator or a template changes.
function(_ops_translate name targets sources no_derivatives folder)
  get_property(share GLOBAL PROPERTY OPSGRAD_SHARE_DIR)
  get_property(python GLOBAL PROPERTY OPSGRAD_TRANSLATOR_PYTHON)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/generated/${name})
  file(GLOB_RECURSE tools CONFIGURE_DEPENDS ${share}/translator/*.py ${share}/backends/*/templates/*)
  set(includes $<TARGET_PROPERTY:${name}_objects,INCLUDE_DIRECTORIES>)
  set(defines $<TARGET_PROPERTY:${name}_objects,COMPILE_DEFINITIONS>)
  list(TRANSFORM targets REPLACE "(.+)" "${dir}/\\1/loops.cpp" OUTPUT_VARIABLE written)
  list(TRANSFORM targets PREPEND "--target=" OUTPUT_VARIABLE chosen)
  list(JOIN targets " and " for)
  add_custom_command(
    OUTPUT ${written}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${share} ${python} -m translator translate ${sources}
            ${chosen} --out ${dir} --name ${name} --depfile ${dir}/loops.d
            $<$<BOOL:${no_derivatives}>:--no-derivatives> -- -std=c++20
            "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${defines}>:-D$<JOIN:${defines},;-D>>"
    DEPENDS ${sources} ${tools}
    DEPFILE ${dir}/loops.d
    COMMENT "Translating ${name} for ${for}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${name}_loops_written DEPENDS ${written})
  set(${folder} ${dir} PARENT_SCOPE)
endfunction()

# Object library <name>_<target>_loops, and the executable with it.
function(_ops_add_loops name target loops)
  add_library(${name}_${target}_loops OBJECT ${loops})
  add_dependencies(${name}_${target}_loops ${name}_loops_written)
  target_link_libraries(${name}_${target}_loops PRIVATE ops::ops ops::${target} ops::${target}_codegen)
  target_compile_options(${name}_${target}_loops PRIVATE $<$<BOOL:${OPSGRAD_NATIVE}>:-march=native>)
  if(target STREQUAL "checked")  # is not about speed: bits are the same, and it compiles in half the time
    target_compile_options(${name}_${target}_loops PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  target_link_libraries(${name}_${target} PRIVATE ${name}_${target}_loops)
endfunction()
