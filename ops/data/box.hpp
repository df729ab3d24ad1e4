// ops/data/box.hpp: half-open boxes of grid indices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ops {

inline constexpr int max_dim = 5;

/// One index, offset or extent per axis [cells]. Axis 0 is contiguous in memory.
using Index = std::array<int, max_dim>;

/// The indices lo <= i < hi on every axis. Axes beyond the grid's dimensions hold {0, 1}.
struct Box {
  Index lo{0, 0, 0, 0, 0};
  Index hi{1, 1, 1, 1, 1};

  /// The canonical empty box.
  static Box none();
  /// A box that contains every possible index.
  static constexpr Box all() noexcept {
    constexpr int end = 1 << 30;
    return {{-end, -end, -end, -end, -end}, {end, end, end, end, end}};
  }
  bool empty() const noexcept;
  int extent(int axis) const noexcept { return hi[axis] > lo[axis] ? hi[axis] - lo[axis] : 0; }
  /// Number of cells; 0 if the box is empty.
  std::int64_t volume() const noexcept;
  bool contains(const Box& other) const noexcept;  ///< true for every empty `other`
  bool contains(const Index& at) const noexcept;
  Box shifted(const Index& by) const noexcept;
  bool operator==(const Box&) const noexcept;
};

Box intersection(const Box& a, const Box& b) noexcept;  ///< Box::none() if they do not overlap
Box hull(const Box& a, const Box& b) noexcept;          ///< smallest box that contains both; empty operands are ignored
/// Disjoint boxes that cover a \ b: at most two per axis, and none if b contains a.
std::vector<Box> difference(const Box& a, const Box& b);
/// The same for several disjoint boxes instead of a.
std::vector<Box> difference(const std::vector<Box>& boxes, const Box& b);
bool meet(const std::vector<Box>& boxes, const Box& b);  ///< whether one of the boxes overlaps b
std::int64_t volume(const std::vector<Box>& boxes);      ///< number of cells of disjoint boxes

/// Quotient rounded towards minus infinity; `divisor` > 0.
constexpr int floor_div(int i, int divisor) noexcept { return i >= 0 ? i / divisor : -((divisor - 1 - i) / divisor); }

std::string point_text(const Index& point, int dims);  ///< "(1, -2)"
std::string range_text(const Box& box, int dims);      ///< "[0, 4) x [-1, 3)"

}  // namespace ops
