// ops/loops/engine/engine.hpp: the engine that executes ops_par_loop: find, check, resolve, record, run, complete.
#pragma once

#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/loops/launch/request.hpp"
#include "ops/support/timing.hpp"

namespace ops {

/// The loops of one context: what has been found and checked stays known.
class LoopEngine {
 public:
  explicit LoopEngine(Context& context);
  ~LoopEngine();
  LoopEngine(const LoopEngine&) = delete;
  LoopEngine& operator=(const LoopEngine&) = delete;

  void run(const LoopRequest& request);
  /// A dataset is about to be freed: what was found for calls with it is dropped.
  void forget(ops_dat dat);
  /// Of a loop that stands at `where`, when it runs without being called by the program. Valid as long as this.
  LoopTiming& row(Pass pass, const std::string& name, const std::source_location& where);
  /// Of something that is no loop. @param what  a literal
  LoopTiming& row(Pass pass, const char* what);
  /// Loops in order of first execution, then everything else.
  std::vector<LoopTiming> timings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ops
