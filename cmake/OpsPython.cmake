# ops_find_python(<variable> MODULES <module>..): an interpreter that can import the modules, or "" if none can.
# The first python3 of PATH is often one without distribution packages, so several candidates are tried. First comes the interpreter that this file was
# installed for by pip, as .../bin/python3 belongs to .../lib/python3.11/site-packages: its environment need not be activated.
include_guard(GLOBAL)

set(OPSGRAD_PYTHON "" CACHE FILEPATH "Interpreter for the translator; empty: search")
set(OPSGRAD_PYCACHE ${CMAKE_BINARY_DIR}/CMakeFiles/ops_python CACHE PATH "Where Python keeps the translator's compiled modules; builds may share it")
mark_as_advanced(OPSGRAD_PYCACHE)

function(ops_find_python variable)
  cmake_parse_arguments(PARSE_ARGV 1 find "" "" "MODULES")
  list(JOIN find_MODULES ", " imports)
  set(own)
  if(CMAKE_CURRENT_FUNCTION_LIST_DIR MATCHES "^(.*)/lib[0-9]*/(python3[.0-9]*)/(site|dist)-packages/opsgrad/")
    set(own ${CMAKE_MATCH_1}/bin/python3 ${CMAKE_MATCH_2})
  endif()
  set(candidates ${OPSGRAD_PYTHON} ${own} /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11 /usr/local/bin/python3)
  foreach(candidate IN LISTS candidates)
    execute_process(COMMAND ${candidate} -c "import ${imports}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed STREQUAL "0")
      set(${variable} ${candidate} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${variable} "" PARENT_SCOPE)
endfunction()
