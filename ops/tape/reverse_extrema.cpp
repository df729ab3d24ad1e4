// ops/tape/reverse_extrema.cpp: the reverse of MIN and MAX reductions: through the point where each component was attained first.
#include <algorithm>
#include <cstring>
#include <optional>

#include "ops/tape/beyond.hpp"
#include "ops/tape/bytes.hpp"
#include "ops/tape/extrema.hpp"
#include "ops/tape/reverse_loop.hpp"
#include "ops/tape/steps.hpp"

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
/// Values that are off offer not quite the value on record: the nearest is what it has become.
bool Sweep::reverse_extrema(const Event& event) {
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
    if (event.beyond) beyond.emplace(Beyond::Loop{args, event.implementation->args, events_.shapes, event.cells}, args_, memory_);
    find_extrema(events_, event, args_, seeded);
  }
  const bool nearest = tape_.steps_ && tape_.steps_->passes_approximate();
  for (const Extremum& e : seeded) {
    std::vector<std::byte>& all = seeds_[args[e.arg].reduction];
    const auto size = static_cast<std::ptrdiff_t>(type_size(args[e.arg].reduction->element));
    const auto mine = all.begin() + static_cast<std::ptrdiff_t>(e.component) * size;
    std::vector<std::byte> one(all.size());
    std::copy_n(mine, size, one.begin() + (mine - all.begin()));
    std::fill_n(mine, size, std::byte{});
    if (e.first.found || nearest) reverse_point(event, e.arg, one.data(), e.first.at);
  }
  return true;
}

}  // namespace ops
