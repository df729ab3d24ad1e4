// ops/derivatives/steps/stepping.hpp: decides whether a recording is divided into steps, and which class divides it.
#pragma once

#include <memory>

#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/derivatives/sweeps/versions.hpp"

namespace ops {

class Steps;

class Stepping {
 public:
  explicit Stepping(Versions& versions);
  ~Stepping();
  Stepping(const Stepping&) = delete;
  Stepping& operator=(const Stepping&) = delete;

  Recording& recording() const noexcept { return versions_.recording(); }
  /// Null before the first step: everything is kept.
  Steps* steps() const noexcept { return steps_.get(); }
  /// Before the first step; null: everything is kept from here on.
  void plan(std::unique_ptr<Steps> steps);
  /// The steps; if none have been planned, creates them with `all_limits`. Queries the system, so do not call it for
  /// each step.
  Steps& begin();
  Steps& begin(const MemoryBudget& these);
  /// As set by calls, and by the command line for what they leave open.
  MemoryBudget all_limits() const;

  MemoryBudget limits;  ///< as set by calls

 private:
  Versions& versions_;
  std::unique_ptr<Steps> steps_;
};

}  // namespace ops
