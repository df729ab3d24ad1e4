// ops/data/box.hpp: half-open boxes of grid indices, the sets every other room talks about.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ops {

inline constexpr int max_dim = 5;

/// One index (or offset, or extent) per axis; axis 0 is contiguous in memory. [cells]
using Index = std::array<int, max_dim>;

/// The indices lo <= i < hi on every axis. Axes beyond the grid's own hold {0, 1}.
struct Box {
  Index lo{0, 0, 0, 0, 0};
  Index hi{1, 1, 1, 1, 1};

  /// The box that holds nothing.
  static Box none();
  /// A box that holds every index there may be.
  static constexpr Box all() noexcept {
    constexpr int end = 1 << 30;
    return {{-end, -end, -end, -end, -end}, {end, end, end, end, end}};
  }
  bool empty() const noexcept;
  int extent(int axis) const noexcept { return hi[axis] > lo[axis] ? hi[axis] - lo[axis] : 0; }
  /// Number of cells [cells]; 0 if empty.
  std::int64_t volume() const noexcept;
  bool contains(const Box& other) const noexcept;  ///< true for every empty `other`
  bool contains(const Index& at) const noexcept;
  Box shifted(const Index& by) const noexcept;
  bool operator==(const Box&) const noexcept;
};

Box intersection(const Box& a, const Box& b) noexcept;  ///< Box::none() if they do not meet
Box hull(const Box& a, const Box& b) noexcept;          ///< smallest box around both; empty operands are ignored
/// Disjoint boxes that cover a \ b (at most two per axis; none if b contains a).
std::vector<Box> difference(const Box& a, const Box& b);
/// What is left of disjoint boxes.
std::vector<Box> difference(const std::vector<Box>& boxes, const Box& b);
bool meet(const std::vector<Box>& boxes, const Box& b);  ///< whether one of them has a cell of b
std::int64_t volume(const std::vector<Box>& boxes);      ///< of disjoint boxes [cells]

/// Quotient rounded towards minus infinity; `divisor` > 0.
constexpr int floor_div(int i, int divisor) noexcept { return i >= 0 ? i / divisor : -((divisor - 1 - i) / divisor); }

std::string point_text(const Index& point, int dims);  ///< "(1, -2)"
std::string range_text(const Box& box, int dims);      ///< "[0, 4) x [-1, 3)"

}  // namespace ops
