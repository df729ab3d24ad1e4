// ops/derivatives/messages/steps_report.hpp: messages of a recording in steps: the plan, the progress, the cost. Silent
// without -OPS_AD_PLAN and -OPS_PROGRESS.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ops/data/context.hpp"
#include "ops/derivatives/messages/progress.hpp"
#include "ops/derivatives/messages/step_plan.hpp"

namespace ops {

class Report {
 public:
  using Clock = std::function<double()>;
  explicit Report(const Context& context);
  /// @param progress  empty: the user did not ask for it
  Report(const Context& context, std::optional<Progress> progress, Clock clock);
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  ~Report();

  // The program's own run
  /// A step begins. @param announced  steps, if any
  void begins(std::int64_t step, std::optional<std::int64_t> announced);
  /// The schedule has been made; the steps so far were kept to see what they take.
  /// @param spares  the memory of the demand is less than there is, as its first use is slow
  void planned(const Demand& demand, bool spares = false);
  /// The library has lowered the memory limit during the run, because new memory is slow. @param memory  [bytes]
  void spares(std::size_t memory);
  bool plans() const noexcept { return plans_; }
  std::string before;  ///< the plan of the recording before: the same one is not told again, nor what it took
  const std::string& key() const noexcept { return key_; }  ///< for that
  std::optional<std::int64_t> slots;                        ///< that the memory is for, if the user has given a number
  /// What a step takes if it runs again. [s]
  void seen_again(double seconds) { plan_.times.again = seconds; }
  double now() const { return clock_(); }  ///< [s]
  double seconds() const;                  ///< now, when all work so far has been done [s]
  /// Steps keep more than was planned: from now on with these sizes. Said where they are the largest so far.
  void replanned(const Demand& demand);
  /// @param held  what the recording keeps now [bytes]
  void weigh(std::size_t held) noexcept { peak_ = std::max(peak_, held); }

  // Interpretation
  struct Recorded {
    Demand demand;
    std::int64_t steps = 0;
    bool kept = false;  ///< no step will run again
  };
  /// While alive, a recording is interpreted.
  class Interpretation {
   public:
    Interpretation(Report& report, const Recorded& recorded);
    ~Interpretation();
    Interpretation(const Interpretation&) = delete;
    Interpretation& operator=(const Interpretation&) = delete;
    /// It has come to its end.
    void complete();

   private:
    void stop();

    Report& report_;
    Recorded recorded_;
    double start_;
  };
  /// While alive, steps run again, or are reversed: adds the time that takes.
  class Timing {
   public:
    Timing(Report& report, double StepTimes::* of) : report_(report), of_(of), start_(report.clock_()) {}
    ~Timing() { report_.spent_.*of_ += report_.clock_() - start_; }
    Timing(const Timing&) = delete;
    Timing& operator=(const Timing&) = delete;

   private:
    Report& report_;
    double StepTimes::* of_;
    double start_;
  };
  void is_recomputed();  ///< one step
  /// What the steps have taken, once they have been interpreted; before, what those of the recording before took.
  std::optional<StepTimes> known;
  /// @param left  steps that are not yet reversed
  void reverses(std::int64_t left);

 private:
  bool repeated() const noexcept { return !key_.empty() && key_ == before; }
  void show_plan();
  void expect(const Recorded& recorded);
  void learn(double forward);
  void tell(const Recorded& recorded, double forward, double reverse);
  void show(const char* doing);

  const Context* context_;
  Clock clock_;
  std::optional<Progress> progress_;
  bool plans_;
  StepPlan plan_;
  bool made_ = false;            ///< the plan
  bool waits_ = false;           ///< .. to be shown
  std::int64_t planned_at_ = 0;  ///< before this step
  double planned_when_ = 0;      ///< [s]
  std::string key_;              ///< the plan without times
  std::size_t told_ = 0;         ///< what one state and one tape take, as said last [bytes]
  int interpretations_ = 0;
  std::int64_t begun_ = 0;         ///< steps
  double first_ = 0, second_ = 0;  ///< when these steps began [s]
  StepTimes spent_;                ///< on all steps of the interpretation
  std::size_t peak_ = 0;
  bool reversing_ = false;
  std::int64_t steps_ = 0, left_ = 0, again_ = 0;  ///< of the interpretation: to be reversed; still; run again so far
  std::int64_t reruns_ = 0;                        ///< expected
};

}  // namespace ops
