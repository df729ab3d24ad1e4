// ops/data/box.hpp: defines half-open boxes of grid indices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ops {

inline constexpr int max_dim = 5;

/// An index, an offset or an extent in cells, with one entry for each axis. Axis 0 is contiguous in memory.
using Index = std::array<int, max_dim>;

/// The set of indices i with lo <= i < hi on every axis. If the grid has fewer than max_dim axes, lo is 0 and hi is 1
/// on the unused axes.
struct Box {
  Index lo{0, 0, 0, 0, 0};
  Index hi{1, 1, 1, 1, 1};

  static Box none();
  static constexpr Box all() noexcept {
    constexpr int end = 1 << 30;
    return {{-end, -end, -end, -end, -end}, {end, end, end, end, end}};
  }
  bool empty() const noexcept;
  int extent(int axis) const noexcept { return hi[axis] > lo[axis] ? hi[axis] - lo[axis] : 0; }
  /// Returns the number of cells, which is 0 if the box is empty.
  std::int64_t volume() const noexcept;
  bool contains(const Box& other) const noexcept;  ///< true for every empty `other`
  bool contains(const Index& at) const noexcept;
  Box shifted(const Index& by) const noexcept;
  bool operator==(const Box&) const noexcept;
};

Box intersection(const Box& a, const Box& b) noexcept;  ///< Box::none() if they do not overlap
Box hull(const Box& a, const Box& b) noexcept;          ///< smallest box that contains both; empty operands are ignored

/// Subtracts box `b` from box `a`, and returns the remaining cells as disjoint boxes, at most two for each axis.
std::vector<Box> difference(const Box& a, const Box& b);
/// Subtracts `b` from each of the given `boxes`, and returns the remaining cells as disjoint boxes. The given `boxes`
/// must be disjoint.
std::vector<Box> difference(const std::vector<Box>& boxes, const Box& b);
bool meet(const std::vector<Box>& boxes, const Box& b);  ///< whether one of the boxes overlaps b
std::int64_t volume(const std::vector<Box>& boxes);      ///< number of cells of disjoint boxes

/// Returns the quotient i / divisor, rounded towards minus infinity, for `divisor` > 0.
constexpr int floor_div(int i, int divisor) noexcept { return i >= 0 ? i / divisor : -((divisor - 1 - i) / divisor); }

std::string point_text(const Index& point, int dims);  ///< "(1, -2)"
std::string range_text(const Box& box, int dims);      ///< "[0, 4) x [-1, 3)"

}  // namespace ops
