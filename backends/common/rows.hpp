// backends/common/rows.hpp: an argument along the rows of a piece, for row functions.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "backends/common/address.hpp"
#include "backends/common/cells.hpp"
#include "backends/common/pieces.hpp"
#include "ops/loops/launch/launch.hpp"

#define OPS_INLINE [[gnu::always_inline]] inline

namespace ops::backend {

/// An argument at the first point of a row. x .. w: from a cell to its neighbour along an axis; step_x .. step_w: from
/// what a point touches to what the next one does; c: from a component to the next [elements]. `cell` above 0: if the
/// argument is switched off, memory stands for it that has so many elements a point, and all distances are 0.
template <class T, int dims, int cell>
struct Rows {
  T* at;
  bool given;
  std::ptrdiff_t c, x, y, z, v, w, step_x, step_y, step_z, step_v, step_w;

  OPS_INLINE Rows(T* first, const ArgView& view) noexcept : at(first), given(first != nullptr) {
    const bool known = cell == 0 || given;
    if constexpr (cell > 0) at = given_or_nothing<cell>(first);
    c = known ? view.component : 0;
    x = known ? view.pitch[0] : 0, step_x = known ? view.step[0] : 0;
    if constexpr (dims > 1) y = known ? view.pitch[1] : 0, step_y = known ? view.step[1] : 0;
    if constexpr (dims > 2) z = known ? view.pitch[2] : 0, step_z = known ? view.step[2] : 0;
    if constexpr (dims > 3) v = known ? view.pitch[3] : 0, step_v = known ? view.step[3] : 0;
    if constexpr (dims > 4) w = known ? view.pitch[4] : 0, step_w = known ? view.step[4] : 0;
  }
  OPS_INLINE T& operator[](std::ptrdiff_t k) const noexcept { return at[k]; }
  OPS_INLINE void add(std::ptrdiff_t k, std::remove_const_t<T> value) const noexcept {
    if (given) at[k] = at[k] + value;
  }
  OPS_INLINE void clear(std::ptrdiff_t k) const noexcept {
    if (given) at[k] = 0;
  }
};

template <class T, int dims, int cell = 0>
OPS_INLINE Rows<const T, dims, cell> read(const ArgView& view, const Piece& s) noexcept {
  return {read_at<T, dims>(view, s), view};
}
template <class T, int dims, int cell = 0>
OPS_INLINE Rows<T, dims, cell> write(const ArgView& view, const Piece& s) noexcept {
  return {write_at<T, dims>(view, s), view};
}
/// Prolongation: without what axis 0 adds, which needs a division per point.
template <class T, int dims, int cell = 0>
OPS_INLINE Rows<const T, dims, cell> read_coarse(const ArgView& view, const Piece& s) noexcept {
  return {read_coarse_row<T, dims>(view, s), view};
}
template <class T, int dims, int cell = 0>
OPS_INLINE Rows<T, dims, cell> write_coarse(const ArgView& view, const Piece& s) noexcept {
  return {write_coarse_row<T, dims>(view, s), view};
}
/// What is written, or `buffer` in its place if there is one: of one piece, `row` elements from a row to the next,
/// `component` from a component to the next.
template <class T, int dims, int cell = 0>
OPS_INLINE Rows<T, dims, cell> aside(const ArgView& view, const Piece& s, T* buffer, std::ptrdiff_t row,
                                     std::ptrdiff_t component) noexcept {
  Rows<T, dims, cell> rows(buffer != nullptr ? buffer : write_at<T, dims>(view, s), view);
  if (buffer != nullptr) rows.c = component;
  if constexpr (dims > 1)
    if (buffer != nullptr) rows.y = row;
  return rows;
}

/// All go to the next row.
template <class... Offloading>
OPS_INLINE void next(Offloading&... rows) noexcept {
  ((rows.at += rows.y), ...);
}

/// A launch in which other memory stands for some views; where there is no need of that, the launch itself.
class Altered {
 public:
  /// With the postponed seed of argument `target` as that of argument `seed`, if there is one.
  static Altered postponed(const AdjointLaunch& launch, int target, int seed) {
    const void* deferred = at(launch, target).deferred;
    Altered result(launch, deferred != nullptr);
    if (deferred != nullptr) result.args_[static_cast<std::size_t>(seed)].seed.in = deferred;
    return result;
  }
  /// With the cells of argument `target` as target and seed of argument `other`, if they still hold the latter.
  static Altered renewed(const AdjointLaunch& launch, int target, int other) {
    const bool holds = at(launch, target).renews == other;
    Altered result(launch, holds);
    if (!holds) return result;
    const ArgView& cells = at(launch, target).target;
    AdjointArg& arg = result.args_[static_cast<std::size_t>(other)];
    arg.seed = arg.target = moved(cells, cells.out);
    return result;
  }
  const AdjointLaunch& launch() const noexcept { return launch_; }

 private:
  Altered(const AdjointLaunch& launch, bool needed) : launch_(launch) {
    if (!needed) return;
    args_.assign(launch.args, launch.args + launch.arguments);
    launch_.args = args_.data();
  }
  static const AdjointArg& at(const AdjointLaunch& launch, int arg) noexcept {
    return launch.args[static_cast<std::size_t>(arg)];
  }

  std::vector<AdjointArg> args_;  // a moved vector has its memory
  AdjointLaunch launch_;
};

}  // namespace ops::backend

#undef OPS_INLINE
