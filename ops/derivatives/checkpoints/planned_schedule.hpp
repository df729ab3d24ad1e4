// ops/derivatives/checkpoints/planned_schedule.hpp: the schedule that all kinds use: a plan for the forward run,
// thinning if there are more steps than planned, then the reversal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ops/derivatives/checkpoints/kept_checkpoints.hpp"
#include "ops/derivatives/checkpoints/reversal.hpp"
#include "ops/derivatives/checkpoints/schedule.hpp"
#include "ops/derivatives/checkpoints/thinning.hpp"

namespace ops {

/// What the forward run keeps if it is as long as announced.
struct ForwardPlan {
  std::vector<Checkpoint> states;  ///< ascending, the first one before step 0
  std::vector<Storage> places;     ///< as `KeptCheckpoints` takes them
  std::int64_t taped_from = 0;     ///< steps [taped_from, steps) are taped
  std::int64_t steps = 0;          ///< 0 if unknown: everything is beyond the plan
};

/// The plan of fewest executed steps for a known number of steps.
/// @param sure  the program will not go on beyond them, so that no state is needed where all tapes fit
/// @throws OPSException  if the capacity is too small
ForwardPlan plan_forward(const Capacity& capacity, std::int64_t steps, bool sure);

/// Beyond the plan every step is taped, since its tape costs no time: the last ones are kept as far as there is room,
/// for the program might end here.
class Planned final : public Schedule {
 public:
  Planned(const Capacity& capacity, ForwardPlan plan);
  /// After `present` steps, with what is kept by then.
  Planned(KeptCheckpoints kept, std::int64_t present);
  Action next() override;
  void finish(std::int64_t steps) override;

 private:
  void follow();
  void go_on();
  bool is_due();
  void save(const Checkpoint& state);
  void make_room_for_tape(std::int64_t states);
  void tape(std::int64_t last);

  ForwardPlan plan_;
  KeptCheckpoints kept_;
  std::size_t saved_ = 0;             ///< states of the plan
  std::int64_t present_ = 0;          ///< the step that runs next
  std::int64_t considered_ = 0;       ///< the last state that was saved or passed over
  std::optional<Thinning> thinning_;  ///< beyond the plan
  std::optional<Reversal> reversal_;  ///< after the end
  std::vector<Action> queue_;         ///< next one first, from `at_` on
  std::size_t at_ = 0;
};

}  // namespace ops
