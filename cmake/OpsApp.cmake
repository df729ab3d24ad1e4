# ops_add_app(<name> SOURCES <file>.. TARGETS <target>.. [INCLUDE_DIRECTORIES <dir>..] [DEFINITIONS <def>..]
#             [LINK <library>..] [NO_DERIVATIVES] [OWN_FUNCTIONS])
#
# (Other CMake targets that this makes: <name>_objects, <name>_loops_written, <name>_<target>_loops; and the same for <name>_on_ranks, where a file of the
# program mentions OPS_MPI, which is defined for the targets of MPI alone.)
#
# OWN_FUNCTIONS, or -DOPSGRAD_OWN_FUNCTIONS=ON for all: exp, sin and their like are those of ops/functions on the targets that
# vectorise or run on devices, and the C library's on seq and checked, which then differ by a unit or two in the last place.
#
# One executable <name>_<target> per target (a folder in backends/) from one source. The sources are compiled as
# written, once; the translator reads them once, by the commands that compile them (compile_commands.json), and writes a loops.cpp for each target,
# which registers itself at start-up.
# Without an interpreter that has clang.cindex and jinja2, target seq is built from the sources alone (every loop
# runs as its reference; no gradients) and any other target is an error.
#
# ops_add_python_module(<name> SOURCES <file>.. [TARGET <target>] [OUTPUT_DIRECTORY <dir>] and the others of ops_add_app)
#
# The models that the sources define (OPS_MODEL) as a package `<name>` for Python, in the build's folder `python` or the one given; target openmp
# where none is named. CMake's target is <name>_module_<target>.
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
  _ops_add_programs(${name})
endfunction()

function(ops_add_python_module name)
  cmake_parse_arguments(PARSE_ARGV 1 app "OWN_FUNCTIONS" "TARGET;OUTPUT_DIRECTORY" "SOURCES;INCLUDE_DIRECTORIES;DEFINITIONS;LINK")
  if(app_UNPARSED_ARGUMENTS OR NOT app_SOURCES)
    message(FATAL_ERROR "ops_add_python_module(${name}): needs SOURCES; not understood: '${app_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT app_TARGET)
    set(app_TARGET openmp)
  endif()
  if(NOT app_OUTPUT_DIRECTORY)
    set(app_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/python)
  endif()
  set(app_TARGETS ${app_TARGET})
  ops_usable_targets(usable ${app_TARGET})
  if(NOT usable)
    return()
  endif()
  set(app_PACKAGE ${name})
  _ops_add_programs(${name}_module)
  set(package ${app_OUTPUT_DIRECTORY}/${name})
  file(CONFIGURE OUTPUT ${package}/__init__.py @ONLY CONTENT [["""The models of program @name@, made by ops_add_python_module."""
from pathlib import Path

from opsgrad.module import models_of

globals().update(models_of(Path(__file__).with_name("program.so"), __name__))
]])
  # Nothing of the runtime is shared with other programs in the same process, nor with another copy of this one.
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}_module.exported CONTENT "{ global: opsgrad_*; local: *; };\n")
  target_link_options(${name}_module_${app_TARGET} PRIVATE -Wl,-u,opsgrad_version
                      -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/${name}_module.exported)
  set_target_properties(${name}_module_${app_TARGET} PROPERTIES PREFIX "" OUTPUT_NAME program LIBRARY_OUTPUT_DIRECTORY ${package}
                        LINK_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${name}_module.exported)
endfunction()

