// ops/api/program.hpp: a frame for main.
#pragma once

#ifndef OPS_CPP_API

#include <functional>
#include <type_traits>

namespace ops::typed {
int run_program(int argc, const char* const* argv, const std::function<int()>& program);
}

/// The whole of a main function: ops_init, the program, ops_exit. What it throws is printed on stderr after everything
/// that was printed before, and the code is 1:
///
///   int main(int argc, char** argv) { return ops_main(argc, argv, [] { .. }); }
///
/// @param program  called without arguments; a lambda captures what it needs: `[&] { run(argc, argv); }`. It returns
/// nothing, and
///                 then the code is 0, or it returns the code, an int: `return taylor.passed ? 0 : 1;`
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
