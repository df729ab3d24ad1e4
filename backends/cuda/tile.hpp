// backends/cuda/tile.hpp: the tiled adjoint. A block of threads evaluates each source point of a tile once, into shared
// memory. Then each thread adds the values for its cells, in the order of a serial scatter loop. A tile completes the
// cells of which it has all source points, so that all threads have work; neighbouring tiles also evaluate the source
// points at its rim.
#pragma once

#include <array>
#include <span>
#include <utility>

#include "backends/cuda/loop.hpp"

namespace ops::cuda {

/// What cells of a component get from a buffer, or its negative, of the source points that read them through `offset`.
struct Term {
  int target, component;
  Index offset;
  int buffer, sign;
};

/// A tile of source points, `across0` and so on along each axis, which reach cells through offsets from `least` to
/// `most`. Functions rather than arrays: device code has no arrays of constants that are indexed while it runs.
template <class Value, int dims, int across0, int across1, int across2, int across3, int across4, int least0,
          int least1, int least2, int least3, int least4, int most0, int most1, int most2, int most3, int most4>
struct Shape {
  using T = Value;
  static constexpr int axes = dims;
  OPS_POINT static constexpr int across(int axis) noexcept {
    return of(axis, across0, across1, across2, across3, across4);
  }
  OPS_POINT static constexpr int least(int axis) noexcept { return of(axis, least0, least1, least2, least3, least4); }
  OPS_POINT static constexpr int most(int axis) noexcept { return of(axis, most0, most1, most2, most3, most4); }
  /// Cells along an axis that a tile completes.
  OPS_POINT static constexpr int cells(int axis) noexcept { return across(axis) - most(axis) + least(axis); }
  static constexpr int sources = across0 * across1 * across2 * across3 * across4;
  /// Places of cells: as many along axis 0 as there are source points, so that a thread finds its own by shifts.
  static constexpr int places = across0 * cells(1) * cells(2) * cells(3) * cells(4);

 private:
  OPS_POINT static constexpr int of(int axis, int a, int b, int c, int d, int e) noexcept {
    return axis == 0 ? a : axis == 1 ? b : axis == 2 ? c : axis == 3 ? d : e;
  }
};

/// A derivative that gets terms.
template <class T, int dims>
struct Aim {
  points::Reach reach;
  points::Cells<T, dims> cells;
  std::ptrdiff_t component;  ///< from one to the next [elements]
  bool write = false;        ///< in tiles whose cells are all alike: they hold nothing yet
};

/// `Tile`: a Shape with targets, components_of each, components (the most of these), buffers and terms. `Evaluate`:
/// called with a source point and its place in buffer 0; others lie Tile::sources further each.
template <class Tile, class Evaluate>
struct EachTile {
  using T = typename Tile::T;
  static constexpr int phases = 2;
  static constexpr std::size_t shared = Tile::buffers * Tile::sources * sizeof(T);
  using Aims = std::array<Aim<T, Tile::axes>, Tile::targets>;

  Box cells;   ///< to complete, of all targets
  Box range;   ///< of source points
  Box inside;  ///< corners of tiles whose source points are all of the range, and whose cells are all alike
  Divisor tiles[max_dim];
  Aims aims;
  Evaluate evaluate;

  OPS_EVERYWHERE void run(int phase, Thread thread, std::byte* memory) const {
    Index corner = cells.lo;
    unsigned block = thread.block;
    bool all_alike = true;
    for (std::size_t axis = 0; axis < Tile::axes; ++axis) {
      const unsigned next = tiles[axis].divide(block);
      corner[axis] += static_cast<int>(block) * Tile::cells(static_cast<int>(axis));
      all_alike = all_alike && corner[axis] >= inside.lo[axis] && corner[axis] < inside.hi[axis];
      block = next;
    }
    T* const values = reinterpret_cast<T*>(memory);
    if (phase == 0) {
      OPS_ONE_AFTER_ANOTHER
      for (int k = thread.number; k < Tile::sources; k += threads) source(corner, k, all_alike, values);
    } else {
      OPS_ONE_AFTER_ANOTHER
      for (int k = thread.number; k < Tile::places; k += threads) collect(corner, k, all_alike, values);
    }
  }

 private:
  static constexpr auto all = std::make_integer_sequence<int, Tile::targets * Tile::components>();

  OPS_EVERYWHERE void source(const Index& corner, int number, bool all_alike, T* values) const {
    Index at = corner;
    int rest = number;
    bool in = true;
    for (std::size_t axis = 0; axis < Tile::axes; ++axis) {
      const int across = Tile::across(static_cast<int>(axis));
      at[axis] += rest % across - Tile::most(static_cast<int>(axis));
      rest /= across;
      in = in && at[axis] >= range.lo[axis] && at[axis] < range.hi[axis];
    }
    if (all_alike || in) evaluate(backend::Piece{at, at[0], at[1], 1, 1}, values + number);
  }

