// ops/engine/engine.hpp: what happens when ops_par_loop is called: find, check, resolve, record, run, complete.
// Knows handles, the registry and the recorder port; knows no kernel and no backend.
#pragma once

#include <cstdint>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <vector>

#include "ops/core/context.hpp"
#include "ops/loop/request.hpp"

namespace ops {

/// When a loop runs: in the program, once more for a reverse sweep that needs its values, or as its adjoint.
enum class Pass : std::uint8_t { forward, again, reversed };

/// What one loop of the program has cost so far in one of its passes; or what else took time there, which has a name in
/// parentheses and no place.
struct LoopTiming {
  std::string name;
  std::string place;  ///< file:line
  std::int64_t calls = 0;
  double seconds = 0;          ///< 0 unless OPS_diags > 1 or somebody watches
  double seconds_squared = 0;  ///< sum of squares, for the deviation
  /// by the model: each dataset's, or derivative's, cells in the range read once and/or written once
  double bytes = 0;
  bool reference = false;  ///< no implementation: the last call ran the reference
  Pass pass = Pass::forward;
};

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
