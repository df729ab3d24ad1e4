// ops/derivatives/messages/step_plan.cpp: formats forecasts.
#include "ops/derivatives/messages/step_plan.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "ops/data/memory_limit.hpp"
#include "ops/support/duration.hpp"
#include "ops/support/error.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

/// Steps that keep nothing have no limit, whatever the demand says.
Demand effective(Demand demand) {
  if (demand.memory && demand.tape == 0) demand.memory = {};
  if (demand.steps) demand.steps = std::min(*demand.steps, most_forecast);
  return demand;
}

std::vector<std::int64_t> counts(const StepPlan& plan) {
  if (plan.demand.steps) return {std::min(*plan.demand.steps, most_forecast)};
  return {100, 1000, 10000};
}

/// The plan for half the limit, or twice that.
StepPlan times(StepPlan plan, int factor, int divisor) {
  Demand& demand = plan.demand;
  if (plan.slots) {
    plan.slots = std::max<std::int64_t>(1, *plan.slots * factor / divisor);
    demand.memory = demand.memory_of(scheduled(*plan.slots, demand.disk.has_value()));
    return plan;
  }
  demand.memory = *demand.memory * static_cast<std::size_t>(factor) / static_cast<std::size_t>(divisor);
  if (demand.slots) demand.slots = std::max<std::int64_t>(1, *demand.slots * factor / divisor);
  return plan;
}

std::string slots_text(std::int64_t slots) { return ops::format("{} state{}", slots, slots == 1 ? "" : "s"); }

std::string limit_text(const StepPlan& plan) {
  const Demand& demand = plan.demand;
  if (plan.slots) return slots_text(*plan.slots);
  if (!demand.memory) return "no limit";
  return bytes_text(*demand.memory) + (demand.slots ? ", " + slots_text(*demand.slots) : "");
}

/// The limit in bytes, too.
std::string kept_text(const StepPlan& plan) {
  if (plan.spared)
    return limit_text(plan) +
           "; less than the default, because here the first use of memory takes longer than recomputing steps";
  if (!plan.slots) return limit_text(plan);
  const std::int64_t left = scheduled(*plan.slots, plan.demand.disk.has_value());
  return ops::format("room for {} and one tape, {}{}", slots_text(left), bytes_text(*plan.demand.memory),
                     left < *plan.slots ? "; one more state is kept to recompute the final values" : "");
}

std::string size_text(const StepPlan& plan, std::size_t bytes) {
  return plan.demand.memory ? bytes_text(bytes) : "not known yet";
}

bool everything_kept(const StepPlan& plan) {
  const Demand demand = effective(plan.demand);
  return std::ranges::all_of(counts(plan),
                             [&](std::int64_t steps) { return forecast(demand, steps).executed == steps; });
}

std::string kind_text(const StepPlan& plan) {
  if (plan.demand.memory && plan.demand.tape == 0)
    return "steps are linear, so no values are kept and no step is recomputed";
  if (everything_kept(plan)) return "all values are kept, and no step is recomputed";
  return plan.demand.steps
             ? "the library keeps the states and tapes of some steps, chosen so that it recomputes as few steps as "
               "possible"
             : "the library keeps checkpoints (states) and tapes; as more steps follow, it discards some of them";
}

double seconds(const StepPlan& plan, const Forecast& forecast) {
  const auto steps = static_cast<double>(forecast.steps), again = static_cast<double>(forecast.executed) - steps;
  return (plan.times.run + plan.times.reverse) * steps + plan.times.again * again;
}

std::string time_text(const StepPlan& plan) {
  if (plan.samples == 0) return "not known yet";
  const std::string run = duration_text(plan.times.run), again = duration_text(plan.times.again);
  if (plan.reversed)
    return ops::format(
        "running a step takes {}, recomputing it takes {}, and reversing it takes {}; "
        "these times were measured in the previous recording",
        run, again, duration_text(plan.times.reverse));
  return ops::format(
      "running a step takes {}, and recomputing it takes {}; "
      "the library assumes that reversing takes {} times as long as recomputing",
      run, again, reversal);
}

