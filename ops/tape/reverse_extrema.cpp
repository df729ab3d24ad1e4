// ops/tape/reverse_extrema.cpp: the reverse of MIN and MAX reductions: through the point where each component was attained first.
#include <algorithm>
#include <cstring>
#include <optional>

#include "ops/tape/beyond.hpp"
#include "ops/tape/bytes.hpp"
#include "ops/tape/reverse_loop.hpp"

namespace ops {
namespace {

bool is_extremum(const EventArg& arg) { return arg.reduction && arg.seed && arg.reduction->acc != OPS_INC; }

}  // namespace

/// Per argument, the seeds of the components that this loop changed, which earlier loops then do not get. Components that it left
/// as they were (ties included) belong to an earlier loop.
bool Sweep::take_seeds(const Event& event, std::vector<std::vector<std::byte>>& seeds) {
  const auto args = events_.args_of(event);
  bool any = false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const auto found = is_extremum(args[i]) ? incoming_.find(args[i].reduction) : incoming_.end();
    if (found == incoming_.end()) continue;
    const std::byte* before = events_.value(args[i].value);
    const std::size_t size = type_size(args[i].reduction->element);
    seeds[i].assign(found->second.seed.size(), std::byte{});
    for (std::size_t at = 0; at < seeds[i].size(); at += size) {
      std::byte* seed = found->second.seed.data() + at;
      if (!any_bit(seed, size) || std::memcmp(found->second.value + at, before + at, size) == 0) continue;
      std::swap_ranges(seed, seed + size, seeds[i].data() + at);
      any = true;
    }
  }
  return any;
}

/// The first point of the loop, per argument and component, that offered the value which the handle had after the loop.
std::vector<std::vector<Attained>> Sweep::find_extrema(const Event& event, std::span<const std::vector<std::byte>> seeds) {
  const auto args = events_.args_of(event);
  const AdjointLaunch launch = launch_of(event);
  std::vector<std::vector<Attained>> points(args.size());
  std::vector<Attained*> first(args.size());
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!is_extremum(args[i])) continue;
    const bool sought = !seeds[i].empty();
    args_[i].primal.in = sought ? incoming_[args[i].reduction].value : events_.value(args[i].value);
    points[i].resize(static_cast<std::size_t>(args[i].reduction->dim));
    if (sought) first[i] = points[i].data();
  }
  std::optional<Beyond> beyond;
  if (event.beyond) beyond.emplace(Beyond::Loop{args, event.implementation->args, events_.shapes, event.cells}, args_, memory_);
  event.implementation->attained(launch, first.data());
  return points;
}

/// The loop at one point, for one seed. What it overwrote has lost its derivative already.
void Sweep::reverse_point(const Event& event, std::size_t arg, const std::byte* seed, const Index& at) {
  Event point = event;
  for (std::size_t d = 0; d < max_dim; ++d) {
    point.cells.lo[d] = at[d];
    point.cells.hi[d] = at[d] + 1;
  }
  const auto all = events_.args_of(event);
  std::vector<EventArg> args(all.begin(), all.end());
  for (EventArg& other : args) other.seed = other.consumed = false;
  args[arg].seed = true;
  Loop loop(*this, point, args);
  loop.live.assign(args.size(), 0);
  loop.live[arg] = 1;
  loop.extremum = seed;
  loop.run();
}

/// Whether any had a seed.
bool Sweep::reverse_extrema(const Event& event) {
  const auto args = events_.args_of(event);
  std::vector<std::vector<std::byte>> seeds(args.size());
  const bool any = take_seeds(event, seeds);
  std::vector<std::vector<Attained>> points;
  if (any) {
    Loop(*this, event, args).require_adjoint();
    points = find_extrema(event, seeds);
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (is_extremum(args[i]) && incoming_.contains(args[i].reduction)) incoming_[args[i].reduction].value = events_.value(args[i].value);
    if (!any || seeds[i].empty()) continue;
    const std::size_t size = type_size(args[i].reduction->element);
    for (std::size_t c = 0; c < points[i].size(); ++c) {
      if (!points[i][c].found || !any_bit(seeds[i].data() + c * size, size)) continue;
      std::vector<std::byte> one(seeds[i].size());
      std::copy_n(seeds[i].data() + c * size, size, one.data() + c * size);
      reverse_point(event, i, one.data(), points[i][c].at);
    }
  }
  return any;
}

}  // namespace ops
