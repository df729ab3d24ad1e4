// ops/derivatives/steps/loop_runner.hpp: executes a recorded call again.
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>

#include "ops/derivatives/log/events.hpp"
#include "ops/loops/engine/variant.hpp"

namespace ops {

/// Executes a recorded call again; constants, scalars and reductions are set. Tests have an engine of their own.
/// @param values  of each argument that is passed by value: where they are; else null
using LoopRunner = std::function<void(const CallRef& call, std::span<const void* const> values,
                                      std::span<const Events::ConstantValue> constants)>;

/// By the engine.
class EngineRunner {
 public:
  void operator()(const CallRef& call, std::span<const void* const> values, std::span<const Events::ConstantValue>);

 private:
  std::unordered_map<CallRef, std::shared_ptr<Variant>> variants_;
};

}  // namespace ops
