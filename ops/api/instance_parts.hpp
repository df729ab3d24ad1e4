// ops/api/parts.hpp: what an OPS_instance holds besides its context. Private to this room.
// Knows the engine's and the recorder's interfaces; knows nothing of how they work.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "ops/api/several.hpp"
#include "ops/core/context.hpp"
#include "ops/engine/engine.hpp"
#include "ops/engine/halo_check.hpp"
#include "ops/engine/loop_probe.hpp"
#include "ops/loop/float_mode.hpp"
#include "ops/loop/recorders.hpp"
#include "ops/loop/watch.hpp"
#include "ops/restart/restart.hpp"
#include "ops/tape/tapes.hpp"

namespace ops {

struct InstanceParts {
  explicit InstanceParts(Context& context) : engine(context), tapes(context) {
    if (context.options.flush_subnormals) flushed.emplace();
  }
  std::optional<SubnormalsFlushed> flushed;
  LoopEngine engine;
  bool asked_to_partition = false;        ///< ops_partition was called
  bool asked_again = false;               ///< and once more
  std::unique_ptr<HaloCheck> halo_check;  ///< on target checked
  std::unique_ptr<LoopProbe> sentinel;    ///< in translated programs, without -OPS_SENTINEL=0
  std::unique_ptr<Restart> restart;       ///< once ops_checkpointing_init was called, with OPS_CHECKPOINT
  std::shared_ptr<Tape> tape;             ///< from ops_partition or the first loop on, in programs that record
  std::unique_ptr<LoopWatch> trace;       ///< the same, with -OPS_AD_TRACE
  std::unique_ptr<Recorder> both;         ///< `restart` and `tape`, where both are told
  std::optional<RandomState> random;
  std::map<ops_dat, std::string> hdf5_files;  ///< of datasets that ops_decl_dat_hdf5 declared
  /// when ops_partition was called, or the first loop
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  ops_ad_instance tapes;
};

}  // namespace ops
