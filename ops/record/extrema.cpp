// ops/record/extrema.cpp: changed components by comparison, their points by computing the offers again.
#include "ops/record/extrema.hpp"

#include "ops/core/machine.hpp"

#include <algorithm>
#include <cstring>

namespace ops {

std::vector<Extremum> changed_extrema(const Events& events, const Event& loop) {
  const auto args = events.args_of(loop);
  std::vector<Extremum> changed;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].extremum) continue;
    const std::byte *before = events.value(args[i].value), *after = events.value_after(loop, args[i].reduction);
    const std::size_t size = type_size(args[i].reduction->element);
    for (std::size_t c = 0; c < static_cast<std::size_t>(args[i].reduction->dim); ++c)
      if (std::memcmp(before + c * size, after + c * size, size) != 0) changed.push_back({i, c});
  }
  return changed;
}

void find_extrema(Machine& machine, const Events& events, const Event& loop, std::span<AdjointArg> args,
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
    args[i].primal.in = events.value_after(loop, of[i].reduction);
    points[i].resize(static_cast<std::size_t>(of[i].reduction->dim));
  }
  for (const Extremum& e : sought) first[e.arg] = points[e.arg];
  std::vector<const void*> constants;
  for (const auto& value : events.constants_of(loop)) constants.push_back(value->data());
  const AdjointLaunch launch{loop.dims, loop.cells, args.data(), constants.data(),
                             false,     Box::all(), false,       static_cast<int>(args.size())};
  machine.search(loop.implementation->attained, launch, first);
  for (Extremum& e : sought) e.first = points[e.arg][e.component];
}

Event at_point(const Event& loop, const Index& at) {
  Event point = loop;
  for (std::size_t d = 0; d < max_dim; ++d) {
    point.cells.lo[d] = at[d];
    point.cells.hi[d] = at[d] + 1;
  }
  return point;
}

}  // namespace ops
