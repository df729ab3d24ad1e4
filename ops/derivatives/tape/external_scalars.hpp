// ops/derivatives/tape/external_scalars.hpp: saves scalars around an external function, so that its adjoint sees the
// values that its primal left.
#pragma once

#include <map>
#include <vector>

#include "ops/derivatives/log/external_accesses.hpp"
#include "ops/derivatives/log/recording.hpp"

namespace ops {

/// While a primal runs. When it runs again it starts from the values that it started from, and they are what they were
/// afterwards.
class ScalarsInPrimal {
 public:
  ScalarsInPrimal(Recording& recording, ExternalFunction& function);
  ~ScalarsInPrimal();
  ScalarsInPrimal(const ScalarsInPrimal&) = delete;
  ScalarsInPrimal& operator=(const ScalarsInPrimal&) = delete;
  /// What became of all of them is noted in the function. @throws OPSException  one that is declared as OPS_READ was
  /// written
  void finish();

 private:
  void note(const ops_scalar_core& scalar, ScalarAround& around);
  bool again() const { return !function_.scalars.empty(); }

  Recording& recording_;
  ExternalFunction& function_;
  std::vector<ScalarAround> around_;         ///< the first time
  std::map<ops_scalar, ScalarState> known_;  ///< when it runs again: before that
};

/// While an adjoint runs: scalars have the values after the function; those before it are back when this ends.
class ScalarsInAdjoint {
 public:
  ScalarsInAdjoint(Recording& recording, const ExternalFunction& function);
  ~ScalarsInAdjoint();
  ScalarsInAdjoint(const ScalarsInAdjoint&) = delete;
  ScalarsInAdjoint& operator=(const ScalarsInAdjoint&) = delete;
  /// Ends the derivatives of scalars that the primal replaced; warns if the adjoint left them unchanged.
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
