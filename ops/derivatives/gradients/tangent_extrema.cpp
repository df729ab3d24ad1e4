// ops/derivatives/gradients/tangent_extrema.cpp: the tangent of MIN and MAX reductions: that of the point where each
// component was attained first.
#include <algorithm>
#include <cstring>

#include "ops/data/machine.hpp"
#include "ops/derivatives/events/loop_extrema.hpp"
#include "ops/derivatives/gradients/doubled.hpp"
#include "ops/derivatives/gradients/tangent_loop.hpp"

namespace ops {

/// How the offers of one point move: what else the loop writes stays as it is.
void TangentSweep::advance_point(const LoopEvent& event, std::size_t arg, const Index& at, std::byte* slopes) {
  const LoopEvent point = at_point(event, at);
  const auto all = events.args_of(event);
  std::vector<EventArg> args(all.begin(), all.end());
  for (EventArg& other : args) other.seed = false;
  args[arg].seed = true;
  Loop one(*this, point, args);
  one.slopes = slopes;
  one.run();
}

/// Components that the loop changed move from now on as the point that gave them does.
void TangentSweep::advance_extrema(const LoopEvent& event) {
  std::vector<Extremum> changed = changed_extrema(events, event);
  if (changed.empty()) return;
  Loop one(*this, event, events.args_of(event));
  const bool live = one.any_live();
  if (live) one.require_tangent();
  if (live || (doubled_ && !event.problem)) {
    one.set_all_values();
    std::vector<AdjointArg> values(one.args.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i].primal = one.views[i];
      values[i].reads = one.facts[i].reads;
    }
    find_extrema(memory.pool->machine(), events, event, values, changed);
  }
  if (doubled_) doubled_->attained(changed);
  for (const Extremum& e : changed) {
    const ops_reduction handle = one.args[e.arg].reduction;
    const std::size_t size = type_size(handle->element), at = e.component * size;
    std::vector<std::byte> slopes(static_cast<std::size_t>(handle->size));
    if (live && e.first.found) advance_point(event, e.arg, e.first.at, slopes.data());
    std::copy_n(slopes.data() + at, size, sum_of(handle).data() + at);
  }
}

}  // namespace ops
