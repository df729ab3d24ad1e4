// ops/api/program.cpp: runs ops_init, the program and ops_exit, and prints the error of the program.
#include "ops/api/program.hpp"

#include <cstdio>
#include <exception>
#include <iostream>

#include "ops/api/declare.hpp"
#include "ops/support/communicator.hpp"

namespace ops::typed {
namespace {

int complain(const char* text) {
  std::cout.flush();
  std::fflush(stdout);
  communicator().give_up(text);
  std::cerr << text << std::endl;
  return 1;
}

}  // namespace

int run_program(int argc, const char* const* argv, const std::function<int()>& program) {
  int code = 0;
  try {
    ops_init(argc, argv, 1);
    code = program();
  } catch (const std::exception& problem) {
    code = complain(problem.what());
  }
  try {
    if (default_instance_or_null() != nullptr) ops_exit();
  } catch (const std::exception& problem) {
    code = complain(problem.what());
  }
  std::cout.flush();
  return code;
}

}  // namespace ops::typed
