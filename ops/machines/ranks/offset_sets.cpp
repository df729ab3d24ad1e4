// ops/machines/ranks/offset_sets.cpp: represents many offsets by few boxes.
#include "ops/machines/ranks/offset_sets.hpp"

#include <algorithm>

namespace ops::ranks {
namespace {

Box single(const Index& point) {
  Box box{point, point};
  for (int& end : box.hi) ++end;
  return box;
}

/// Whether all that a box holds is among the points.
bool within(const Box& box, std::span<const Index> points) {
  return std::ranges::count_if(points, [&](const Index& point) { return box.contains(point); }) == box.volume();
}

bool held(const Offsets& boxes, const Index& point) {
  return std::ranges::any_of(boxes, [&](const Box& box) { return box.contains(point); });
}

}  // namespace

/// Each box is as large as it can be from its least point on, one axis after the other.
Offsets covering(std::span<const Index> points) {
  std::vector<Index> sorted(points.begin(), points.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  Offsets boxes;
  for (const Index& point : sorted) {
    if (held(boxes, point)) continue;
    Box box = single(point);
    for (std::size_t axis = 0; axis < max_dim; ++axis) {
      do ++box.hi[axis];
      while (within(box, sorted));
      --box.hi[axis];
    }
    boxes.push_back(box);
  }
  return boxes;
}

}  // namespace ops::ranks
