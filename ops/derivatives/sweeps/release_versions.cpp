// ops/derivatives/sweeps/release_versions.cpp: frees values that no adjoint will read.
#include <algorithm>
#include <utility>

#include "ops/derivatives/sweeps/versions.hpp"

namespace ops {

/// No derivative will come to what the loop wrote.
void Versions::release(Event& loop) {
  for (EventArg& arg : recording_.events.args_of(loop)) {
    arg.reads = false;
    if (!arg.primal) continue;
    const BufferRef version = std::exchange(arg.primal, nullptr);
    std::erase(recording_.events.versions[version.get()].readers, loop.index);
    release_regions(version);
  }
}

/// A sweep has passed the event: no adjoint reads again what it kept. A version that saved parts alone still hold has
/// nobody for whom they would be put back. @return  what has become free [bytes]
std::size_t Versions::give_back(std::size_t event) {
  if (recording_.events.nodes[event].keeps_for_good()) return 0;
  const std::size_t before = recording_.context.pool.bytes_in_use();
  for (EventArg& arg : recording_.events.args_of(recording_.events.nodes[event])) {
    const BufferRef version = std::exchange(arg.primal, nullptr);
    const auto known = recording_.events.versions.find(version.get());
    if (known == recording_.events.versions.end()) continue;
    auto& [readers, regions] = known->second;
    // one of the last: later ones have been passed
    const auto reader = std::find(readers.rbegin(), readers.rend(), event);
    if (reader != readers.rend()) readers.erase(std::next(reader).base());
    if (version.use_count() == 1 + std::ssize(regions)) {
      for (const std::size_t region : regions) recording_.events.regions[region].give_back();
      regions.clear();
    }
    if (readers.empty() && regions.empty()) recording_.events.versions.erase(known);
  }
  return before - recording_.context.pool.bytes_in_use();
}

/// Saved parts of a version are for events before them alone.
void Versions::release_regions(const BufferRef& version) {
  auto& [readers, regions] = recording_.events.versions[version.get()];
  const std::size_t end =
      readers.empty() ? recording_.events.regions.size() : recording_.events.nodes[readers.front()].first_region;
  const auto needed = std::ranges::lower_bound(regions, end);
  for (auto region = regions.begin(); region != needed; ++region) recording_.events.regions[*region].give_back();
  regions.erase(regions.begin(), needed);
  if (readers.empty() && regions.empty()) recording_.events.versions.erase(version.get());
}

void Versions::release_events(std::size_t first, std::size_t last, std::size_t regions_before) {
  for (std::size_t at = first; at < last; ++at) {
    Event& event = recording_.events.nodes[at];
    for (SavedRegion& region : recording_.events.regions_of(event)) {
      recording_.events.versions.erase(region.buffer.get());
      region.give_back();
    }
    event.regions = 0;
    if (event.keeps_for_good()) continue;
    for (EventArg& arg : recording_.events.args_of(event)) {
      if (arg.primal) recording_.events.versions.erase(arg.primal.get());
      arg.primal.reset();
    }
  }
  while (recording_.events.regions.size() > regions_before && !recording_.events.regions.back().buffer)
    recording_.events.regions.pop_back();
}

}  // namespace ops
