// ops/data/box.cpp: set operations on boxes, and boxes as text.
#include "ops/data/box.hpp"

#include <algorithm>
#include <iterator>

namespace ops {

Box Box::none() {
  Box box;
  box.hi = box.lo;
  return box;
}

bool Box::empty() const noexcept {
  for (int axis = 0; axis < max_dim; ++axis)
    if (hi[axis] <= lo[axis]) return true;
  return false;
}

std::int64_t Box::volume() const noexcept {
  std::int64_t cells = 1;
  for (int axis = 0; axis < max_dim; ++axis) cells *= extent(axis);
  return cells;
}

bool Box::contains(const Box& other) const noexcept {
  if (other.empty()) return true;
  for (int axis = 0; axis < max_dim; ++axis)
    if (other.lo[axis] < lo[axis] || other.hi[axis] > hi[axis]) return false;
  return true;
}

bool Box::contains(const Index& at) const noexcept {
  for (int axis = 0; axis < max_dim; ++axis)
    if (at[axis] < lo[axis] || at[axis] >= hi[axis]) return false;
  return true;
}

Box Box::shifted(const Index& by) const noexcept {
  Box box = *this;
  for (int axis = 0; axis < max_dim; ++axis) {
    box.lo[axis] += by[axis];
    box.hi[axis] += by[axis];
  }
  return box;
}

bool Box::operator==(const Box& other) const noexcept { return lo == other.lo && hi == other.hi; }

Box intersection(const Box& a, const Box& b) noexcept {
  Box box;
  for (int axis = 0; axis < max_dim; ++axis) {
    box.lo[axis] = std::max(a.lo[axis], b.lo[axis]);
    box.hi[axis] = std::min(a.hi[axis], b.hi[axis]);
  }
  return box.empty() ? Box::none() : box;
}

Box hull(const Box& a, const Box& b) noexcept {
  if (a.empty()) return b.empty() ? Box::none() : b;
  if (b.empty()) return a;
  Box box;
  for (int axis = 0; axis < max_dim; ++axis) {
    box.lo[axis] = std::min(a.lo[axis], b.lo[axis]);
    box.hi[axis] = std::max(a.hi[axis], b.hi[axis]);
  }
  return box;
}

std::vector<Box> difference(const Box& a, const Box& b) {
  if (a.empty()) return {};
  const Box common = intersection(a, b);
  if (common.empty()) return {a};
  // Outermost axis first, so that the pieces keep whole rows where they can.
  std::vector<Box> pieces;
  Box rest = a;
  for (int axis = max_dim - 1; axis >= 0; --axis) {
    Box below = rest, above = rest;
    below.hi[axis] = common.lo[axis];
    above.lo[axis] = common.hi[axis];
    if (!below.empty()) pieces.push_back(below);
    if (!above.empty()) pieces.push_back(above);
    rest.lo[axis] = common.lo[axis];
    rest.hi[axis] = common.hi[axis];
  }
  return pieces;
}

std::vector<Box> difference(const std::vector<Box>& boxes, const Box& b) {
  std::vector<Box> rest;
  for (const Box& box : boxes) std::ranges::copy(difference(box, b), std::back_inserter(rest));
  return rest;
}

bool meet(const std::vector<Box>& boxes, const Box& b) {
  return std::ranges::any_of(boxes, [&](const Box& box) { return !intersection(box, b).empty(); });
}

std::int64_t volume(const std::vector<Box>& boxes) {
  std::int64_t sum = 0;
  for (const Box& box : boxes) sum += box.volume();
  return sum;
}

std::string point_text(const Index& point, int dims) {
  std::string text = "(";
  for (int axis = 0; axis < dims; ++axis) text += (axis > 0 ? ", " : "") + std::to_string(point[axis]);
  return text + ")";
}

std::string range_text(const Box& box, int dims) {
  std::string text;
  for (int axis = 0; axis < dims; ++axis)
    text += (axis > 0 ? " x [" : "[") + std::to_string(box.lo[axis]) + ", " + std::to_string(box.hi[axis]) + ")";
  return text;
}

}  // namespace ops
