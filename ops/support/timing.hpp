// ops/support/timing.hpp: defines LoopTiming, which contains the number of calls and the time of one loop.
#pragma once

#include <cstdint>
#include <string>

namespace ops {

/// The pass in which a loop ran: forward run, recomputation, or reverse sweep.
enum class Pass : std::uint8_t { forward, again, reversed };

/// If a LoopTiming measures work other than a loop, its name is in parentheses, and it has no source location.
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
