// ops/support/timing.hpp: LoopTiming, calls and time of one loop. Plain data.
#pragma once

#include <cstdint>
#include <string>

namespace ops {

/// The pass in which a loop runs: in the program, recomputed for a reverse sweep that needs its values, or as its
/// adjoint.
enum class Pass : std::uint8_t { forward, again, reversed };

/// Calls and time of one loop of the program in one pass. Also used for other work, which has a name in parentheses and
/// no place.
struct LoopTiming {
  std::string name;
  std::string place;  ///< file:line
  std::int64_t calls = 0;
  double seconds = 0;          ///< 0 unless OPS_diags > 1 or an observer is set
  double seconds_squared = 0;  ///< sum of squares, for the standard deviation; meaningless if `waited`
  bool waited = false;         ///< some calls were deferred and executed together with others
  /// bytes moved, as modelled: each cell in the range of each dataset or derivative, read once and/or written once
  double bytes = 0;
  bool reference = false;  ///< the last call ran the reference, because there is no generated code
  Pass pass = Pass::forward;

  void ran(double moved) noexcept {
    ++calls;
    bytes += moved;
  }
  void add(double took) noexcept {
    seconds += took;
    seconds_squared += took * took;
  }
};

}  // namespace ops
