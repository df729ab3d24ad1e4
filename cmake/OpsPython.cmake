# ops_find_python(<variable> MODULES <module>..): an interpreter that can import the modules, or "" if none can.
# The first python3 of PATH is often one without distribution packages, so several candidates are tried.
include_guard(GLOBAL)

set(OPSGRAD_PYTHON "" CACHE FILEPATH "Interpreter for the translator; empty: search")

function(ops_find_python variable)
  cmake_parse_arguments(PARSE_ARGV 1 find "" "" "MODULES")
  list(JOIN find_MODULES ", " imports)
  set(candidates ${OPSGRAD_PYTHON} /usr/bin/python3 python3 python3.13 python3.12 python3.11 python3.10 /usr/local/bin/python3)
  foreach(candidate IN LISTS candidates)
    execute_process(COMMAND ${candidate} -c "import ${imports}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed STREQUAL "0")
      set(${variable} ${candidate} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${variable} "" PARENT_SCOPE)
endfunction()
