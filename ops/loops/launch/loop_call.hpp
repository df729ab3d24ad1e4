// ops/loops/launch/loop_call.hpp: one ops_par_loop call, checked and resolved. Equal calls share one object, which
// never changes; execution, recording, recomputation, reversal, checks and the trace refer to it. Plain data.
#pragma once

#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <vector>

#include "ops/loops/launch/argument.hpp"
#include "ops/loops/launch/kernel.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops {

struct LoopCall {
  std::string name;
  std::source_location where;
  ops_block block = nullptr;
  int dims = 0;
  Box range;
  /// completed by the checks; without type strings and addresses of values, which are the caller's
  std::vector<ops_arg> args;
  const LoopImplementation* implementation = nullptr;  ///< null: the reference runs
  bool passive = false;                                ///< ops_par_loop_passive
  std::string problem = {};                            ///< why there is no implementation; "": there is one
  KernelRef kernel = {};                               ///< the user's; none: a loop that the library runs
  /// what runs, where derivatives must not know its implementation; null: this
  std::shared_ptr<const LoopCall> whole = nullptr;

  const ArgFacts* facts(std::size_t i) const { return implementation ? &implementation->args[i] : nullptr; }
  /// Whether it may change the dataset that argument i is.
  bool writes(std::size_t i) const {
    if (args[i].argtype != ArgKind::dat || args[i].opt == 0) return false;
    return implementation ? facts(i)->written : args[i].acc != OPS_READ;
  }
  /// What runs.
  const LoopCall& ran() const { return whole ? *whole : *this; }
  /// A loop that the library runs to begin the next one: a reduction into a dataset.
  bool begins_reduction() const { return !kernel.call && implementation && !implementation->primal; }
};
using CallRef = std::shared_ptr<const LoopCall>;

/// What a call works with just now; one entry per argument, but for constants.
struct Operands {
  std::span<ArgView> views;
  /// values in the order of the implementation's constants
  std::span<const ConstantRef> constants = {};
  /// out: the version that a new one replaces; may be empty: then it is not asked for
  std::span<BufferRef> replaced = {};
  /// out: the kernel may read cells that other points of the loop write, so the engine must check that it does not; may
  /// be empty: then such a loop is an error
  std::span<char> watched = {};
};

}  // namespace ops
