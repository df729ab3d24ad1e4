// backends/common/cells.hpp: the cells of a derivative that a reversed loop reaches, and how to treat each of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "backends/common/address.hpp"
#include "backends/common/pieces.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops::backend {

/// The cells of one target's derivative. A cell gets a term per read point whose source point lies in the range.
struct Cells {
  bool wanted = false;
  Box reach;  ///< may get some terms, and are part of the launch
  Box core;   ///< get all terms
  Box hole;   ///< hold nothing yet: written instead of added to

  /// @param points  the points through which the forward loop read the target
  Cells(const AdjointLaunch& launch, const AdjointArg& arg, std::span<const Index> points)
      : wanted(arg.target.out != nullptr), reach(launch.range), core(launch.range), hole(arg.hole) {
    for (int axis = 0; axis < max_dim; ++axis) {
      const auto [least, most] = std::minmax_element(
          points.begin(), points.end(), [axis](const Index& a, const Index& b) { return a[axis] < b[axis]; });
      reach.lo[axis] += (*least)[axis];
      reach.hi[axis] += (*most)[axis];
      core.lo[axis] += (*most)[axis];
      core.hi[axis] += (*least)[axis];
    }
    reach = intersection(reach, launch.part);
  }
};

/// Points of the launch's part.
inline Box points_of(const AdjointLaunch& launch) { return intersection(launch.range, launch.part); }

/// Smallest box around what is wanted.
inline Box reach_of(std::span<const Cells> targets) {
  Box all = Box::none();
  for (const Cells& t : targets)
    if (t.wanted) all = hull(all, t.reach);
  return all;
}

/// Whether all targets are wanted, and have the same cells in the same states.
inline bool alike(std::span<const Cells> targets) {
  return std::ranges::all_of(targets, [&first = targets.front()](const Cells& t) {
    return t.wanted && t.reach == first.reach && t.core == first.core && t.hole == first.hole;
  });
}

/// Whether `row` lies in `box` on axes 2 .. dims - 1.
template <int dims>
bool plane_in(const Box& box, const Index& row) noexcept {
  for (int axis = 2; axis < dims; ++axis)
    if (row[axis] < box.lo[axis] || row[axis] >= box.hi[axis]) return false;
  return true;
}

/// Whether the source point of cell (x, y) of `s` that reads through `point` lies in the range.
template <int dims>
bool inside(const Box& range, const Piece& s, int x, int y, const Index& point) noexcept {
  const auto within = [&range, &point](int axis, int at) {
    return at - point[axis] >= range.lo[axis] && at - point[axis] < range.hi[axis];
  };
  if (!within(0, s.x + x)) return false;
  if constexpr (dims > 1)
    if (!within(1, s.y + y)) return false;
  for (int axis = 2; axis < dims; ++axis)
    if (!within(axis, s.row[axis])) return false;
  return true;
}

/// Calls f(part, from) for parts [from, to) of [lo, hi) between which no edge lies.
template <class Edges, class Body>
void cut(int lo, int hi, const Edges& edges, const Body& f) {
  for (int from = lo, to; from < hi; from = to) {
    to = hi;
    for (const int edge : edges) to = edge > from && edge < to ? edge : to;
    f(from, to);
  }
}

/// Whether `from` lies in the box along `axis`.
inline bool along(const Box& box, int axis, int from) noexcept { return from >= box.lo[axis] && from < box.hi[axis]; }

/// Calls f(part, write, rim) for the parts of a piece that a target reaches, so that all cells of a part are alike.
/// write: they hold nothing yet; rim: some of their terms may have no source point.
template <int dims, class Body>
void split(const Cells& cells, const Piece& s, const Body& f) {
  const Box &reach = cells.reach, &core = cells.core, &hole = cells.hole;
  if (!cells.wanted || !plane_in<dims>(reach, s.row)) return;
  const bool plane_core = plane_in<dims>(core, s.row), plane_hole = plane_in<dims>(hole, s.row);
  const auto edges = [&](int axis) { return std::array{core.lo[axis], core.hi[axis], hole.lo[axis], hole.hi[axis]}; };
  const auto across = [&](int y, int end, bool row_core, bool row_hole) {
    cut(std::max(s.x, reach.lo[0]), std::min(s.x + s.n, reach.hi[0]), edges(0), [&](int x, int to) {
      f(Piece{s.row, x, y, to - x, end - y}, row_hole && along(hole, 0, x), !(row_core && along(core, 0, x)));
    });
  };
  if constexpr (dims == 1) across(0, 1, true, true);
  else
    cut(std::max(s.y, reach.lo[1]), std::min(s.y + s.rows, reach.hi[1]), edges(1),
        [&](int y, int end) { across(y, end, plane_core && along(core, 1, y), plane_hole && along(hole, 1, y)); });
}

