// tests/faults/run.hpp: what the programs with seeded faults share: which fault is on, and their main function.
#pragma once

#include <cstdio>
#include <cstring>

#include "ops.hpp"

namespace faults {

inline const char *fault = "right";
inline bool is(const char *name) { return std::strcmp(fault, name) == 0; }

/// Runs `World().run()` once per word that is no option, each after a line "== <word>"; what it throws is printed.
/// @param before  what to put back before each
template <class World>
int run_each(int argc, char **argv, void (*before)() = [] {}) {
  for (int k = 1; k < argc; ++k) {
    if (argv[k][0] == '-') continue;
    fault = argv[k];
    std::printf("== %s\n", fault);
    std::fflush(stdout);
    before();
    ops_init(argc, argv, 1);
    try {
      World().run();
    } catch (const OPSException &error) {
      std::printf("OPSException: %s\n", error.what());
    }
    ops_exit();
  }
  return 0;
}

}  // namespace faults
