// ops/gradient/tangent.hpp: one forward sweep over a tape: from directions of datasets to directional derivatives of
// everything. Knows events and derivative fields; runs tangents through the registry's function pointers and nothing
// else.
//
// It reads the versions that the recording kept for adjoints, as they were before each event: what the tangent of a
// loop reads of old values is among what its adjoint reads (ArgFacts::adjoint_reads counts both).
#pragma once

#include <map>
#include <vector>

#include "ops/record/rewind.hpp"
#include "ops/record/zero_rows.hpp"
#include "ops/tape/tape.hpp"

namespace ops {

class Doubled;

class TangentSweep {
 public:
  /// @param doubled  also records what second derivatives need; null: nothing does
  explicit TangentSweep(Tape& tape, Doubled* doubled = nullptr);

  /// From the directions of the values when the recording began, in Tracked::tangent and Recording::tangents.scalars,
  /// to those of the values at its end. Derivatives of results are left in Recording::tangents.results.
  void run();
  /// One loop alone, with versions as they were before it.
  void advance_loop(const Event& event);
  /// The direction of a scalar's present value.
  void set_direction(ops_scalar scalar, const std::vector<std::byte>& direction) { direction_of(scalar) = direction; }
  /// What the loops advanced since the last result have added to the handle's directional derivative.
  std::vector<std::byte>& sum_of(ops_reduction handle);

 private:
  struct Loop;  ///< one loop being advanced

  void advance(const Event& event);
  void advance_result(const Event& event);
  void advance_halos(const Event& event);
  void advance_copy(const Event& event);
  void advance_external(const Event& event);
  void advance_scalar(const Event& event);
  void advance_extrema(const Event& event);
  void advance_point(const Event& event, std::size_t arg, const Index& at, std::byte* slopes);
  /// Of its present value.
  std::vector<std::byte>& direction_of(ops_scalar scalar);
  void consume(Tracked& dat, const Box& cells);

  Tape& tape_;
  Doubled* doubled_;
  Events& events_;
  FieldMemory memory_;
  Rewind rewind_;
  ZeroRows zeros_;
  std::map<ops_reduction, std::vector<std::byte>> sums_;
  std::map<ops_reduction, const std::vector<std::byte>*> last_results_;
};

}  // namespace ops
