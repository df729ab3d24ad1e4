# ops_add_app(<name> SOURCES <file>.. TARGETS <target>.. [INCLUDE_DIRECTORIES <dir>..] [DEFINITIONS <def>..]
#             [LINK <library>..] [NO_DERIVATIVES] [OWN_FUNCTIONS])
#
# (Other CMake targets that this makes: <name>_objects, <name>_loops_written, <name>_<target>_loops.)
#
# OWN_FUNCTIONS, or -DOPSGRAD_OWN_FUNCTIONS=ON for all: exp, sin and their like are those of ops/functions on the targets that
# vectorise or run on devices, and the C library's on seq and checked, which then differ by a unit or two in the last place.
#
# One executable <name>_<target> per target (a folder in backends/) from one source. The sources are compiled as
# written, once; the translator reads them once and writes a loops.cpp for each target, which registers itself at start-up.
# Without an interpreter that has clang.cindex and jinja2, target seq is built from the sources alone (every loop
# runs as its reference; no gradients) and any other target is an error.
#
# ops_add_target(<folder>)
#
# A target of one's own, named as its folder .../backends/<name>, which has what those of the product have (docs/extending.md).
# Called before ops_add_app, where the folder's libraries are to be made.
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/OpsPython.cmake)

set(OPSGRAD_GENERATED "" CACHE PATH "A build folder, from anywhere, whose generated sources are taken: no translator is needed then")
option(OPSGRAD_OWN_FUNCTIONS "exp, sin and their like in kernels are the library's own, where the target can have them" OFF)
option(OPSGRAD_NATIVE "Generated code uses every instruction of this machine" ON)
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/../translator)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH _ops_share)
  set_property(GLOBAL PROPERTY OPSGRAD_SHARE_DIR ${_ops_share})
endif()

