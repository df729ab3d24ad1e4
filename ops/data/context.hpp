// ops/data/context.hpp: defines class Context, which owns all handles, constants, memory and options of one instance of
// the library.
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
#include "ops/data/soa.hpp"

namespace ops {

class LoopEngine;    // ops/loops/engine/engine.hpp
class CallGate;      // ops/loops/launch/call_gate.hpp
class Recorder;      // ops/loops/launch/recorder.hpp
class Redirector;    // ops/loops/launch/redirector.hpp
class Tape;          // ops/derivatives/tape/tape.hpp
class LoopObserver;  // ops/loops/launch/loop_observer.hpp
class HaloCheck;     // ops/loops/engine/halo_check.hpp
class LoopProbe;     // ops/loops/engine/loop_probe.hpp

/// When the program changes a constant, the library stores the new value at a new address, so that saved pointers still
/// refer to the old value.
struct Constant {
  std::string name;
  Type type = Type::f64;
  int dim = 1;
  std::shared_ptr<const std::vector<std::byte>> value;
  Where where;  ///< of the call that published the value
  /// the program's variable, which should hold the value; null: not known with certainty
  const void* variable = nullptr;
  bool told = false;  ///< the warning that the variable does not hold the value has been printed
};

/// Run-time options, parsed once from the command line (`-OPS_HELP` lists them).
struct Options {
  int diags = 1;            ///< OPS_DIAGS
  bool derivatives = true;  ///< OPS_AD
  bool check = false;       ///< OPS_CHECK: also run the reference of every loop, and compare the results
  bool sentinel = true;     ///< OPS_SENTINEL: compare loops with their kernels at some points (ops/derivatives/checks)
  bool flush_subnormals = false;             ///< OPS_FLUSH_SUBNORMALS: arithmetic treats subnormal numbers as zero
  std::map<std::string, std::string> words;  ///< every OPS_... word as given; "" where it has no value
};

/// A dataset whose memory has not been allocated yet. Once the program has declared all datasets and stencils, the
/// library divides the cells among processes and allocates memory.
struct UnplacedDat {
  ops_dat dat = nullptr;
  std::vector<std::byte> data;  ///< initial values of all cells; empty: zeros
  bool packed = false;          ///< the components of a cell are adjacent, whatever the layout
  std::string what;             ///< begins the error message if memory runs out
};

/// Interfaces through which the code for derivatives and restarts observes, skips or redirects API calls.
struct Hooks {
  CallGate* gate = nullptr;          ///< decides whether calls run; null: all run
  Recorder* recorder = nullptr;      ///< is notified of every change of values; null: none
  Redirector* redirector = nullptr;  ///< may direct what loops write to another buffer; null: old values are not needed
  Tape* tape = nullptr;              ///< records for derivatives; null: no recording, or the library itself runs loops
};

class Context {
 public:
  /// @param machine  executes loops and owns the memory; null: this process, serially
  explicit Context(std::shared_ptr<Machine> machine = nullptr);
  virtual ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Ends the declaration phase of a program, so that loops can run and be recorded. The function begin() is called by
  /// ops_partition or, in programs without ops_partition, by the first loop. Further calls to begin() have no effect.
  virtual void begin(Where where);

  std::vector<std::unique_ptr<ops_block_core>> blocks;
  /// datasets whose memory has not been allocated yet, because the cells of this process are not known yet
  std::vector<UnplacedDat> unplaced;
  std::vector<std::unique_ptr<ops_dat_core>> dats;  ///< indexed by ops_dat_core::index; null once freed
  std::vector<std::unique_ptr<ops_stencil_core>> stencils;
  std::vector<std::unique_ptr<ops_reduction_core>> reductions;
  std::vector<std::unique_ptr<ops_halo_core>> halos;
  std::vector<std::unique_ptr<ops_halo_group_core>> halo_groups;
  std::vector<std::unique_ptr<ops_scalar_core>> scalars;
  std::unique_ptr<ops_block_core> point;  ///< the block of loops over scalars; null: there have been none

  /// Handles of freed datasets, kept to detect programs that use a dataset after freeing it.
  std::deque<std::unique_ptr<ops_dat_core>> freed;
  std::vector<int> vacant;  ///< indices of `dats` that can be reused
  std::map<std::string, Constant, std::less<>> constants;
  std::unordered_set<std::string> constant_numbers;  ///< numbers declared with ops_ad_constant, as bytes

  BufferPool pool;
  Options options;
  int OPS_diags = 1;  ///< applications assign it
  /// applications assign it: datasets declared later are structures of arrays
  int OPS_soa = soa_by_default();
  bool partitioned = false;
  std::ostream* out = nullptr;   ///< never null after construction
  OPS_instance* self = nullptr;  ///< this object as the API sees it

  LoopEngine* loops = nullptr;    ///< set by ops/api
  Hooks hooks;                    ///< set while a tape records or states for a restart are taken
  LoopObserver* watch = nullptr;  ///< is notified of every loop that ran; null: none
  /// set by ops/api on the target `checked`: is notified of everything that the program writes; otherwise null
  HaloCheck* halo_check = nullptr;
  LoopProbe* probe = nullptr;  ///< set by ops/api: examines some points of loops before they run; null: none
  Hooks paused;                ///< hooks that are paused: these still must be notified of freed datasets
};

}  // namespace ops
