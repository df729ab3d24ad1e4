// ops/derivatives/gradients/tangent_sweep.hpp: one forward sweep over a tape: from directions of datasets to
// directional derivatives of everything.
//
// It reads the versions that the recording kept for adjoints, as they were before each event: what the tangent of a
// loop reads of old values is among what its adjoint reads (ArgFacts::adjoint_reads counts both).
#pragma once

#include <vector>

#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/log/rewind.hpp"
#include "ops/derivatives/log/zero_rows.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

class Doubled;

class TangentSweep final : public Advancing {
 public:
  /// @param doubled  also records what second derivatives need; null: nothing does
  explicit TangentSweep(Tape& tape, Doubled* doubled = nullptr);

  /// From the directions of the values when the recording began, in Tracked::tangent and Recording::tangents.scalars,
  /// to those of the values at its end. Derivatives of results are left in Recording::tangents.results.
  void run();

  // Advancing. One loop alone: with versions as they were before it.
  const char* asked_by() const override { return doubled_ ? "ops_hessian_vector" : "ops_tangent"; }
  void loop(const LoopEvent& event) override;
  void protect(Tracked& dat, const Box& cells) override;
  void consume(Tracked& dat, const Box& cells) override;

 private:
  struct Loop;  ///< one loop being advanced

  void advance_extrema(const LoopEvent& event);
  void advance_point(const LoopEvent& event, std::size_t arg, const Index& at, std::byte* slopes);

  Doubled* doubled_;
  Rewind rewind_;
  ZeroRows zeros_;
};

}  // namespace ops
