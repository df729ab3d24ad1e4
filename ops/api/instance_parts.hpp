// ops/api/instance_parts.hpp: InstanceParts, the members of an OPS_instance besides its context. Private to this room.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "ops/api/several_instances.hpp"
#include "ops/data/context.hpp"
#include "ops/derivatives/tape/nested_tapes.hpp"
#include "ops/files/restart/restart.hpp"
#include "ops/loops/engine/engine.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/loops/engine/loop_probe.hpp"
#include "ops/loops/launch/float_mode.hpp"
#include "ops/loops/launch/loop_observer.hpp"
#include "ops/loops/launch/recorders.hpp"

namespace ops {

struct InstanceParts {
  explicit InstanceParts(Context& context) : engine(context), tapes(context) {
    if (context.options.flush_subnormals) flushed.emplace();
  }
  std::optional<SubnormalsFlushed> flushed;
  LoopEngine engine;
  bool asked_to_partition = false;        ///< ops_partition was called
  bool asked_again = false;               ///< and once more
  std::unique_ptr<HaloCheck> halo_check;  ///< on the target `checked`
  std::unique_ptr<LoopProbe> sentinel;    ///< in translated programs, without -OPS_SENTINEL=0
  std::unique_ptr<Restart> restart;       ///< once ops_checkpointing_init was called, with OPS_CHECKPOINT
  std::shared_ptr<Tape> tape;             ///< from ops_partition or the first loop on, in programs that record
  std::unique_ptr<LoopObserver> trace;    ///< the same, with -OPS_AD_TRACE
  std::unique_ptr<Recorder> both;         ///< `restart` and `tape`, where both are told
  std::optional<RandomState> random;
  std::map<ops_dat, std::string> hdf5_files;  ///< of datasets that ops_decl_dat_hdf5 declared
  /// when ops_partition was called, or the first loop
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  ops_ad_instance tapes;
};

}  // namespace ops
