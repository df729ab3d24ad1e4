// ops/sweep/reverse_extrema.cpp: the reverse of MIN and MAX reductions: through the point where each component was
// attained first.
#include <algorithm>
#include <cstring>
#include <optional>

#include "ops/core/machine.hpp"
#include "ops/record/beyond.hpp"
#include "ops/record/bytes.hpp"
#include "ops/record/extrema.hpp"
#include "ops/sweep/reverse_loop.hpp"

namespace ops {

/// The loop at one point, for one seed. What it overwrote has lost its derivative already.
void Sweep::reverse_point(const Event& event, std::size_t arg, const std::byte* seed, const Index& at) {
  const Event point = at_point(event, at);
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

/// Takes the seeds of components that this loop changed, which earlier loops then do not get. Whether any had a seed.
bool Sweep::reverse_extrema(const Event& event) {
  if (!recording_.attained.empty()) {
    const auto known = recording_.attained.find(static_cast<std::size_t>(&event - events_.nodes.data()));
    return known != recording_.attained.end() && reverse_attained(event, known->second);
  }
  const auto args = events_.args_of(event);
  std::vector<Extremum> seeded;
  for (const Extremum& e : changed_extrema(events_, event)) {
    const auto found = seeds_.find(args[e.arg].reduction);
    const std::size_t size = type_size(args[e.arg].reduction->element);
    if (found != seeds_.end() && any_bit(found->second.data() + e.component * size, size)) seeded.push_back(e);
  }
  if (seeded.empty()) return false;
  Loop(*this, event, args).require_adjoint();
  launch_of(event);
  {
    std::optional<Beyond> beyond;
    if (event.beyond)
      beyond.emplace(Beyond::Loop{args, event.implementation->args, events_.shapes, event.cells}, args_, memory_);
    find_extrema(memory_.pool->machine(), events_, event, args_, seeded);
  }
  for (const Extremum& e : seeded) reverse_extremum(event, e.arg, e);
  return true;
}

/// The seed of one component, if there is any, goes to the point that gave it.
bool Sweep::reverse_extremum(const Event& event, std::size_t arg, const Extremum& e) {
  const EventArg& of = events_.args_of(event)[arg];
  std::vector<std::byte>& all = seeds_[of.reduction];
  all.resize(static_cast<std::size_t>(of.reduction->size));
  const auto size = static_cast<std::ptrdiff_t>(type_size(of.reduction->element));
  const auto mine = all.begin() + static_cast<std::ptrdiff_t>(e.component) * size;
  std::vector<std::byte> one(all.size());
  std::copy_n(mine, size, one.begin() + (mine - all.begin()));
  std::fill_n(mine, size, std::byte{});
  const bool seeded = any_bit(one.data(), one.size());
  if (seeded && e.first.found) reverse_point(event, arg, one.data(), e.first.at);
  return seeded;
}

/// In the second recording: of values, and of directions, which a loop has as its second half of arguments.
bool Sweep::reverse_attained(const Event& event, const std::vector<Extremum>& changed) {
  bool seeded = false;
  for (const Extremum& e : changed)
    for (const std::size_t arg : {e.arg, e.arg + event.args / 2}) {
      if (seed_of(events_.args_of(event)[arg].reduction)) Loop(*this, event, events_.args_of(event)).require_adjoint();
      seeded = reverse_extremum(event, arg, e) || seeded;
    }
  return seeded;
}

}  // namespace ops
