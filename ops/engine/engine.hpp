// ops/engine/engine.hpp: what happens when ops_par_loop is called: find, check, resolve, record, run, complete.
// Knows handles, the registry and the recorder port; knows no kernel and no backend.
#pragma once

#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <vector>

#include "ops/core/context.hpp"
#include "ops/engine/timing.hpp"
#include "ops/loop/request.hpp"

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
  /// A loop that stands at `where` has run without being called by the program.
  void ran(Pass pass, const std::string& name, const std::source_location& where, double seconds, double bytes);
  /// Something that is no loop has taken time. @param what  a literal
  void passed(Pass pass, const char* what, double seconds);
  /// Loops in order of first execution, then everything else.
  std::vector<LoopTiming> timings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ops
