# ops_add_python_module(<name> SOURCES <file>.. [TARGET <target>] [OUTPUT_DIRECTORY <dir>] and the others of ops_add_app)
#
# The models that the sources define (OPS_MODEL) as a package `<name>` for Python, in the build's folder `python` or the one given; target openmp
# where none is named. CMake's target is <name>_module_<target>.
include_guard(GLOBAL)

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
  _ops_programs("${app_TARGET}" several)
  if(several)
    message(FATAL_ERROR "ops_add_python_module(${name}): the target '${app_TARGET}' is for several processes, and Python calls a program in its own; "
                        "take openmp, seq, checked or cuda")
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
  # A function of each file that has some for Python: nothing in the program calls them.
  target_link_options(${name}_module_${app_TARGET} PRIVATE -Wl,-u,opsgrad_version -Wl,-u,opsgrad_export
                      -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/${name}_module.exported)
  set_target_properties(${name}_module_${app_TARGET} PROPERTIES PREFIX "" OUTPUT_NAME program LIBRARY_OUTPUT_DIRECTORY ${package}
                        LINK_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${name}_module.exported)
endfunction()
