# ops_precompile_headers(<prefix>)
#   A folder and those below it have many programs that read the same headers: those of the standard that OPS includes, and those of generated code.
#   Each set is compiled once here, in libraries <prefix>_program_headers and <prefix>_<target>_headers, which ops_add_app finds by the variables
#   OPSGRAD_PROGRAM_HEADERS and OPSGRAD_HEADERS_OF_<target>. Called where options for these programs have been added. Without OPSGRAD_UNITY every
#   source has to include what it needs, and nothing is compiled beforehand.
include_guard(GLOBAL)

function(ops_precompile_headers prefix)
  if(NOT OPSGRAD_UNITY)
    return()
  endif()
  set(empty ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_headers.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  _ops_program_objects(${prefix}_program_headers ${empty})
  target_precompile_headers(${prefix}_program_headers PRIVATE <cfloat> <climits> <cmath> <complex> <cstdio> <cstdlib> <cstring> <deque> <functional>
                            <iostream> <map> <memory> <random> <ranges> <span> <sstream> <string> <vector>)
  set(OPSGRAD_PROGRAM_HEADERS ${prefix}_program_headers PARENT_SCOPE)
  foreach(target seq openmp checked cuda_host)
    if(TARGET ops::${target})
      _ops_headers_of(${target} headers)
      _ops_generated_code(${prefix}_${target}_headers ${target} ${empty})
      target_precompile_headers(${prefix}_${target}_headers PRIVATE <complex> ${headers} ${PROJECT_SOURCE_DIR}/ops/data/half.hpp
                                ${PROJECT_SOURCE_DIR}/ops/loops/launch/registry.hpp)
      set(OPSGRAD_HEADERS_OF_${target} ${prefix}_${target}_headers PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

function(_ops_headers_of target variable)
  file(GLOB headers ${PROJECT_SOURCE_DIR}/backends/common/*.hpp)
  if(target STREQUAL "cuda_host")
    list(APPEND headers ${PROJECT_SOURCE_DIR}/tests/cuda/backends/cuda_host/backend.hpp)
    foreach(header in_order loop owner search tile)
      list(APPEND headers ${PROJECT_SOURCE_DIR}/backends/cuda/${header}.hpp)
    endforeach()
  else()
    file(GLOB own ${PROJECT_SOURCE_DIR}/backends/${target}/*.hpp)
    list(APPEND headers ${own})
  endif()
  set(${variable} ${headers} PARENT_SCOPE)
endfunction()
