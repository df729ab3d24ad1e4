// backends/cuda/owner.cpp: boxes of source points and of cells.
#include "backends/cuda/owner.hpp"

#include <vector>

#include "backends/common/cells.hpp"
#include "backends/cuda/passes.hpp"
#include "backends/cuda/point.hpp"

namespace ops::cuda {

Box sources(const AdjointLaunch& launch, std::span<const Pushed> pushed) {
  Box all = Box::none();
  for (const Pushed& p : pushed) {
    Index back{};
    for (std::size_t axis = 0; axis < max_dim; ++axis) back[axis] = -p.offset[axis];
    const Box cells = intersection(launch.range.shifted(p.offset), launch.part);
    if (launch.args[p.arg].target.out != nullptr && !cells.empty()) all = hull(all, cells.shifted(back));
  }
  return all;
}

void clear(const AdjointLaunch& launch, std::span<const Component> components) {
  std::vector<Part> parts;
  for (const Component& one : components) {
    const backend::Cells cells(launch, launch.args[one.arg], one.points);
    if (!cells.wanted) continue;
    const ArgView& view = launch.args[one.arg].target;
    const auto size = static_cast<std::ptrdiff_t>(one.element);
    Shape shape{static_cast<std::byte*>(on_device(view.out)) + one.number * view.component * size, {}, 0};
    for (std::size_t axis = 0; axis < max_dim; ++axis) shape.pitch[axis] = view.step[axis] * size;
    const Box given = one.by == nullptr ? Box::none() : launch.range.shifted(*one.by);
    for (const Box& box : difference(intersection(cells.reach, cells.hole), given))
      parts.push_back({shape, one.element, box});
  }
  clear(parts);
}

}  // namespace ops::cuda
