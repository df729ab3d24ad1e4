// ops/data/context.hpp: everything one OPS world owns: handles, constants, memory, options.
#pragma once

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "ops/data/handles.hpp"
#include "ops/data/pool.hpp"

namespace ops {

class LoopEngine;    // ops/loops/engine/engine.hpp
class CallGate;      // ops/loops/launch/call_gate.hpp
class Recorder;      // ops/loops/launch/recorder.hpp
class Redirector;    // ops/loops/launch/redirector.hpp
class Tape;          // ops/derivatives/tape/tape.hpp
class LoopObserver;  // ops/loops/launch/loop_observer.hpp
class HaloCheck;     // ops/loops/engine/halo_check.hpp
class LoopProbe;     // ops/loops/engine/loop_probe.hpp

/// A published constant. Each change makes a new value, so whoever keeps the old pointer keeps the old value.
struct Constant {
  std::string name;
  Type type = Type::f64;
  int dim = 1;
  std::shared_ptr<const std::vector<std::byte>> value;
  Where where;                     ///< of the call that published the value
  const void* variable = nullptr;  ///< the program's own, which should hold the value; null: not known for sure
  bool told = false;               ///< it was said that the variable does not hold the value
};

/// Run-time options, parsed once from the command line (`-OPS_HELP` lists them).
struct Options {
  int diags = 1;            ///< OPS_DIAGS
  bool derivatives = true;  ///< OPS_AD
  bool check = false;       ///< OPS_CHECK: run every loop also in the reference and compare
  bool sentinel = true;     ///< OPS_SENTINEL: compare loops with their kernels at some points (ops/derivatives/checks)
  bool flush_subnormals = false;             ///< OPS_FLUSH_SUBNORMALS: arithmetic takes zero for subnormal numbers
  std::map<std::string, std::string> words;  ///< every OPS_... word as given; "" where it has no value
};

/// A dataset whose cells are divided among processes once all datasets and stencils of the program are known.
struct UnplacedDat {
  ops_dat dat = nullptr;
  std::vector<std::byte> data;  ///< first values, of all cells; empty: zeros
  bool packed = false;          ///< the components of a cell together, whatever the layout
  std::string what;             ///< begins the error if there is no memory
};

/// Who is asked of what the program does, and told of it.
struct Hooks {
  CallGate* gate = nullptr;          ///< says whether calls run; null: they do
  Recorder* recorder = nullptr;      ///< is told of all that happens to values; null: nobody is
  Redirector* redirector = nullptr;  ///< may send what loops write elsewhere; null: old values are not needed
  Tape* tape = nullptr;              ///< records for derivatives; null: none does, or it is not the program that runs
};

class Context {
 public:
  /// @param machine  null: this process, serially
  explicit Context(std::shared_ptr<Machine> machine = nullptr);
  virtual ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Loops and recording begin, if they have not yet: what ops_partition does, and the first loop of a program without
  /// it.
  virtual void begin(Where where);

  std::vector<std::unique_ptr<ops_block_core>> blocks;
  /// datasets that have no memory yet, as it is not known which cells this process has
  std::vector<UnplacedDat> unplaced;
  std::vector<std::unique_ptr<ops_dat_core>> dats;  ///< indexed by ops_dat_core::index; null once freed
  std::vector<std::unique_ptr<ops_stencil_core>> stencils;
  std::vector<std::unique_ptr<ops_reduction_core>> reductions;
  std::vector<std::unique_ptr<ops_halo_core>> halos;
  std::vector<std::unique_ptr<ops_halo_group_core>> halo_groups;
  std::vector<std::unique_ptr<ops_scalar_core>> scalars;
  std::unique_ptr<ops_block_core> point;  ///< the block of loops over scalars; null: there were none
  /// The datasets freed last, and those that halos name: without their memory, but kept so that a stale handle is
  /// recognised instead of read.
  std::deque<std::unique_ptr<ops_dat_core>> freed;
  std::vector<int> vacant;  ///< indices of `dats` that are free to be used again
  std::map<std::string, Constant, std::less<>> constants;
  std::unordered_set<std::string> constant_numbers;  ///< by bytes: declared with ops_ad_constant

  BufferPool pool;
  Options options;
  int OPS_diags = 1;  ///< applications assign it
  int OPS_soa = 0;    ///< applications assign it: later datasets are structures of arrays
  bool partitioned = false;
  std::ostream* out = nullptr;   ///< never null after construction
  OPS_instance* self = nullptr;  ///< this object as the API sees it

  LoopEngine* loops = nullptr;    ///< set by ops/api
  Hooks hooks;                    ///< set while a tape records or states for a restart are taken
  LoopObserver* watch = nullptr;  ///< hears of every loop that ran; null: nobody listens
  /// set by ops/api on target checked: hears of all that the program writes; else null
  HaloCheck* halo_check = nullptr;
  LoopProbe* probe = nullptr;  ///< set by ops/api: examines some points of loops before they run; null: there is none
  Hooks paused;                ///< those that rest: they still must hear of freed datasets
};

}  // namespace ops
