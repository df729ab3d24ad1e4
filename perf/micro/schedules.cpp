// perf/micro/schedules.cpp: how long checkpointing takes to plan, and to yield every action of a run and its reversal.
// Usage: schedules [steps]; prints one line of JSON: steps, and for each kind executed steps and seconds for either.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "ops/derivatives/checkpoints/schedule_cost.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"

namespace {

struct Kind {
  const char* name;
  std::function<std::unique_ptr<ops::Schedule>()> make;
};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::vector<Kind> kinds(std::int64_t steps) {
  using ops::Capacity;
  return {{"revolve, 50 slots", [=] { return ops::offline(Capacity::slots(50), steps); }},
          {"revolve, 3 slots", [=] { return ops::offline(Capacity::slots(3), steps); }},
          {"10 slots and 40 on disk", [=] { return ops::offline(Capacity::slots(10, 40), steps); }},
          {"mixed, 50 slots", [=] { return ops::offline(Capacity::bytes({1, 1, 51}), steps); }},
          {"mixed, state 3, tape 10, budget 1000", [=] { return ops::offline(Capacity::bytes({3, 10, 1000}), steps); }},
          {"online, 50 slots", [] { return ops::online(Capacity::slots(50)); }}};
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t steps = argc > 1 ? std::atoll(argv[1]) : 1000000;
  std::printf("{\"steps\": %lld", static_cast<long long>(steps));
  for (const Kind& kind : kinds(steps)) {
    const double start = now();
    const std::unique_ptr<ops::Schedule> schedule = kind.make();
    const double planned = now();
    const ops::Forecast all = ops::forecast(*schedule, steps, 1, 1);
    std::printf(", \"%s\": {\"executed\": %lld, \"plan_s\": %.6f, \"all_actions_s\": %.6f}", kind.name,
                static_cast<long long>(all.executed), planned - start, now() - planned);
  }
  std::printf("}\n");
}
