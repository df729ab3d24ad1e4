// ops/derivatives/events/loop_extrema.cpp: finds changed components by comparison, and their points by recomputing the
// offered values.
#include "ops/derivatives/events/loop_extrema.hpp"

#include <algorithm>
#include <cstring>

#include "ops/data/machine.hpp"
#include "ops/derivatives/events/result_event.hpp"

namespace ops {
namespace {

/// What a MIN or MAX reduction held after a loop of this recording that combined into it. The next event that names it
/// knows; if there is none, nobody can tell, or needs to.
const std::byte* value_after(const Events& events, const LoopEvent& loop, ops_reduction handle) {
  for (std::size_t next = loop.index + 1; next < events.nodes.size(); ++next)
    for (const EventArg& arg : events.args_of(events.nodes[next])) {
      if (arg.reduction != handle) continue;
      if (const ResultEvent* result = events.nodes[next].as_result()) return events.value(result->result);
      if (arg.extremum) return events.value(arg.value);
    }
  const auto own = events.args_of(loop);
  return events.value(
      std::ranges::find_if(own, [&](const EventArg& arg) { return arg.reduction == handle && arg.extremum; })->value);
}

}  // namespace

std::vector<Extremum> changed_extrema(const Events& events, const LoopEvent& loop) {
  const auto args = events.args_of(loop);
  std::vector<Extremum> changed;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].extremum) continue;
    const std::byte *before = events.value(args[i].value), *after = value_after(events, loop, args[i].reduction);
    const std::size_t size = type_size(args[i].reduction->element);
    for (std::size_t c = 0; c < static_cast<std::size_t>(args[i].reduction->dim); ++c)
      if (std::memcmp(before + c * size, after + c * size, size) != 0) changed.push_back({i, c});
  }
  return changed;
}

void find_extrema(Machine& machine, const Events& events, const LoopEvent& loop, std::span<AdjointArg> args,
                  std::span<Extremum> sought) {
  const auto of = events.args_of(loop);
  std::vector<std::vector<Attained>> points(args.size());
  std::vector<std::span<Attained>> first(args.size());
  std::vector<std::vector<std::byte>> no_values(args.size());
  for (std::size_t i = 0; i < args.size(); ++i) {
    // nobody asks any more where it was attained, but the code that searches has all
    if (of[i].reduction != nullptr && !of[i].extremum) {
      no_values[i].resize(static_cast<std::size_t>(of[i].reduction->size));
      args[i].primal.in = no_values[i].data();
    }
    if (!of[i].extremum) continue;
    args[i].primal.in = value_after(events, loop, of[i].reduction);
    points[i].resize(static_cast<std::size_t>(of[i].reduction->dim));
  }
  for (const Extremum& e : sought) first[e.arg] = points[e.arg];
  std::vector<const void*> constants;
  for (const auto& value : constants_of(events, loop)) constants.push_back(value->data());
  const AdjointLaunch launch{loop.call->dims, loop.call->range, args.data(), constants.data(),
                             false,           Box::all(),       false,       static_cast<int>(args.size())};
  machine.search(loop.call->implementation->attained, launch, first);
  for (Extremum& e : sought) e.first = points[e.arg][e.component];
}

}  // namespace ops
