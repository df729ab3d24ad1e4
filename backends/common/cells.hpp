// backends/common/cells.hpp: which cells of a derivative a reversed loop reaches, and how each is to be treated.
// Knows boxes and offsets; knows nothing of values, kernels or threads.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>

#include "backends/common/address.hpp"
#include "backends/common/segments.hpp"
#include "ops/loop/launch.hpp"

namespace ops::backend {

/// The cells of one target's derivative. A cell gets a term per read point whose source point lies in the range.
struct Cells {
  bool wanted = false;
  Box reach;  ///< may get some terms
  Box core;   ///< get all terms
  Box hole;   ///< hold nothing yet: written instead of added to

  /// @param points  the points through which the forward loop read the target
  Cells(const Box& range, const AdjointArg& arg, std::span<const Index> points)
      : wanted(arg.target.out != nullptr), reach(range), core(range), hole(arg.hole) {
    for (int axis = 0; axis < max_dim; ++axis) {
      const auto [least, most] = std::minmax_element(points.begin(), points.end(),
                                                     [axis](const Index& a, const Index& b) { return a[axis] < b[axis]; });
      reach.lo[axis] += (*least)[axis];
      reach.hi[axis] += (*most)[axis];
      core.lo[axis] += (*most)[axis];
      core.hi[axis] += (*least)[axis];
    }
  }
};

/// Smallest box around what is wanted.
inline Box reach_of(std::span<const Cells> targets) {
  Box all = Box::none();
  for (const Cells& t : targets)
    if (t.wanted) all = hull(all, t.reach);
  return all;
}

/// Whether `at` lies in `box` on axes 1 .. dims - 1.
template <int dims>
bool row_in(const Box& box, const Index& at) noexcept {
  for (int axis = 1; axis < dims; ++axis)
    if (at[axis] < box.lo[axis] || at[axis] >= box.hi[axis]) return false;
  return true;
}

/// Whether the source point of cell (at[0] + x, at[1], ..) that reads through `point` lies in the range.
template <int dims>
bool inside(const Box& range, const Index& at, int x, const Index& point) noexcept {
  if (at[0] + x - point[0] < range.lo[0] || at[0] + x - point[0] >= range.hi[0]) return false;
  for (int axis = 1; axis < dims; ++axis)
    if (at[axis] - point[axis] < range.lo[axis] || at[axis] - point[axis] >= range.hi[axis]) return false;
  return true;
}

/// Calls f(piece, write, rim) for the pieces of a segment that a target reaches, so that all cells of a piece are alike.
/// write: they hold nothing yet; rim: some of their terms may have no source point.
template <int dims, class F>
void split(const Cells& cells, const Segment& s, const F& f) {
  if (!cells.wanted || !row_in<dims>(cells.reach, s.at)) return;
  const bool row_core = row_in<dims>(cells.core, s.at), row_hole = row_in<dims>(cells.hole, s.at);
  const int edges[] = {cells.core.lo[0], cells.core.hi[0], cells.hole.lo[0], cells.hole.hi[0]};
  const int end = std::min(s.at[0] + s.n, cells.reach.hi[0]);
  for (int x = std::max(s.at[0], cells.reach.lo[0]), next; x < end; x = next) {
    next = end;
    for (const int edge : edges)
      if (edge > x && edge < next) next = edge;
    Segment piece{s.at, next - x};
    piece.at[0] = x;
    f(piece, row_hole && x >= edges[2] && x < edges[3], !(row_core && x >= edges[0] && x < edges[1]));
  }
}

/// For targets read at the centre only: calls f(piece, holes); bit k of `holes` says that the cells of target k hold nothing yet.
template <int dims, class F>
void split_points(std::span<const Cells> targets, const Segment& s, const F& f) {
  const int end = s.at[0] + s.n;
  for (int x = s.at[0], next; x < end; x = next) {
    next = end;
    unsigned holes = 0;
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const Box& hole = targets[k].hole;
      if (!row_in<dims>(hole, s.at)) continue;
      for (const int edge : {hole.lo[0], hole.hi[0]})
        if (edge > x && edge < next) next = edge;
      if (x >= hole.lo[0] && x < hole.hi[0]) holes |= 1U << k;
    }
    Segment piece{s.at, next - x};
    piece.at[0] = x;
    f(piece, holes);
  }
}

/// Calls f with both flags as types.
template <class F>
void choose(bool a, bool b, const F& f) {
  if (a) b ? f(std::true_type(), std::true_type()) : f(std::true_type(), std::false_type());
  else b ? f(std::false_type(), std::true_type()) : f(std::false_type(), std::false_type());
}

/// Writes zeros to a piece of a row of a target, all components.
template <class T, int dims, int components, bool aos>
void zero(const ArgView& target, const Segment& s) noexcept {
  T* to = write_at<T, dims>(target, s.at);
  const std::ptrdiff_t n = s.n;
  if constexpr (aos) std::fill_n(to, n * components, T{});
  else
    for (int c = 0; c < components; ++c) std::fill_n(to + c * target.component, n, T{});
}

/// The same argument at another address.
inline ArgView moved(ArgView view, const void* in) noexcept {
  view.in = in;
  return view;
}

}  // namespace ops::backend
