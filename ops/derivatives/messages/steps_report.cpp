// ops/derivatives/messages/steps_report.cpp: measures times between steps.
#include "ops/derivatives/messages/steps_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "ops/data/memory_limit.hpp"
#include "ops/data/passes.hpp"
#include "ops/support/duration.hpp"

namespace ops {
namespace {

constexpr std::int64_t settled = 4;  ///< steps after which times are those of steps to come
constexpr double plenty = 1e300;     ///< [s]

bool given(const Context& context, const char* option) {
  const auto word = context.options.words.find(option);
  return word != context.options.words.end() && word->second != "0";
}

std::optional<Progress> progress_of(const Context& context) {
  if (!given(context, "OPS_PROGRESS")) return {};
  return Progress(std::cerr, isatty(STDERR_FILENO) == 1, seconds_now);
}

/// For a plan the time of work, not of deciding: what was asked for is done.
std::function<double()> clock_of(const Context& context) {
  if (!given(context, "OPS_AD_PLAN")) return seconds_now;
  return [&context] {
    finish(context.pool.machine());
    return seconds_now();
  };
}

}  // namespace

Report::Report(const Context& context) : Report(context, progress_of(context), clock_of(context)) {}

Report::Report(const Context& context, std::optional<Progress> progress, Clock clock)
    : context_(&context),
      clock_(std::move(clock)),
      progress_(std::move(progress)),
      plans_(given(context, "OPS_AD_PLAN")) {}

Report::~Report() {
  if (progress_) progress_->end();
}

double Report::seconds() const {
  finish(context_->pool.machine());
  return clock_();
}

void Report::begins(std::int64_t step, std::optional<std::int64_t> announced) {
  begun_ = step + 1;
  if (step == 0) first_ = clock_();
  if (step == 1) second_ = clock_();
  if (waits_ && step >= planned_at_ + settled) show_plan();
  if (!progress_ || !announced || step > *announced) return;
  if (step == 0) progress_->begin("forward");
  progress_->at(step, *announced, static_cast<double>(step) / static_cast<double>(*announced));
}

void Report::spares(std::size_t memory) {
  if (!plans_) return;
  show_plan();
  *context_->out << "OPS: new memory has become slow, so from step " << begun_ << " on, derivatives use at most "
                 << bytes_text(memory) << ", and the library recomputes some steps\n"
                 << std::flush;
}

/// The plan is shown once, and some steps later: the first ones take memory and find their loops, so their times say
/// little.
void Report::planned(const Demand& demand, bool spares) {
  if (!plans_) return;
  made_ = waits_ = true;
  told_ = demand.memory_of(1);
  plan_.demand = demand;
  plan_.spared = spares;
  plan_.slots = slots;
  key_ = text(plan_);
  const std::int64_t run = begun_ - 1;
  plan_.samples = run > 1 ? run - 1 : run;
  planned_at_ = run;
  planned_when_ = clock_();
  if (run > 0) plan_.times.run = (planned_when_ - (run > 1 ? second_ : first_)) / static_cast<double>(plan_.samples);
  plan_.reversed = known && run > 0;
  if (plan_.reversed) plan_.times = *known;
  if (plan_.reversed || repeated()) show_plan();
}

void Report::show_plan() {
  if (!std::exchange(waits_, false) || repeated()) return;
  StepTimes& times = plan_.times;
  const std::int64_t since = begun_ - 1 - planned_at_;
  if (!plan_.reversed) {
    if (since > 0)
      times.run = std::min(times.run > 0 ? times.run : plenty, (clock_() - planned_when_) / static_cast<double>(since));
    if (since > 0) plan_.samples = since;
    times.again = times.again > 0 ? std::min(times.again, times.run) : times.run;
    times.run = std::min(times.run, times.again);  // later steps allocate nothing either
    times.reverse = reversal * times.again;
  }
  *context_->out << text(plan_);
  if (const auto tiers = context_->pool.tiers())
    *context_->out << "OPS: derivatives may use up to " << bytes_text(tiers->here)
                   << " on the device (-OPS_AD_MEMORY) and " << bytes_text(tiers->aside)
                   << " on the host (-OPS_AD_HOST_MEMORY)\n";
  *context_->out << std::flush;
}

void Report::replanned(const Demand& demand) {
  if (!plans_ || demand.memory_of(1) <= told_) return;
  show_plan();
  told_ = demand.memory_of(1);
  *context_->out << replanned_text(demand) << std::flush;
}

/// How many steps will run again, for the time that is left.
void Report::expect(const Recorded& recorded) {
  steps_ = left_ = recorded.steps;
  again_ = reruns_ = 0;
  spent_ = {};
  if (!progress_) return;
  progress_->begin("reverse");
  if (recorded.kept) return;
  const auto sum = predicted(recorded.demand, recorded.steps);
  if (sum) reruns_ = sum->executed - (interpretations_ == 0 ? recorded.steps : 0);
}

Report::Interpretation::Interpretation(Report& report, const Recorded& recorded)
    : report_(report), recorded_(recorded), start_(0) {
  report_.show_plan();
  start_ = report_.clock_();
  report_.expect(recorded);
  report_.reversing_ = true;
}

Report::Interpretation::~Interpretation() { stop(); }

void Report::Interpretation::stop() {
  if (std::exchange(report_.reversing_, false) && report_.progress_) report_.progress_->end();
}

void Report::Interpretation::complete() {
  stop();
  if (report_.interpretations_++ > 0) return;
  const double forward = start_ - report_.first_;
  report_.tell(recorded_, forward, report_.clock_() - start_);
  report_.learn(forward);
}

/// The first recording also takes memory from the system, which later ones find ready.
void Report::learn(double forward) {
  const auto steps = static_cast<double>(steps_);
  const double run = forward / steps, again = again_ > 0 ? spent_.again / static_cast<double>(again_) : run;
  known = {known ? run : std::min(run, again), again, spent_.reverse / steps};
}

void Report::tell(const Recorded& recorded, double forward, double reverse) {
  if (!made_) key_ = "none";
  if (!plans_ || repeated()) return;
  if (!made_)
    *context_->out << "OPS: no checkpoints are planned (-OPS_AD_PLAN): all values that derivatives need are kept, "
                      "because the program ended after only a few steps\n";
  const StepsTaken taken{recorded.steps, recorded.steps + again_, forward, reverse, peak_};
  *context_->out << (made_ ? text(taken, plan_) : text(taken));
  if (const auto tiers = context_->pool.tiers())
    *context_->out << "OPS: the library moved " << bytes_text(tiers->moved.out) << " to host memory and copied back "
                   << bytes_text(tiers->moved.in) << "; at most " << bytes_text(tiers->moved.peak)
                   << " were in host memory at any one time\n";
  *context_->out << std::flush;
}

void Report::is_recomputed() {
  ++again_;
  if (reversing_) show("recomputing steps");
}

void Report::reverses(std::int64_t left) {
  if (!reversing_ || left == left_) return;
  left_ = left;
  show("");
}

void Report::show(const char* doing) {
  if (!progress_) return;
  const auto reversed = static_cast<double>(steps_ - left_), all = static_cast<double>(steps_);
  const double ratio = known && known->again > 0 ? known->reverse / known->again : reversal;
  const double again = static_cast<double>(std::min(again_, reruns_)), reruns = static_cast<double>(reruns_);
  progress_->at(steps_ - left_, steps_, (again + ratio * reversed) / (reruns + ratio * all), doing);
}

}  // namespace ops