# What ops_add_app and ops_add_python_module have in common. Variables app_.. are theirs.
function(_ops_add_programs name)
  list(TRANSFORM app_SOURCES REPLACE "^([^/$].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  if(OPSGRAD_GENERATED)
    set(translator_python FALSE)
  else()
    _ops_require_translator(translator_python)
  endif()
  set(words)
  if(app_NO_DERIVATIVES)
    list(APPEND words --no-derivatives)
  endif()
  if(app_OWN_FUNCTIONS OR OPSGRAD_OWN_FUNCTIONS)
    list(APPEND words --own-functions)
  endif()
  foreach(target IN LISTS app_TARGETS)
    if(NOT TARGET ops::${target})
      ops_known_targets(known)
      list(JOIN known ", " known)
      message(FATAL_ERROR "ops_add_app(${name}): unknown target '${target}'; known are ${known}")
    endif()
    get_target_property(untranslated ops::${target} OPS_UNTRANSLATED)
    if(NOT translator_python AND NOT untranslated AND NOT OPSGRAD_GENERATED)
      message(FATAL_ERROR "ops_add_app(${name}): target '${target}' needs the translator, and no Python interpreter here "
        "can import clang.cindex and jinja2. On Debian: apt-get install python3-clang-19 python3-jinja2; "
        "elsewhere point -DOPSGRAD_PYTHON= at an interpreter that has both. Target seq builds without.")
    endif()
  endforeach()
  _ops_compiled_apart("${app_TARGETS}" "${app_SOURCES}" "${app_INCLUDE_DIRECTORIES}" apart)
  list(REMOVE_ITEM app_TARGETS ${apart})
  _ops_programs("${apart}" programs)
  set(stem ${name})
  if(app_TARGETS)
    _ops_add_program(${name} ${name} "${app_TARGETS}" "")
    set(stem ${name}_on_ranks)
  endif()
  if(apart)
    _ops_add_program(${name} ${stem} "${apart}" "${programs}")
  endif()
endfunction()

# Objects of the sources, compiled with libraries that are not for all programs, and an executable for each of the targets. `stem` begins the names
# of what these have in common. Other variables are those of ops_add_app.
function(_ops_add_program name stem targets with)
  _ops_program_objects(${stem}_objects ${app_SOURCES})
  target_include_directories(${stem}_objects PUBLIC ${app_INCLUDE_DIRECTORIES})
  target_compile_definitions(${stem}_objects PUBLIC ${app_DEFINITIONS})
  target_link_libraries(${stem}_objects PUBLIC ${app_LINK} ${with})
  if(OPSGRAD_PROGRAM_HEADERS)
    target_precompile_headers(${stem}_objects REUSE_FROM ${OPSGRAD_PROGRAM_HEADERS})
  endif()
  foreach(target IN LISTS targets)
    if(app_PACKAGE)
      add_library(${name}_${target} MODULE)
    else()
      add_executable(${name}_${target})
    endif()
    target_link_libraries(${name}_${target} PRIVATE ${stem}_objects ops::${target})
  endforeach()
  if(NOT translator_python AND NOT OPSGRAD_GENERATED)
    return()
  endif()
  set(written)
  foreach(target IN LISTS targets)
    _ops_loops_of(${target} loops)
    list(APPEND written ${loops})
  endforeach()
  list(REMOVE_DUPLICATES written)
  _ops_listed("${written}" "${targets}" listed)
  _ops_programs("${targets}" programs)
  list(REMOVE_ITEM programs ${with})
  _ops_translate(${name} ${stem} "${written}" "${listed}" "${app_SOURCES}" "${words}" "${programs}" generated)
  foreach(loops IN LISTS written)
    _ops_add_loops(${stem} ${loops} ${generated}/${loops}/loops.cpp)
  endforeach()
  foreach(target IN LISTS targets)
    _ops_loops_of(${target} loops)
    target_link_libraries(${name}_${target} PRIVATE ${stem}_${loops}_loops)
  endforeach()
endfunction()

function(_ops_program_objects name)
  add_library(${name} OBJECT ${ARGN})
  # Functions of constants are the C library's, as in generated loops (backends/common/library.hpp). Loops that are compiled so do not vectorise.
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-frounding-math>)
  target_link_libraries(${name} PUBLIC ops::ops)
  # The translator reads each source by the command that compiles it.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON EXPORT_COMPILE_COMMANDS ON UNITY_BUILD OFF CXX_SCAN_FOR_MODULES OFF)
endfunction()

