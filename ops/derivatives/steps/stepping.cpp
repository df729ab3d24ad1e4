// ops/derivatives/steps/stepping.cpp: creates, exchanges and connects the object that keeps the steps.
#include "ops/derivatives/steps/stepping.hpp"

#include <utility>

#include "ops/derivatives/steps/steps.hpp"

namespace ops {

Stepping::Stepping(Versions& versions) : versions_(versions) {}

Stepping::~Stepping() = default;

void Stepping::plan(std::unique_ptr<Steps> steps) {
  steps_ = std::move(steps);
  recording().watch = steps_.get();
}

Steps& Stepping::begin() { return steps_ ? *steps_ : begin(all_limits()); }

Steps& Stepping::begin(const MemoryBudget& these) {
  if (!steps_) plan(std::make_unique<Steps>(versions_, these));
  return *steps_;
}

MemoryBudget Stepping::all_limits() const {
  return with_disk(with_memory(limits, recording().context), recording().context);
}

}  // namespace ops
