// ops/tape/release.cpp: gives back what no adjoint will read any more: for results without a derivative, and of events that a sweep has passed.
//
// A result can be seeded until the next result of its handle is read; a scalar takes it at once or never. So a time step that the program
// computes from a nonlinear limit, but uses as a plain number, costs one step's versions, not those of all steps.
#include <algorithm>
#include <utility>

#include "ops/record/bytes.hpp"
#include "ops/tape/tape.hpp"

namespace ops {

void Tape::release_last_result(ops_reduction handle) {
  ReductionSeeds& seeds = reductions_[handle];
  if (seeds.last_result == ReductionSeeds::none || seeds.taken) return;
  Event& result = events_.nodes[seeds.last_result];
  if (any_bit(events_.value(result.value), static_cast<std::size_t>(handle->size))) return;
  result.accumulated = false;
  for (const std::size_t index : seeds.last_loops) {
    Event& loop = events_.nodes[index];
    for (EventArg& arg : events_.args_of(loop))
      if (arg.reduction == handle) arg.seed = arg.extremum = false;
    if (std::ranges::none_of(events_.args_of(loop), &EventArg::seed)) release(loop);
  }
}

/// No derivative will come to what the loop wrote.
void Tape::release(Event& loop) {
  for (EventArg& arg : events_.args_of(loop)) {
    arg.reads = false;
    if (!arg.primal) continue;
    const BufferRef version = std::exchange(arg.primal, nullptr);
    std::erase(events_.versions[version.get()].readers, static_cast<std::size_t>(&loop - events_.nodes.data()));
    release_regions(version);
  }
}

/// A sweep has passed the event: no adjoint reads again what it kept. A version that saved parts alone still hold has nobody for whom they would
/// be put back. @return  what has become free [bytes]
std::size_t Tape::give_back(std::size_t event) {
  if (events_.nodes[event].kind == EventKind::external) return 0;
  const std::size_t before = context_.pool.bytes_in_use();
  for (EventArg& arg : events_.args_of(events_.nodes[event])) {
    const BufferRef version = std::exchange(arg.primal, nullptr);
    const auto known = events_.versions.find(version.get());
    if (known == events_.versions.end()) continue;
    auto& [readers, regions] = known->second;
    const auto reader = std::find(readers.rbegin(), readers.rend(), event);  // one of the last: later ones have been passed
    if (reader != readers.rend()) readers.erase(std::next(reader).base());
    if (version.use_count() == 1 + std::ssize(regions)) {
      for (const std::size_t region : regions) events_.regions[region].give_back();
      regions.clear();
    }
    if (readers.empty() && regions.empty()) events_.versions.erase(known);
  }
  return before - context_.pool.bytes_in_use();
}

/// Saved parts of a version are for events before them alone.
void Tape::release_regions(const BufferRef& version) {
  auto& [readers, regions] = events_.versions[version.get()];
  const std::size_t end = readers.empty() ? events_.regions.size() : events_.nodes[readers.front()].first_region;
  const auto needed = std::ranges::lower_bound(regions, end);
  for (auto region = regions.begin(); region != needed; ++region) events_.regions[*region].give_back();
  regions.erase(regions.begin(), needed);
  if (readers.empty() && regions.empty()) events_.versions.erase(version.get());
}

}  // namespace ops
