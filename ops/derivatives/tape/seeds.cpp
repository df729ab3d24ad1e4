// ops/derivatives/tape/seeds.cpp: captures seeds when results are read.
#include "ops/derivatives/tape/seeds.hpp"

#include <algorithm>
#include <cstring>

#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/support/format.hpp"

namespace ops {

void adds_to(TapeParts& of, ops_reduction handle, const LoopCall& call) {
  ReductionSeeds& seeds = of.recording.reductions[handle];
  if (std::exchange(seeds.pending, true) || seeds.last_result == ReductionSeeds::none) return;
  const ResultEvent& last = result_at(of.recording.events, seeds.last_result);
  if (last.own_seed || seeded(of.recording.events, last) || !any_bit(handle->seed.data(), handle->seed.size())) return;
  seeds.early = ops::format(
      "the seed of reduction '{}' was set after its result was read at {} and before loop '{}' at {} contributed to "
      "it: the library uses this seed for the next result only. To seed a result, pass the seed to get_result or "
      "ops_ad_objective; to seed only the next result, set the seed after the last loop that contributes to it",
      handle->name_storage, place(last.where), call.name, place(call.where));
}

void Seeds::set(ops_reduction handle, const void* seed) {
  ReductionSeeds& seeds = of_.recording.reductions[handle];
  const auto* bytes = static_cast<const std::byte*>(seed);
  handle->seed.assign(bytes, bytes + handle->size);
  seeds.once = handle->seed;
  if (seeds.last_result == ReductionSeeds::none) return;
  ResultEvent& event = result_at(of_.recording.events, seeds.last_result);
  event.own_seed = true;
  std::memcpy(of_.recording.events.value(event.value), seed, static_cast<std::size_t>(handle->size));
}

/// Whether this event is a result with a seed; one that can be reversed.
bool Seeds::check(const char* call, const ResultEvent& event) const {
  if (!ops::seeded(of_.recording.events, event)) return event.own_seed;
  if (!event.accumulated)
    throw error_at(OPS_RUNTIME_ERROR, call, event.where)
        << "reduction '" << of_.recording.events.args_of(event)[0].reduction->name
        << "' is seeded, but no recorded loop contributed to its result";
  return true;
}

void Seeds::settle(const char* call, Where where) {
  const bool own = !of_.is_default();
  bool seeded = of_.touches || std::ranges::any_of(of_.recording.live, [own](const auto& d) {
                  return d && (own ? !d->field.zero() : d->seed != nullptr);
                });
  for (auto& [handle, seeds] : of_.recording.reductions) {
    const auto size = static_cast<std::size_t>(handle->size);
    if (handle->seed.size() != size) continue;
    const bool wanted = any_bit(handle->seed.data(), size);
    const auto fail = [&] { return error_at(OPS_RUNTIME_ERROR, call, where) << "reduction '" << handle->name << "'"; };
    if (seeds.last_result == ReductionSeeds::none) {
      if (wanted) throw fail() << " is seeded, but its result was never read: call ops_reduction_result";
      continue;
    }
    ResultEvent& last = result_at(of_.recording.events, seeds.last_result);
    std::byte* captured = of_.recording.events.value(last.value);
    of_.doubts.replaced_seed(last, captured);
    if (wanted && seeds.pending && std::memcmp(captured, handle->seed.data(), size) != 0)
      throw fail()
          << ": the seed was set after further loops had contributed to this reduction; read the new result before "
             "you set a seed";
    std::memcpy(captured, handle->seed.data(), size);
  }
  for (const Event& event : of_.recording.events.nodes)
    if (const ResultEvent* result = event.as_result()) seeded = check(call, *result) || seeded;
  if (!seeded)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "no seed was set: read the result with ops_ad_objective(reduction) instead of ops_reduction_result "
           "(or set a seed with get_result(&value, &seed), ops_reduction_get_derivative or ops_dat_set_derivative)";
}

void Seeds::clear() {
  for (auto& [handle, seeds] : of_.recording.reductions) {
    std::ranges::fill(handle->seed, std::byte{});
    seeds.once.clear();
  }
  for (const Event& event : of_.recording.events.nodes) {
    if (!event.as_result()) continue;
    ResultEvent& result = result_at(of_.recording.events, event.index);
    std::fill_n(of_.recording.events.value(result.value), of_.recording.events.args_of(result)[0].reduction->size,
                std::byte{});
    result.own_seed = false;
  }
}

}  // namespace ops
