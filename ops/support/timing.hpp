// ops/support/timing.hpp: what loops have cost. Plain data.
#pragma once

#include <cstdint>
#include <string>

namespace ops {

/// When a loop runs: in the program, once more for a reverse sweep that needs its values, or as its adjoint.
enum class Pass : std::uint8_t { forward, again, reversed };

/// What one loop of the program has cost so far in one of its passes; or what else took time there, which has a name in
/// parentheses and no place.
struct LoopTiming {
  std::string name;
  std::string place;  ///< file:line
  std::int64_t calls = 0;
  double seconds = 0;          ///< 0 unless OPS_diags > 1 or somebody watches
  double seconds_squared = 0;  ///< sum of squares, for the deviation; of no use where calls waited
  bool waited = false;         ///< some calls were done later, together with others
  /// by the model: each dataset's, or derivative's, cells in the range read once and/or written once
  double bytes = 0;
  bool reference = false;  ///< no implementation: the last call ran the reference
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