/// Calls f(part) for what lies of a piece in `box`.
template <int dims, class Body>
void within(const Box& box, const Piece& s, const Body& f) {
  if (!plane_in<dims>(box, s.row)) return;
  const int x = std::max(s.x, box.lo[0]), end = std::min(s.x + s.n, box.hi[0]);
  const int y = dims == 1 ? s.y : std::max(s.y, box.lo[1]),
            last = dims == 1 ? s.y + s.rows : std::min(s.y + s.rows, box.hi[1]);
  if (x < end && y < last) f(Piece{s.row, x, y, end - x, last - y});
}

/// A set of targets, of `count` there are.
template <std::size_t count>
class TargetSet {
 public:
  bool has(std::size_t k) const noexcept { return (words_[k / bits] >> k % bits & 1) != 0; }
  void add(std::size_t k) noexcept { words_[k / bits] |= 1U << k % bits; }
  void remove(std::size_t k) noexcept { words_[k / bits] &= ~(1U << k % bits); }

 private:
  static constexpr std::size_t bits = 32;
  std::array<std::uint32_t, (count + bits - 1) / bits> words_{};
};

/// For targets read at the centre only: calls f(part, holes); `holes` has the targets whose cells hold nothing yet.
template <int dims, std::size_t count, class Body>
void split_points(const Cells (&targets)[count], const Piece& s, const Body& f) {
  const auto edges = [&](int axis) {
    std::array<int, 2 * count> all{};
    for (std::size_t k = 0; k < count; ++k) {
      all[2 * k] = targets[k].hole.lo[axis];
      all[2 * k + 1] = targets[k].hole.hi[axis];
    }
    return all;
  };
  const auto across = [&](int y, int end) {
    cut(s.x, s.x + s.n, edges(0), [&](int x, int to) {
      TargetSet<count> holes;
      for (std::size_t k = 0; k < count; ++k) {
        const Box& hole = targets[k].hole;
        if (plane_in<dims>(hole, s.row) && along(hole, 0, x) && (dims == 1 || along(hole, 1, y))) holes.add(k);
      }
      f(Piece{s.row, x, y, to - x, end - y}, holes);
    });
  };
  if constexpr (dims == 1) across(0, 1);
  else cut(s.y, s.y + s.rows, edges(1), across);
}

/// Whether nothing of target k is to be kept: its cells hold nothing yet, or nobody wants them.
template <std::size_t count>
bool empty(const Cells* targets, const TargetSet<count>& holes, std::size_t k) noexcept {
  return holes.has(k) || !targets[k].wanted;
}

/// Calls f with both flags as types.
template <class Body>
void choose(bool a, bool b, const Body& f) {
  if (a) b ? f(std::true_type(), std::true_type()) : f(std::true_type(), std::false_type());
  else b ? f(std::false_type(), std::true_type()) : f(std::false_type(), std::false_type());
}

/// Writes zeros to a piece of a target, all components.
template <class T, int dims, int components, bool aos>
void zero(const ArgView& target, const Piece& s) noexcept {
  constexpr int planes = aos ? 1 : components, cell = aos ? components : 1;
  T* to = write_at<T, dims>(target, s);
  for (int r = 0; r < s.rows; ++r)
    for (int c = 0; c < planes; ++c) std::fill_n(to + r * target.step[1] + c * target.component, s.n * cell, T{});
}

/// The same argument at another address.
inline ArgView moved(ArgView view, const void* in) noexcept {
  view.in = in;
  return view;
}

}  // namespace ops::backend
