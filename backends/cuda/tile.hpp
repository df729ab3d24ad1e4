// backends/cuda/tile.hpp: the tiled adjoint: a block of threads evaluates the source points that reach its tile of cells, once each, into memory that it
// shares; then each thread adds the values that belong to its cell, in the order in which a serial scatter loop would.
// Knows boxes, offsets and threads; knows nothing of kernels, which fill the buffers.
//
// Source points at a tile's rim are evaluated by its neighbours as well.
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

/// A tile, a cell a thread, and its source points: from offsets `least` to `most` around. Functions rather than arrays: device code has no
/// arrays of constants that are indexed while it runs.
template <class Value, int dims, int least0, int least1, int least2, int least3, int least4, int most0, int most1, int most2, int most3, int most4>
struct Shape {
  using T = Value;
  static constexpr int axes = dims;
  OPS_POINT static constexpr int cells(int axis) noexcept {
    if (dims == 1) return axis == 0 ? 256 : 1;
    if (dims == 2) return axis == 0 ? 32 : axis == 1 ? 8 : 1;
    return axis == 0 ? 32 : axis == 1 ? 4 : axis == 2 ? 2 : 1;
  }
  OPS_POINT static constexpr int least(int axis) noexcept { return axis == 0 ? least0 : axis == 1 ? least1 : axis == 2 ? least2 : axis == 3 ? least3 : least4; }
  OPS_POINT static constexpr int most(int axis) noexcept { return axis == 0 ? most0 : axis == 1 ? most1 : axis == 2 ? most2 : axis == 3 ? most3 : most4; }
  /// Source points along an axis.
  OPS_POINT static constexpr int across(int axis) noexcept { return cells(axis) + most(axis) - least(axis); }
  static constexpr int sources = across(0) * across(1) * across(2) * across(3) * across(4);
};

/// A derivative that gets terms.
template <class T, int dims>
struct Aim {
  points::Reach reach;
  points::Cells<T, dims> cells;
  std::ptrdiff_t component;  ///< from one to the next [elements]
};

/// `Tile`: a Shape with targets, components_of each, components (the most of these), buffers and terms. `Evaluate`: called with a source point and its place in
/// buffer 0; others lie Tile::sources further each.
template <class Tile, class Evaluate>
struct EachTile {
  using T = typename Tile::T;
  static constexpr int phases = 2;
  static constexpr std::size_t shared = Tile::buffers * Tile::sources * sizeof(T);
  using Aims = std::array<Aim<T, Tile::axes>, Tile::targets>;

  Box cells;  ///< to complete, of all targets
  Box range;  ///< of source points
  unsigned tiles[max_dim];
  Aims aims;
  Evaluate evaluate;

  OPS_EVERYWHERE void run(int phase, Thread thread, std::byte* memory) const {
    Index corner;
    unsigned block = thread.block;
    for (std::size_t axis = 0; axis < max_dim; ++axis) {
      corner[axis] = cells.lo[axis] + static_cast<int>(block % tiles[axis]) * Tile::cells(static_cast<int>(axis));
      block /= tiles[axis];
    }
    T* const values = reinterpret_cast<T*>(memory);
    if (phase == 0) {
      for (int k = thread.number; k < Tile::sources; k += threads) source(corner, k, values);
    } else {
      collect(corner, thread.number, values, std::make_integer_sequence<int, Tile::targets * Tile::components>());
    }
  }

 private:
  OPS_EVERYWHERE void source(const Index& corner, int number, T* values) const {
    Index at;
    int rest = number;
    for (std::size_t axis = 0; axis < max_dim; ++axis) {
      const int across = Tile::across(static_cast<int>(axis));
      at[axis] = corner[axis] - Tile::most(static_cast<int>(axis)) + rest % across;
      rest /= across;
      if (at[axis] < range.lo[axis] || at[axis] >= range.hi[axis]) return;
    }
    evaluate(backend::Piece{at, at[0], at[1], 1, 1}, values + number);
  }

  template <int... component>
  OPS_EVERYWHERE void collect(const Index& corner, int number, const T* values, std::integer_sequence<int, component...>) const {
    Index at, within;
    for (std::size_t axis = 0; axis < max_dim; ++axis) {
      within[axis] = number % Tile::cells(static_cast<int>(axis));
      at[axis] = corner[axis] + within[axis];
      number /= Tile::cells(static_cast<int>(axis));
      if (at[axis] >= cells.hi[axis]) return;
    }
    const backend::Piece s{at, at[0], at[1], 1, 1};
    (add<component / Tile::components, component % Tile::components>(s, within, values), ...);
  }

  /// All terms of a component of the thread's cell.
  template <int target, int component>
  OPS_EVERYWHERE void add(const backend::Piece& s, const Index& within, const T* values) const {
    constexpr int count = static_cast<int>(std::size(Tile::terms));
    if constexpr (component < Tile::components_of(target)) {
      const auto& aim = aims[target];
      if (!aim.reach.wanted || !points::Reach::in<Tile::axes>(aim.reach.part, s, Index{}, 1)) return;
      add<target, component>(s, within, values, aim, std::make_integer_sequence<int, count>());
    }
  }
  template <int target, int component, int... k>
  OPS_EVERYWHERE void add(const backend::Piece& s, const Index& within, const T* values, const Aim<T, Tile::axes>& aim, std::integer_sequence<int, k...>) const {
    T* const cell = aim.cells.at(s) + component * aim.component;
    T sum = aim.reach.template writes<Tile::axes>(s) ? 0 : *cell;
    (term<target, component, k>(s, within, values, sum), ...);
    *cell = sum;
  }
  template <int target, int component, int k>
  OPS_EVERYWHERE void term(const backend::Piece& s, const Index& within, const T* values, T& sum) const {
    constexpr Term t = Tile::terms[k];
    if constexpr (t.target == target && t.component == component) {
      if (!points::Reach::in<Tile::axes>(range, s, t.offset, -1)) return;
      int place = 0;
      for (int axis = max_dim - 1; axis >= 0; --axis) {
        const std::size_t a = static_cast<std::size_t>(axis);
        place = place * Tile::across(axis) + within[a] - t.offset[a] + Tile::most(axis);
      }
      const T value = values[t.buffer * Tile::sources + place];
      sum = t.sign > 0 ? sum + value : sum - value;
    }
  }
};

/// @param reached  the cells of each target
template <class Tile, class Evaluate>
void for_tiles(const char* what, const Box& range, std::span<const Box> reached, typename EachTile<Tile, Evaluate>::Aims aims, const Evaluate& evaluate) {
  Box all = Box::none();
  for (std::size_t t = 0; t < reached.size(); ++t) {
    aims[t].reach.part = reached[t];
    if (aims[t].reach.wanted) all = hull(all, reached[t]);
  }
  const auto blocks = [](const Box& cells) {
    std::int64_t count = 1;
    for (int axis = 0; axis < max_dim; ++axis) count *= (std::int64_t{cells.extent(axis)} + Tile::cells(axis) - 1) / Tile::cells(axis);
    return count;
  };
  for_parts(all, blocks, [&](const Box& cells) {
    EachTile<Tile, Evaluate> kernel{cells, range, {}, aims, evaluate};
    for (int axis = 0; axis < max_dim; ++axis) kernel.tiles[axis] = static_cast<unsigned>((cells.extent(axis) + Tile::cells(axis) - 1) / Tile::cells(axis));
    launch(what, static_cast<unsigned>(blocks(cells)), kernel);
  });
}

}  // namespace ops::cuda
