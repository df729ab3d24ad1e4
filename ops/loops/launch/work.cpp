// ops/loops/launch/work.cpp: describes arguments as maps from points to cells.
#include "ops/loops/launch/work.hpp"

namespace ops {
namespace {

void add(std::vector<Access>& all, const ArgView& view, Points points, bool reads, bool writes) {
  if (view.layout == nullptr || !(reads || writes)) return;
  const Box reach = points.empty() ? view.at : reach_of(points);
  all.push_back(
      {.view = &view, .points = points, .reach = within(*view.layout, reach), .reads = reads, .writes = writes});
}

}  // namespace

Box reach_of(Points points) {
  Box all;
  for (const Index& point : points) all = hull(all, Box{}.shifted(point));
  return all;
}

int factor(const ArgView& view, std::size_t axis) noexcept {
  return view.step[axis] == 0 ? 0 : static_cast<int>(view.step[axis] / view.pitch[axis]);
}

Box within(const Layout& layout, Box offsets) {
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (layout.collapsed[axis]) offsets.lo[axis] = 0, offsets.hi[axis] = 1;
  return offsets;
}

Box cells_at(const ArgView& view, const Box& range, const Box& offsets) {
  Box cells;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    const int by = factor(view, axis), divisor = view.divisor[axis];
    cells.lo[axis] = floor_div(range.lo[axis], divisor) * by + offsets.lo[axis];
    cells.hi[axis] = floor_div(range.hi[axis] - 1, divisor) * by + offsets.hi[axis];
  }
  return cells;
}

Work work_of(const Launch& launch) {
  Work work{.all = {}, .range = launch.range};
  for (int k = 0; k < launch.arguments; ++k) {
    const ArgView& view = launch.args[k];
    add(work.all, view, launch.reads == nullptr ? Points{} : launch.reads[k], view.from != nullptr, false);
    add(work.all, view, {}, false, view.to != nullptr);
  }
  return work;
}

Work work_of(const AdjointLaunch& launch) {
  Work work{.all = {}, .range = launch.range, .part = launch.part, .own_points = false, .once = false};
  for (int k = 0; k < launch.arguments; ++k) {
    const AdjointArg& arg = launch.args[k];
    add(work.all, arg.target, arg.points, false, arg.target.to != nullptr);
    add(work.all, arg.seed, {}, arg.seed.from != nullptr, arg.seed.to != nullptr);
    add(work.all, arg.later, {}, arg.later.from != nullptr, false);
    if (arg.later.from != nullptr) work.all.back().own = true;
    add(work.all, arg.primal, arg.reads, arg.primal.from != nullptr, false);
    if (arg.target.totals != nullptr) work.own_points = true;
  }
  work.by_cells = launch.divisible;
  work.once = work.own_points && !work.by_cells;
  return work;
}

Box cells_of(const Access& access, const Box& range) {
  return intersection(cells_at(*access.view, range, access.points.empty() ? access.reach : reach_of(access.points)),
                      access.view->layout->allocated);
}

}  // namespace ops
