// ops/api/program.hpp: defines ops_main, which calls ops_init, runs the program, and calls ops_exit.
#pragma once

#ifndef OPS_CPP_API

#include <functional>
#include <type_traits>

namespace ops::typed {
int run_program(int argc, const char* const* argv, const std::function<int()>& program);
}

/// Calls ops_init, then the function `program`, and then ops_exit. If `program` throws an exception, ops_main prints
/// the exception's message to stderr after all earlier output, and returns 1. If `program` returns an int, ops_main
/// returns this int as the exit code. If `program` returns nothing, ops_main returns 0.
///
///   int main(int argc, char** argv) { return ops_main(argc, argv, [] { .. }); }
///
/// @param program  a function without arguments; a lambda can capture arguments, as in `[&] { run(argc, argv); }`
template <class Program>
int ops_main(int argc, const char* const* argv, const Program& program) {
  static_assert(std::is_invocable_v<const Program&>,
                "ops_main: the program is called without arguments; capture what it needs: [&] { run(argc, argv); }");
  return ops::typed::run_program(argc, argv, [&program]() -> int {
    if constexpr (std::is_void_v<decltype(program())>) {
      program();
      return 0;
    } else {
      return program();
    }
  });
}

#endif  // OPS_CPP_API
