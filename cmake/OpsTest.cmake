# ops_add_test(<name> SOURCES <file>.. [LINK <library>..] [OPTIONS <option>..] [ENV <VAR=value>..] [THREADS <n>..])
#   One GoogleTest executable and one ctest test; with THREADS one test per count, named <name>.t<n>. OPTIONS: of the compiler, for this test alone.
# ops_add_pytest(<name> <file or folder> [ENV <VAR=value>..])
#   pytest on that path, from the root of the project, as one ctest test.
include_guard(GLOBAL)
if(OPSGRAD_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck CONFIG QUIET)
endif()

set(OPSGRAD_TIMEOUT_FACTOR 1 CACHE STRING "Tests may take so many times longer: for builds that make programs slow")
math(EXPR OPSGRAD_TEST_TIMEOUT "600 * ${OPSGRAD_TIMEOUT_FACTOR}")
math(EXPR OPSGRAD_PYTEST_TIMEOUT "1800 * ${OPSGRAD_TIMEOUT_FACTOR}")

option(OPSGRAD_FULL "All cases of tests that draw some of them, and all seeds: hours (scripts/full.sh)" OFF)
if(OPSGRAD_FULL)
  set(OPSGRAD_TIER OPSGRAD_FULL=1)
else()
  set(OPSGRAD_TIER RC_PARAMS=max_success=40)
endif()

# For programs built with sanitizers: they end at the first finding, leaks included.
set(OPSGRAD_TEST_ENV ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1)

# The headers that most tests read are compiled once, with what ops_add_test gives every test. Tests with other options cannot use them.
function(ops_precompile_test_headers)
  if(NOT OPSGRAD_UNITY)
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp CONTENT "")
  _ops_test_program(test_headers ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp)
  target_precompile_headers(test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h> <algorithm> <array> <cmath> <cstring> <deque> <filesystem> <functional>
                            <limits> <map> <memory> <numeric> <random> <set> <span> <sstream> <string> <vector>)
  set(OPSGRAD_TEST_HEADERS test_headers PARENT_SCOPE)
endfunction()

function(_ops_test_program name)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  # Libraries are optimised; tests compile faster. The other options are those that ops::ops brings: all tests have the same.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1> -fno-fast-math -ffp-contract=off -fno-semantic-interposition)
  target_link_libraries(${name} PRIVATE GTest::gmock GTest::gtest GTest::gtest_main)
endfunction()

add_custom_target(all_room_tests)  # what ops_add_test makes
function(ops_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;LINK;OPTIONS;ENV;THREADS")
  if(test_UNPARSED_ARGUMENTS OR NOT test_SOURCES)
    message(FATAL_ERROR "ops_add_test(${name}): needs SOURCES; not understood: '${test_UNPARSED_ARGUMENTS}'")
  endif()
  _ops_test_program(${name} ${test_SOURCES})
  add_dependencies(all_room_tests ${name})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${OPSGRAD_UNITY} UNITY_BUILD_BATCH_SIZE 10)
  target_link_libraries(${name} PRIVATE ${test_LINK})
  target_compile_options(${name} PRIVATE ${test_OPTIONS})
  if(OPSGRAD_TEST_HEADERS AND NOT test_OPTIONS)
    target_precompile_headers(${name} REUSE_FROM ${OPSGRAD_TEST_HEADERS})
  endif()
  if(NOT test_THREADS)
    _ops_register_test(${name} ${name} "${test_ENV}")
  endif()
  foreach(threads IN LISTS test_THREADS)
    _ops_register_test(${name}.t${threads} ${name} "${test_ENV};OMP_NUM_THREADS=${threads}")
  endforeach()
endfunction()

function(_ops_register_test test executable env)
  add_test(NAME ${test} COMMAND ${executable} --gtest_brief=1)
  set_tests_properties(${test} PROPERTIES LABELS room ENVIRONMENT "${OPSGRAD_TEST_ENV};${OPSGRAD_TIER};${env}" TIMEOUT ${OPSGRAD_TEST_TIMEOUT})
endfunction()

function(ops_add_pytest name path)
  cmake_parse_arguments(PARSE_ARGV 2 test "" "" "ENV")
  add_test(NAME ${name} COMMAND ${OPSGRAD_TEST_PYTHON} -m pytest -q -p no:cacheprovider ${path}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${OPSGRAD_PYTEST_TIMEOUT} ENVIRONMENT_MODIFICATION PYTHONDONTWRITEBYTECODE=unset:
    ENVIRONMENT "PYTHONPYCACHEPREFIX=${PROJECT_BINARY_DIR}/CMakeFiles/ops_python;PYTHONPATH=${PROJECT_SOURCE_DIR};OPSGRAD_BUILD=${PROJECT_BINARY_DIR};OPSGRAD_PRECOMPILED=${PROJECT_BINARY_DIR}/CMakeFiles/ops_headers_read;${OPSGRAD_TEST_ENV};${OPSGRAD_TIER};${test_ENV}")
endfunction()
