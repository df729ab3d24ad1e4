// ops/derivatives/steps/end_values.hpp: values at the end of the program: recomputed afterwards instead of held while
// steps are recomputed.
#pragma once

#include <memory>
#include <optional>

#include "ops/derivatives/checkpoints/host_state.hpp"
#include "ops/derivatives/checkpoints/saved_state.hpp"
#include "ops/derivatives/steps/stepped.hpp"

namespace ops {

class EndValues {
 public:
  explicit EndValues(Stepped& of) : of_(of) {}

  /// Before the first interpretation: those after it take states from steps that leave out what no adjoint needs.
  void remember();
  /// Nothing is computed anew where too many steps would have to run for it.
  void forget_if_far();
  /// After one step every cell has been overwritten that its state does not hold. @return  whether the values need to
  /// be brought back
  bool let_go(HostState& host);
  /// Also of datasets that no adjoint needs.
  void bring_back(HostState& host);

  // Which values datasets have while the recording is interpreted
  void begin() { present_ = Values::of_the_end; }
  void others() noexcept;
  /// What is held is to be counted, as others are present for the first time.
  bool to_be_counted();
  /// The schedule has dropped the state before the step.
  void dropped(std::int64_t step);

  /// one in so many steps at most runs once more, so that values at the end need not be held
  std::int64_t part = 8;

 private:
  struct Last {
    std::int64_t step = 0;
    SavedState state;
    std::size_t unchanged = 0;  ///< of it, what is present at the end, too [bytes]
  };
  enum class Values : std::uint8_t { of_the_end, others, others_counted };

  bool is_far() const { return part * (of_.steps() - last_->step) > of_.steps(); }
  std::size_t present_bytes(const SavedState& state) const;
  void run_to_end(HostState& host);

  Stepped& of_;
  std::optional<Last> last_;  ///< the last state of the program's own run, from which its end can be computed again
  Values present_ = Values::of_the_end;
};

/// While alive, other states than that at the end of the program are present.
class SpareStates {
 public:
  SpareStates(Stepped& of, EndValues& end);
  ~SpareStates();
  SpareStates(const SpareStates&) = delete;
  SpareStates& operator=(const SpareStates&) = delete;

  HostState& host() noexcept { return *host_; }
  void let_go_of_end() { gone_ = end_.let_go(*host_); }
  void bring_back_end();

 private:
  Stepped& of_;
  EndValues& end_;
  std::unique_ptr<HostState> host_;
  bool gone_ = false;
};

}  // namespace ops