# What programs are compiled with for some targets: as OPS_MPI and the headers of MPI, in ops::mpi_program for mpi and its kin.
function(_ops_programs targets variable)
  set(programs)
  foreach(target IN LISTS targets)
    get_target_property(program ops::${target} OPS_PROGRAM)
    if(program)
      list(APPEND programs ops::${program})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES programs)
  set(${variable} ${programs} PARENT_SCOPE)
endfunction()

# Those of the targets for which the program is compiled and translated apart: they ask for something, and a file of the program mentions it (a word of
# the property OPS_WORDS), or there are no other targets. Where no file does, the translator looks whether the compiler reads the same with and without.
function(_ops_compiled_apart targets sources folders variable)
  set(apart)
  set(words)
  foreach(target IN LISTS targets)
    _ops_programs(${target} program)
    if(program)
      list(APPEND apart ${target})
      get_target_property(words ${program} OPS_WORDS)
    endif()
  endforeach()
  set(others ${targets})
  list(REMOVE_ITEM others ${apart})
  if(apart AND others)
    get_directory_property(more INCLUDE_DIRECTORIES)
    _ops_files_of("${sources}" "${folders};${more}" files)
    set(mentioned)
    foreach(file IN LISTS files)
      if(NOT mentioned)
        file(STRINGS ${file} mentioned REGEX "${words}" LIMIT_COUNT 1)
      endif()
    endforeach()
    if(NOT mentioned)
      set(apart)
    endif()
  endif()
  set(${variable} ${apart} PARENT_SCOPE)
endfunction()

# The sources that exist, and files that they include from their own folders or those given.
function(_ops_files_of sources folders variable)
  set(pending ${sources})
  set(files)
  while(pending)
    list(POP_FRONT pending file)
    if(file IN_LIST files OR NOT EXISTS ${file} OR IS_DIRECTORY ${file})
      continue()
    endif()
    list(APPEND files ${file})
    cmake_path(GET file PARENT_PATH here)
    file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^\"<]*[\"<]([^\">]*).*$" "\\1" included "${line}")
      foreach(folder IN LISTS here folders)
        cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        if(EXISTS ${folder}/${included})
          cmake_path(SET found NORMALIZE ${folder}/${included})
          list(APPEND pending ${found})
        endif()
      endforeach()
    endforeach()
  endwhile()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# The target whose generated loops a target runs: as a rule its own.
function(_ops_loops_of target variable)
  get_target_property(loops ops::${target} OPS_LOOPS_OF)
  if(NOT loops)
    set(loops ${target})
  endif()
  set(${variable} ${loops} PARENT_SCOPE)
endfunction()

