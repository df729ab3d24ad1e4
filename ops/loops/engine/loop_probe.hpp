// ops/loops/engine/loop_probe.hpp: interface for checks that examine some points of a loop before it runs
// (ops/derivatives/checks).
#pragma once

#include <bit>
#include <cstdint>

#include "ops/loops/engine/variant.hpp"

namespace ops {

/// A call that is about to run.
struct ProbedLoop {
  const LoopCall& call;
  const Variant& variant;
  const Launch& launch;              ///< with the values before the loop
  Box points;                        ///< of the range, those from which every declared read stays in allocated cells
  bool runs_implementation = false;  ///< all points do, and not the reference
  bool differentiated = false;       ///< the call is recorded, and its derivatives are due
  bool apart = true;                 ///< as far as is known no point writes what another one writes or reads
};

class LoopProbe {
 public:
  virtual ~LoopProbe() = default;
  /// Of a variant, by number: the first one, and ever fewer (1, 2, 4, 8, 128, 2048, ..).
  static bool due(std::int64_t call) noexcept {
    const auto number = static_cast<std::uint64_t>(call);
    return std::has_single_bit(number) && (number <= 8 || std::countr_zero(number) % 4 == 3);
  }
  /// On every process alike. @throws OPSException  what it has found wrong; the loop then does not run
  virtual void look(const ProbedLoop& loop) = 0;
};

}  // namespace ops
