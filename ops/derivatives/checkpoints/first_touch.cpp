// ops/derivatives/checkpoints/first_touch.cpp: measures new memory, and compares memory limits by the time that new
// memory and recomputation take.
#include "ops/derivatives/checkpoints/first_touch.hpp"

#include <algorithm>
#include <vector>

#include "ops/data/machine.hpp"

namespace ops {
namespace {

constexpr std::int64_t most_steps = 10'000;  ///< a forecast looks at every action
constexpr double worthwhile = 0.5;           ///< [s]

std::int64_t steps_of(const Demand& demand) { return std::min(demand.steps.value_or(assumed_steps), most_steps); }

/// Of forward run and reverse sweep. [s]
double seconds(Demand demand, std::size_t memory, double touch, double again) {
  const std::int64_t steps = steps_of(demand);
  demand.memory = memory;
  if (demand.steps) demand.steps = steps;
  const Forecast sum = forecast(demand, steps);
  const double executed = static_cast<double>(sum.executed) + reversal * static_cast<double>(steps);
  return again * executed + touch * static_cast<double>(sum.peak_bytes);
}

}  // namespace

double first_touch(BufferPool& pool, std::span<const std::size_t> sizes, std::size_t bytes,
                   const std::function<double()>& clock) {
  std::vector<BufferRef> taken;
  std::size_t fresh = 0;
  double first = 0, later = 0;
  for (std::size_t k = 0; fresh < bytes && taken.size() < 8 * sizes.size(); ++k) {
    const std::size_t reserved = pool.bytes_reserved();
    const double begin = clock();
    const BufferRef& buffer = taken.emplace_back(pool.take(sizes[k % sizes.size()], "a measurement of new memory"));
    if (pool.bytes_reserved() == reserved) continue;  // used before
    pool.machine().fill_bytes(buffer, std::byte{});
    const double middle = clock();
    pool.machine().fill_bytes(buffer, std::byte{});
    later += clock() - middle;
    first += middle - begin;
    fresh += buffer->bytes;
  }
  return fresh > 0 ? std::max(0.0, first - later) / static_cast<double>(fresh) : 0.0;
}

std::size_t most_kept(const Demand& demand) {
  return std::min(*demand.memory,
                  demand.fixed + static_cast<std::size_t>(steps_of(demand)) * (demand.state + demand.tape));
}

bool worth_measuring(const Demand& demand, double run) {
  return demand.tape > 0 && run * static_cast<double>(steps_of(demand)) > worthwhile;
}

/// Where the first use takes less than half of a step, recomputation cannot halve the time.
bool may_save_time(const Demand& demand, double touch, double run) {
  return touch * static_cast<double>(most_kept(demand)) > worthwhile &&
         2 * touch * static_cast<double>(demand.state + demand.tape) > run;
}

std::size_t fastest_memory(const Demand& demand, double touch, double again) {
  const std::size_t all = *demand.memory;
  const double whole = seconds(demand, all, touch, again);
  double least = std::min(whole / 2, whole - worthwhile);
  std::size_t fastest = all;
  for (std::size_t memory = most_kept(demand) / 2; memory > 0 && memory >= demand.memory_of(2); memory /= 2) {
    const double time = seconds(demand, memory, touch, again);
    if (time >= least) continue;
    least = time;
    fastest = memory;
  }
  return fastest;
}

}  // namespace ops
