// ops/loop/redirector.hpp: the port that may redirect what a loop writes to another buffer, so that old values stay.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ops/loop/loop_call.hpp"

namespace ops {

class Redirector {
 public:
  using Constants = std::span<const std::shared_ptr<const std::vector<std::byte>>>;

  virtual ~Redirector() = default;
  /// Before the loop runs, arguments checked and resolved. May set `views[i].out` of written datasets to a new version,
  /// and then makes that version present (ops_dat_core::adopt); the one before goes to `call.replaced`. The engine
  /// copies what the loop does not write (cells outside the range, and for the reference the range too), so a new
  /// version is complete when the loop has run.
  /// @param constants  values in the order of the implementation's constants; kept alive by reference
  virtual void redirect(const LoopCall& call, std::span<ArgView> views, Constants constants) = 0;
};

}  // namespace ops
