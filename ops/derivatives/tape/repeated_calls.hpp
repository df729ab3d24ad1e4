// ops/derivatives/tape/repeated_calls.hpp: the recording of a restarted program, which repeats its calls: they are
// recorded and not executed.
//
// A call that is not executed cannot keep values for its adjoint. So these calls form steps of which only the state
// before them is kept, and the sweep recomputes them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "ops/loops/launch/repeating_recorder.hpp"

namespace ops {

class StepMarkers;  // ops/derivatives/steps/step_markers.hpp
class Stepping;     // ops/derivatives/steps/stepping.hpp

class RepeatedCalls final : public RepeatingRecorder {
 public:
  /// @param stepping  of the default tape  @param forget  all that it has recorded
  RepeatedCalls(Stepping& stepping, const std::unique_ptr<StepMarkers>& marks, std::function<void()> forget)
      : stepping_(stepping), markers_(marks), forget_(std::move(forget)) {}

  // Repeats
  void follow(std::function<void(const std::string& what)> beyond_calls) override { told_ = std::move(beyond_calls); }
  void leave_out() override;
  const std::string& obstacle() const override { return obstacle_; }
  bool empty() const override;
  bool shows(ops_dat dat) const override;
  void jump() override;
  void arrive() override;

  /// Whether states are saved for a restart.
  bool followed() const noexcept { return static_cast<bool>(told_); }
  /// Declares a change that repeated calls would not reproduce: values change without notification, or the recording
  /// changes.
  /// @param ends  the earlier part cannot be recomputed afterwards
  void beyond_calls(const std::string& what, bool ends);

 private:
  bool leaving_out() const;

  Stepping& stepping_;
  const std::unique_ptr<StepMarkers>& markers_;  ///< null: only the program's own marks count
  std::function<void()> forget_;
  std::function<void(const std::string&)> told_;  ///< empty: the program has not asked for fault tolerance
  std::string obstacle_;
};

}  // namespace ops
