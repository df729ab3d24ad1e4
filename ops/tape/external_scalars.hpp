// ops/tape/external_scalars.hpp: scalars around an external function: its adjoint sees the values that its primal left.
// Knows scalars, what the tape knows of them, and the function; knows nothing of datasets.
#pragma once

#include <vector>

#include "ops/record/declared_touches.hpp"
#include "ops/record/recording.hpp"

namespace ops {

/// While a primal runs, also when it runs again: it then starts from the values that it started from.
class ScalarsInPrimal {
 public:
  ScalarsInPrimal(Recording& recording, ExternalFunction& function);
  /// What became of all of them is noted in the function. @throws OPSException  one that is declared as OPS_READ was written
  void finish();

 private:
  void note(const ops_scalar_core& scalar, ScalarAround& around);

  Recording& recording_;
  ExternalFunction& function_;
  std::vector<ScalarAround> around_;
};

/// While an adjoint runs: scalars have the values after the function; those before it are back when this ends.
class ScalarsInAdjoint {
 public:
  ScalarsInAdjoint(Recording& recording, const ExternalFunction& function);
  ~ScalarsInAdjoint();
  ScalarsInAdjoint(const ScalarsInAdjoint&) = delete;
  ScalarsInAdjoint& operator=(const ScalarsInAdjoint&) = delete;
  /// Derivatives of what the primal replaced end here; whoever left them alone is told.
  void finish();

 private:
  struct Present {
    const ScalarAround* around;
    std::vector<std::byte> value, derivative;
  };

  Recording& recording_;
  std::vector<Present> present_;
};

}  // namespace ops
