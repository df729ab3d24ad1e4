// ops/state/dataset_reals.cpp: axes of one cell are left out.
#include "ops/state/dataset_reals.hpp"

#include "ops/core/layout.hpp"

namespace ops {

Reals reals_of(const Layout& layout, Type element, std::span<const Box> cells) {
  std::vector<int> axes;
  for (int axis = 0; axis < layout.dims; ++axis)
    if (layout.allocated.extent(axis) > 1) axes.push_back(axis);
  if (axes.empty()) axes = {0};
  Reals reals{.wide = element == Type::f64, .start = first_cell(layout), .components = layout.components, .component = layout.component,
              .axes = static_cast<int>(axes.size()), .boxes = {}};
  for (std::size_t a = 0; a < axes.size(); ++a) reals.pitch[a] = layout.pitch[static_cast<std::size_t>(axes[a])];
  for (const Box& whole : cells) {
    const Box box = intersection(whole, layout.held);
    if (box.empty()) continue;
    Reals::Box& numbers = reals.boxes.emplace_back();
    numbers.first = cell(layout, box.lo);
    for (std::size_t a = 0; a < axes.size(); ++a) numbers.extent[a] = box.extent(axes[a]);
  }
  return reals;
}

}  // namespace ops