  OPS_EVERYWHERE void collect(const Index& corner, int number, bool all_alike, const T* values) const {
    Index at = corner;
    int rest = number, place = 0, pitch = 1;
    for (std::size_t axis = 0; axis < Tile::axes; ++axis) {
      const int a = static_cast<int>(axis), places = axis == 0 ? Tile::across(0) : Tile::cells(a),
                within = rest % places;
      rest /= places;
      if (axis == 0 && within >= Tile::cells(0)) return;
      at[axis] += within;
      if (at[axis] >= cells.hi[axis]) return;
      place += (within + Tile::most(a)) * pitch;
      pitch *= Tile::across(a);
    }
    const backend::Piece s{at, at[0], at[1], 1, 1};
    if (all_alike) each_component<true>(s, place, values, all);
    else each_component<false>(s, place, values, all);
  }

  template <bool alike, int... component>
  OPS_EVERYWHERE void each_component(const backend::Piece& s, int place, const T* values,
                                     std::integer_sequence<int, component...>) const {
    (add<alike, component / Tile::components, component % Tile::components>(s, place, values), ...);
  }

  /// All terms of a component of the thread's cell, whose own source point has its values at `place`.
  template <bool alike, int target, int component>
  OPS_EVERYWHERE void add(const backend::Piece& s, int place, const T* values) const {
    constexpr int count = static_cast<int>(std::size(Tile::terms));
    if constexpr (component < Tile::components_of(target)) {
      const auto& aim = aims[target];
      if (!aim.reach.wanted || (!alike && !points::Reach::in<Tile::axes>(aim.reach.part, s, Index{}, 1))) return;
      T* const cell = aim.cells.at(s) + component * aim.component;
      const bool write = alike ? aim.write : aim.reach.template writes<Tile::axes>(s);
      T sum = write ? 0 : *cell;
      terms<alike, target, component>(s, values + place, sum, std::make_integer_sequence<int, count>());
      *cell = sum;
    }
  }
  template <bool alike, int target, int component, int... k>
  OPS_EVERYWHERE void terms(const backend::Piece& s, const T* values, T& sum, std::integer_sequence<int, k...>) const {
    (term<alike, target, component, k>(s, values, sum), ...);
  }
  template <bool alike, int target, int component, int k>
  OPS_EVERYWHERE void term(const backend::Piece& s, const T* values, T& sum) const {
    constexpr Term t = Tile::terms[k];
    if constexpr (t.target == target && t.component == component) {
      if (!alike && !points::Reach::in<Tile::axes>(range, s, t.offset, -1)) return;
      const T value = values[t.buffer * Tile::sources + behind(t.offset)];
      sum = t.sign > 0 ? sum + value : sum - value;
    }
  }
  /// From a cell's place to that of the source point that reads it through an offset.
  OPS_EVERYWHERE static constexpr int behind(const Index& offset) noexcept {
    int sum = 0, pitch = 1;
    for (int axis = 0; axis < Tile::axes; ++axis) {
      sum -= offset[static_cast<std::size_t>(axis)] * pitch;
      pitch *= Tile::across(axis);
    }
    return sum;
  }
};

/// Corners of tiles whose source points are all of the range, and whose cells belong to every target and are alike.
/// @param all  cells of all targets
template <class Tile, class Aims>
Box corners_inside(const Box& range, const Box& all, Aims& aims) {
  Box inside = Box::all();
  for (std::size_t t = 0; t < aims.size(); ++t) {
    if (!aims[t].reach.wanted) continue;
    if (!all_or_none(all, aims[t].reach.hole, aims[t].write)) return Box::none();
    const Box& part = aims[t].reach.part;
    for (int axis = 0; axis < Tile::axes; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      inside.lo[a] = std::max({inside.lo[a], part.lo[a], range.lo[a] + Tile::most(axis)});
      inside.hi[a] = std::min(
          {inside.hi[a], part.hi[a] - Tile::cells(axis) + 1, range.hi[a] + Tile::most(axis) - Tile::across(axis) + 1});
    }
  }
  return inside;
}

/// @param reached  the cells of each target
template <class Tile, class Evaluate>
void for_tiles(const char* what, const Box& range, std::span<const Box> reached,
               typename EachTile<Tile, Evaluate>::Aims aims, const Evaluate& evaluate) {
  Box all = Box::none();
  for (std::size_t t = 0; t < reached.size(); ++t) {
    aims[t].reach.part = reached[t];
    if (aims[t].reach.wanted) all = hull(all, reached[t]);
  }
  const auto along = [](const Box& cells, int axis) {
    return (std::int64_t{cells.extent(axis)} + Tile::cells(axis) - 1) / Tile::cells(axis);
  };
  const auto blocks = [&along](const Box& cells) {
    std::int64_t count = 1;
    for (int axis = 0; axis < max_dim; ++axis) count *= along(cells, axis);
    return count;
  };
  const Box inside = corners_inside<Tile>(range, all, aims);
  for_parts(all, blocks, [&](const Box& cells) {
    EachTile<Tile, Evaluate> kernel{cells, range, inside, {}, aims, evaluate};
    for (int axis = 0; axis < max_dim; ++axis) kernel.tiles[axis] = Divisor(static_cast<unsigned>(along(cells, axis)));
    launch(what, static_cast<unsigned>(blocks(cells)), kernel);
  });
}

}  // namespace ops::cuda