function(ops_add_app name)
  cmake_parse_arguments(PARSE_ARGV 1 app "NO_DERIVATIVES;OWN_FUNCTIONS" "" "SOURCES;TARGETS;INCLUDE_DIRECTORIES;DEFINITIONS;LINK")
  if(app_UNPARSED_ARGUMENTS OR NOT app_SOURCES OR NOT app_TARGETS)
    message(FATAL_ERROR "ops_add_app(${name}): needs SOURCES and TARGETS; not understood: '${app_UNPARSED_ARGUMENTS}'")
  endif()
  ops_usable_targets(app_TARGETS ${app_TARGETS})
  list(TRANSFORM app_SOURCES REPLACE "^([^/$].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  add_library(${name}_objects OBJECT ${app_SOURCES})
  target_include_directories(${name}_objects PUBLIC ${app_INCLUDE_DIRECTORIES})
  target_compile_definitions(${name}_objects PUBLIC ${app_DEFINITIONS})
  target_link_libraries(${name}_objects PUBLIC ops::ops ${app_LINK})
  if(OPSGRAD_GENERATED)
    set(translator_python FALSE)
  else()
    _ops_require_translator(translator_python)
  endif()
  foreach(target IN LISTS app_TARGETS)
    if(NOT TARGET ops::${target})
      ops_known_targets(known)
      list(JOIN known ", " known)
      message(FATAL_ERROR "ops_add_app(${name}): unknown target '${target}'; known are ${known}")
    endif()
    add_executable(${name}_${target})
    target_link_libraries(${name}_${target} PRIVATE ${name}_objects ops::${target})
    get_target_property(untranslated ops::${target} OPS_UNTRANSLATED)
    if(NOT translator_python AND NOT untranslated AND NOT OPSGRAD_GENERATED)
      message(FATAL_ERROR "ops_add_app(${name}): target '${target}' needs the translator, and no Python interpreter here "
        "can import clang.cindex and jinja2. On Debian: apt-get install python3-clang-19 python3-jinja2; "
        "elsewhere point -DOPSGRAD_PYTHON= at an interpreter that has both. Target seq builds without.")
    endif()
  endforeach()
  if(translator_python OR OPSGRAD_GENERATED)
    set(written)
    foreach(target IN LISTS app_TARGETS)
      _ops_loops_of(${target} loops)
      list(APPEND written ${loops})
    endforeach()
    list(REMOVE_DUPLICATES written)
    set(words)
    if(app_NO_DERIVATIVES)
      list(APPEND words --no-derivatives)
    endif()
    if(app_OWN_FUNCTIONS OR OPSGRAD_OWN_FUNCTIONS)
      list(APPEND words --own-functions)
    endif()
    _ops_translate(${name} "${written}" "${app_SOURCES}" "${words}" generated)
    foreach(loops IN LISTS written)
      _ops_add_loops(${name} ${loops} ${generated}/${loops}/loops.cpp)
    endforeach()
    foreach(target IN LISTS app_TARGETS)
      _ops_loops_of(${target} loops)
      if(TARGET ${name}_${loops}_loops)
        target_link_libraries(${name}_${target} PRIVATE ${name}_${loops}_loops)
      endif()
    endforeach()
  endif()
endfunction()

# The target whose generated loops a target runs: as a rule its own.
function(_ops_loops_of target variable)
  get_target_property(loops ops::${target} OPS_LOOPS_OF)
  if(NOT loops)
    set(loops ${target})
  endif()
  set(${variable} ${loops} PARENT_SCOPE)
endfunction()

# Those of the given targets that can be built here. A target whose tools are missing says so in the global property
# OPSGRAD_WITHOUT_<target>, which is repeated here once; applications are then built for the others.
function(ops_usable_targets variable)
  ops_known_targets(known)
  set(usable)
  foreach(target IN LISTS ARGN)
    get_property(missing GLOBAL PROPERTY OPSGRAD_WITHOUT_${target})
    get_property(told GLOBAL PROPERTY OPSGRAD_TOLD_${target})
    if(NOT missing AND NOT TARGET ops::${target} AND target IN_LIST known)
      set(missing "OPSgrad was built without it")
    endif()
    if(missing AND NOT told)
      message(STATUS "OPSgrad: target ${target} is left out: ${missing}")
      set_property(GLOBAL PROPERTY OPSGRAD_TOLD_${target} TRUE)
    endif()
    if(NOT missing)
      list(APPEND usable ${target})
    endif()
  endforeach()
  set(${variable} ${usable} PARENT_SCOPE)
endfunction()

# Names of the targets that there are.
function(ops_known_targets variable)
  get_property(share GLOBAL PROPERTY OPSGRAD_SHARE_DIR)
  file(GLOB found CONFIGURE_DEPENDS ${share}/backends/*/target.py)
  get_property(own GLOBAL PROPERTY OPSGRAD_TARGET_FOLDERS)
  set(names)
  foreach(file IN LISTS found own)
    string(REGEX REPLACE "/target.py$" "" folder ${file})
    cmake_path(GET folder FILENAME name)
    list(APPEND names ${name})
  endforeach()
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

function(ops_add_target folder)
  string(REGEX REPLACE "/+$" "" folder "${folder}")
  cmake_path(ABSOLUTE_PATH folder NORMALIZE)
  cmake_path(GET folder FILENAME name)
  cmake_path(GET folder PARENT_PATH parent)
  cmake_path(GET parent FILENAME parent)
  if(NOT parent STREQUAL "backends")
    message(FATAL_ERROR "ops_add_target(${folder}): generated code includes backends/${name}/backend.hpp, so the folder above is to be called 'backends'")
  endif()
  ops_known_targets(known)
  if(name IN_LIST known)
    message(FATAL_ERROR "ops_add_target(${folder}): there is a target '${name}' already")
  endif()
  foreach(part target.py CMakeLists.txt backend.hpp templates/loop.cpp.j2)
    if(NOT EXISTS ${folder}/${part})
      message(FATAL_ERROR "ops_add_target(${folder}): ${part} is missing")
    endif()
  endforeach()
  add_subdirectory(${folder} ${CMAKE_CURRENT_BINARY_DIR}/targets/${name})
  foreach(library ops::${name} ops::${name}_codegen)
    if(NOT TARGET ${library})
      message(FATAL_ERROR "ops_add_target(${folder}): its CMakeLists.txt makes no library ${library}")
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY OPSGRAD_TARGET_FOLDERS ${folder})
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
function(_ops_translate name targets sources words folder)
  if(OPSGRAD_GENERATED)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_BINARY_DIR BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE here)
    cmake_path(ABSOLUTE_PATH OPSGRAD_GENERATED BASE_DIRECTORY ${CMAKE_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE from)
    add_custom_target(${name}_loops_written)
    set(${folder} ${from}/${here}/generated/${name} PARENT_SCOPE)
    return()
  endif()
  get_property(share GLOBAL PROPERTY OPSGRAD_SHARE_DIR)
  get_property(python GLOBAL PROPERTY OPSGRAD_TRANSLATOR_PYTHON)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/generated/${name})
  get_property(own GLOBAL PROPERTY OPSGRAD_TARGET_FOLDERS)
  list(TRANSFORM own APPEND "/*.py" OUTPUT_VARIABLE described)
  list(TRANSFORM own APPEND "/templates/*" OUTPUT_VARIABLE printing)
  file(GLOB_RECURSE tools CONFIGURE_DEPENDS ${share}/translator/*.py ${share}/backends/*/target.py ${share}/backends/*/templates/* ${described} ${printing})
  list(TRANSFORM own PREPEND "--target-folder=")
  set(includes $<TARGET_PROPERTY:${name}_objects,INCLUDE_DIRECTORIES>)
  set(defines $<TARGET_PROPERTY:${name}_objects,COMPILE_DEFINITIONS>)
  list(TRANSFORM targets REPLACE "(.+)" "${dir}/\\1/loops.cpp" OUTPUT_VARIABLE written)
  list(TRANSFORM targets PREPEND "--target=" OUTPUT_VARIABLE chosen)
  list(JOIN targets " and " for)
  add_custom_command(
    OUTPUT ${written}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${share} ${python} -m translator translate ${sources}
            ${chosen} ${own} --out ${dir} --name ${name} --depfile ${dir}/loops.d
            ${words} -- -std=c++20
            "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${defines}>:-D$<JOIN:${defines},;-D>>"
    DEPENDS ${sources} ${tools}
    DEPFILE ${dir}/loops.d
    COMMENT "Translating ${name} for ${for}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${name}_loops_written DEPENDS ${written})
  set(${folder} ${dir} PARENT_SCOPE)
endfunction()

# Object library <name>_<target>_loops. A target whose code another compiler makes says so in the property
# OPS_COMPILER of its library ops::<target>_codegen: a command to which include directories and file names are added.
function(_ops_add_loops name target loops)
  get_target_property(compiler ops::${target}_codegen OPS_COMPILER)
  if(compiler)
    _ops_compile_loops(${name} ${target} ${loops} "${compiler}")
    return()
  endif()
  set_source_files_properties(${loops} PROPERTIES GENERATED TRUE)  # perhaps elsewhere, and not yet
  add_library(${name}_${target}_loops OBJECT ${loops})
  add_dependencies(${name}_${target}_loops ${name}_loops_written)
  target_link_libraries(${name}_${target}_loops PRIVATE ops::ops ops::${target} ops::${target}_codegen)
  target_compile_options(${name}_${target}_loops PRIVATE $<$<BOOL:${OPSGRAD_NATIVE}>:-march=native>)
endfunction()

function(_ops_compile_loops name target loops compiler)
  set(includes $<TARGET_PROPERTY:${name}_objects,INCLUDE_DIRECTORIES>)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}_${target}_loops.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${compiler} "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" -MD -MF ${object}.d -c ${loops} -o ${object}
    DEPENDS ${loops} DEPFILE ${object}.d COMMENT "Building ${name} for ${target}" COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_sources(${name}_${target} PRIVATE ${object})
endfunction()