void add_row(std::string& table, const StepPlan& plan, const std::string& name, std::int64_t steps) {
  try {
    const Forecast sum = forecast(effective(plan.demand), steps);
    ops::format_to(std::back_inserter(table), "  {:<20} {:>9} {:>10} {:>8.2f} {:>14} {:>13}\n", name, steps,
                   sum.executed, static_cast<double>(sum.executed) / static_cast<double>(steps),
                   size_text(plan, sum.peak_bytes),
                   plan.samples == 0 ? "not known yet" : duration_text(seconds(plan, sum)));
  } catch (const OPSException&) {
    ops::format_to(std::back_inserter(table), "  {:<20} {:>9} too little\n", name, steps);
  }
}

void add_rows(std::string& table, const StepPlan& plan) {
  std::string name = limit_text(plan);
  for (const std::int64_t steps : counts(plan)) {
    add_row(table, plan, name, steps);
    name.clear();
  }
}

/// For the first number of steps that is forecast.
std::string disk_text(const StepPlan& plan) {
  const std::string most = ops::format("up to {}", bytes_text(*plan.demand.disk));
  try {
    const Forecast sum = forecast(effective(plan.demand), counts(plan).front());
    return ops::format(
        "{}; a run of {} steps writes {} states, reads {} states, and uses at most {} of disk space at any one time",
        most, sum.steps, sum.disk_writes, sum.disk_reads, size_text(plan, sum.peak_disk_bytes));
  } catch (const OPSException&) {
    return most;
  }
}

std::string steps_text(const StepPlan& plan) {
  if (!plan.demand.steps) return "not announced";
  if (*plan.demand.steps <= most_forecast) return std::to_string(*plan.demand.steps);
  return ops::format("{}; forecasts cover at most {}", *plan.demand.steps, most_forecast);
}

/// Texts that follow what was taken.
struct Planned {
  std::string executed, time, peak;
};

std::string taken_text(const StepsTaken& taken, const Planned& planned) {
  return ops::format(
      "OPS: derivatives of {} steps: {} steps were executed{}; the forward run took {}, and the reverse sweep took "
      "{}{}; "
      "states and tapes used at most {}{}\n",
      taken.steps, taken.executed, planned.executed, duration_text(taken.forward), duration_text(taken.reverse),
      planned.time, bytes_text(taken.peak), planned.peak);
}

}  // namespace

std::string text(const StepPlan& plan) {
  const auto line = [](const char* name, const std::string& value) {
    return ops::format("  {:<20} {}\n", name, value);
  };
  std::string all = "OPS: plan for derivatives (-OPS_AD_PLAN)\n";
  all += line("steps", steps_text(plan));
  all += line("a state", size_text(plan, plan.demand.state));
  all += line("the tape of a step", size_text(plan, plan.demand.tape));
  all += line("memory limit", kept_text(plan));
  if (plan.demand.disk) all += line("states on disk", disk_text(plan));
  all += line("schedule", kind_text(plan));
  all += line("time per step", time_text(plan));
  ops::format_to(std::back_inserter(all), "  {:<20} {:>9} {:>10} {:>8} {:>14} {:>13}\n", "with a limit of", "steps",
                 "executed", "factor", "peak memory", "time");
  add_rows(all, plan);
  if (!plan.demand.memory) return all;
  if (plan.slots.value_or(2) > 1) add_rows(all, times(plan, 1, 2));
  add_rows(all, times(plan, 2, 1));
  return all;
}

std::string replanned_text(const Demand& demand) {
  return ops::format(
      "OPS: derivatives need more memory than planned, so the library discards some checkpoints and tapes: "
      "a checkpoint takes {}, and the tape of a step takes {}{}\n",
      bytes_text(demand.state), bytes_text(demand.tape),
      demand.fixed > 0 ? ", and values that cannot be discarded take " + bytes_text(demand.fixed) : "");
}

std::optional<Forecast> predicted(const Demand& demand, std::int64_t steps) {
  if (steps > most_forecast) return {};
  return forecast(effective(demand), steps);
}

std::string text(const StepsTaken& taken) { return taken_text(taken, {}); }

std::string text(const StepsTaken& taken, const StepPlan& plan) {
  const auto sum = predicted(plan.demand, taken.steps);
  if (!sum) return text(taken);
  Planned planned{.executed = ops::format(" (planned {})", sum->executed), .time = {}, .peak = {}};
  if (plan.samples > 0) planned.time = ops::format(" (planned {} for both)", duration_text(seconds(plan, *sum)));
  if (plan.demand.memory) planned.peak = ops::format(" (planned {})", bytes_text(sum->peak_bytes));
  return taken_text(taken, planned);
}

}  // namespace ops
