// ops/derivatives/sweeps/reverse_extrema.cpp: the reverse of MIN and MAX reductions: through the point where each
// component was attained first.
#include <algorithm>
#include <cstring>
#include <optional>

#include "ops/data/machine.hpp"
#include "ops/derivatives/events/loop_extrema.hpp"
#include "ops/derivatives/log/missing_cells.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/derivatives/sweeps/reverse_loop.hpp"

namespace ops {
namespace {

/// The loop at one point, for one seed. What it overwrote has lost its derivative already.
void reverse_point(LoopReversal& in, const LoopEvent& event, std::size_t arg, const std::byte* seed, const Index& at) {
  const LoopEvent point = at_point(event, at);
  const auto all = in.sweep.events.args_of(event);
  std::vector<EventArg> args(all.begin(), all.end());
  for (EventArg& other : args) other.seed = other.consumed = false;
  args[arg].seed = true;
  ReversedLoop loop(in, point, args);
  loop.live.assign(args.size(), 0);
  loop.live[arg] = 1;
  loop.extremum = seed;
  loop.run();
}

/// The seed of one component, if there is any, goes to the point that gave it.
bool reverse_extremum(LoopReversal& in, const LoopEvent& event, std::size_t arg, const Extremum& e) {
  const EventArg& of = in.sweep.events.args_of(event)[arg];
  std::vector<std::byte>& all = in.sweep.seed(of.reduction);
  all.resize(static_cast<std::size_t>(of.reduction->size));
  const auto size = static_cast<std::ptrdiff_t>(type_size(of.reduction->element));
  const auto mine = all.begin() + static_cast<std::ptrdiff_t>(e.component) * size;
  std::vector<std::byte> one(all.size());
  std::copy_n(mine, size, one.begin() + (mine - all.begin()));
  std::fill_n(mine, size, std::byte{});
  const bool seeded = any_bit(one.data(), one.size());
  if (seeded && e.first.found) reverse_point(in, event, arg, one.data(), e.first.at);
  return seeded;
}

/// In the second recording: of values, and of directions, which a loop has as its second half of arguments.
bool reverse_attained(LoopReversal& in, const LoopEvent& event, const std::vector<Extremum>& changed) {
  bool seeded = false;
  for (const Extremum& e : changed)
    for (const std::size_t arg : {e.arg, e.arg + event.arg_count / 2}) {
      if (in.sweep.known_seed(in.sweep.events.args_of(event)[arg].reduction))
        ReversedLoop(in, event, in.sweep.events.args_of(event)).require_adjoint();
      seeded = reverse_extremum(in, event, arg, e) || seeded;
    }
  return seeded;
}

}  // namespace

bool reverse_extrema(LoopReversal& in, const LoopEvent& event) {
  if (!in.sweep.recording.attained.empty()) {
    const auto known = in.sweep.recording.attained.find(event.index);
    return known != in.sweep.recording.attained.end() && reverse_attained(in, event, known->second);
  }
  const auto args = in.sweep.events.args_of(event);
  std::vector<Extremum> seeded;
  for (const Extremum& e : changed_extrema(in.sweep.events, event)) {
    const std::byte* known = in.sweep.known_seed(args[e.arg].reduction);
    const std::size_t size = type_size(args[e.arg].reduction->element);
    if (known && any_bit(known + e.component * size, size)) seeded.push_back(e);
  }
  if (seeded.empty()) return false;
  ReversedLoop(in, event, args).require_adjoint();
  in.launches.launch_of(event);
  {
    std::optional<MissingCells> beyond;
    if (event.beyond)
      beyond.emplace(
          MissingCells::Loop{args, event.call->implementation->args, in.sweep.events.shapes, event.call->range},
          in.launches.args, in.sweep.memory);
    find_extrema(in.sweep.memory.pool->machine(), in.sweep.events, event, in.launches.args, seeded);
  }
  for (const Extremum& e : seeded) reverse_extremum(in, event, e.arg, e);
  return true;
}

}  // namespace ops