# For a line to be read: whose loops are written, and which other targets run them: "seq, openmp (also for mpi) and checked".
function(_ops_listed written targets variable)
  set(texts)
  foreach(loops IN LISTS written)
    set(others)
    foreach(target IN LISTS targets)
      _ops_loops_of(${target} of)
      if(of STREQUAL loops AND NOT target STREQUAL loops)
        list(APPEND others ${target})
      endif()
    endforeach()
    list(JOIN others ", " others)
    if(others AND loops IN_LIST targets)
      list(APPEND texts "${loops} (also for ${others})")
    elseif(others)
      list(APPEND texts "${loops} (for ${others})")
    else()
      list(APPEND texts ${loops})
    endif()
  endforeach()
  list(POP_BACK texts last)
  list(JOIN texts ", " text)
  if(text)
    set(last "${text} and ${last}")
  endif()
  set(${variable} "${last}" PARENT_SCOPE)
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
# header that a source includes, the command that compiles a source, the translator or a template changes.
function(_ops_translate name stem targets listed sources words programs folder)
  if(OPSGRAD_GENERATED)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_BINARY_DIR BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE here)
    cmake_path(ABSOLUTE_PATH OPSGRAD_GENERATED BASE_DIRECTORY ${CMAKE_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE from)
    add_custom_target(${stem}_loops_written)
    set(${folder} ${from}/${here}/generated/${stem} PARENT_SCOPE)
    return()
  endif()
  get_property(share GLOBAL PROPERTY OPSGRAD_SHARE_DIR)
  get_property(python GLOBAL PROPERTY OPSGRAD_TRANSLATOR_PYTHON)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/generated/${stem})
  set(objects ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${stem}_objects.dir)
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)  # each with flags of its own
    string(APPEND dir /$<CONFIG>)
    string(APPEND objects /$<CONFIG>)
  endif()
  set(commands ${dir}/commands.json)
  set(database ${CMAKE_BINARY_DIR}/compile_commands.json)
  get_property(own GLOBAL PROPERTY OPSGRAD_TARGET_FOLDERS)
  list(TRANSFORM own APPEND "/*.py" OUTPUT_VARIABLE described)
  list(TRANSFORM own APPEND "/templates/*" OUTPUT_VARIABLE printing)
  file(GLOB_RECURSE tools CONFIGURE_DEPENDS ${share}/translator/*.py ${share}/backends/*/target.py ${share}/backends/*/templates/* ${described} ${printing})
  list(TRANSFORM own PREPEND "--target-folder=")
  foreach(program IN LISTS programs)
    set(includes $<TARGET_PROPERTY:${program},INTERFACE_INCLUDE_DIRECTORIES>)
    list(APPEND words --same-with=-D$<JOIN:$<TARGET_PROPERTY:${program},INTERFACE_COMPILE_DEFINITIONS>,$<SEMICOLON>--same-with=-D>
                      "$<$<BOOL:${includes}>:--same-with=-I$<JOIN:${includes},$<SEMICOLON>--same-with=-I>>")
  endforeach()
  list(TRANSFORM targets REPLACE "(.+)" "${dir}/\\1/loops.cpp" OUTPUT_VARIABLE written)
  list(TRANSFORM targets PREPEND "--target=" OUTPUT_VARIABLE chosen)
  add_custom_command(
    OUTPUT ${commands}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${share} ${python} -m translator.compiler ${database} ${objects} ${commands}
    DEPENDS ${database} COMMENT "Looking up how ${name} is compiled" VERBATIM)
  add_custom_command(
    OUTPUT ${written}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${share} OPSGRAD_PRECOMPILED=${CMAKE_BINARY_DIR}/CMakeFiles/ops_headers_read ${python} -m translator translate ${sources}
            ${chosen} ${own} --out ${dir} --name ${name} --depfile ${dir}/loops.d --commands ${commands} ${words}
    DEPENDS ${sources} ${tools} ${commands}
    DEPFILE ${dir}/loops.d
    COMMENT "Translating ${name} for ${listed}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${stem}_loops_written DEPENDS ${written})
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
  _ops_generated_code(${name}_${target}_loops ${target} ${loops})
  add_dependencies(${name}_${target}_loops ${name}_loops_written)
  if(OPSGRAD_HEADERS_OF_${target})
    target_precompile_headers(${name}_${target}_loops REUSE_FROM ${OPSGRAD_HEADERS_OF_${target}})
  endif()
endfunction()

# An object library of a generated file, compiled as the target wants it.
function(_ops_generated_code name target file)
  add_library(${name} OBJECT ${file})
  target_link_libraries(${name} PRIVATE ops::ops ops::${target} ops::${target}_codegen)
  target_compile_options(${name} PRIVATE $<$<BOOL:${OPSGRAD_NATIVE}>:-march=native>)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON OPS_COMPILED_QUICKLY "${OPSGRAD_COMPILED_QUICKLY}")
endfunction()

function(_ops_compile_loops name target loops compiler)
  set(includes $<TARGET_PROPERTY:${name}_objects,INCLUDE_DIRECTORIES>)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}_${target}_loops.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${compiler} "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" -MD -MF ${object}.d -c ${loops} -o ${object}
    DEPENDS ${loops} DEPFILE ${object}.d COMMENT "Building ${name} for ${target}" COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  add_custom_target(${name}_${target}_loops_compiled DEPENDS ${object})
  add_library(${name}_${target}_loops INTERFACE)  # for every target that runs these loops
  target_sources(${name}_${target}_loops INTERFACE ${object})
  add_dependencies(${name}_${target}_loops ${name}_${target}_loops_compiled)
endfunction()
