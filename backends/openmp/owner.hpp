// backends/openmp/owner.hpp: completes cells of derivatives by means of generated row functions.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "backends/common/cells.hpp"
#include "backends/common/rows.hpp"
#include "backends/openmp/pieces.hpp"
#include "backends/openmp/stream.hpp"

/// A row function for cells as a value that is told whether its cells hold nothing yet, and whether some of their terms
/// may lie outside the range.
#define OPS_CELLS(function) [](auto write, auto rim, const auto&... given) { function<write, rim>(given...); }

namespace ops::openmp {

/// One target: its type, axes, components, and whether these are interleaved; and room for what goes past the caches of
/// a piece.
template <class T, int axes, int count, bool interleaved>
struct Target {
  using Type = T;
  static constexpr int dims = axes, components = count;

  alignas(line_bytes) T line[count * streamed_cells];

  void store(const ArgView& view, const Piece& s) const { store_piece<T, axes, count, interleaved>(view, s, line); }
  static void clear(const ArgView& view, const Piece& s) { backend::zero<T, axes, count, interleaved>(view, s); }
};

/// Calls f(buffers...) with the room of all.
template <class First, class... Rest, class Body, class... Made>
void with_room(const Body& f, Made&... made) {
  First first;
  if constexpr (sizeof...(Rest) == 0) f(made..., first);
  else with_room<Rest...>(f, made..., first);
}

template <class First, class...>
inline constexpr int dims_of = First::dims;

/// Adds the postponed contribution to argument `param`, if there is one; then no cell holds nothing any more.
template <class T, class Row>
void add_postponed(const AdjointLaunch& launch, int param, const backend::Altered& late, const Piece& s, bool& write,
                   bool rim, T* buffer, const Row& row) {
  if (launch.args[param].deferred == nullptr) return;
  backend::choose(write, rim, [&](auto w, auto r) { row(w, r, late.launch(), s, buffer); });
  write = false;
}

/// What `row` computes of a piece of targets that have the same cells. `params`: their arguments. `late`: with the
/// postponed seed of a target that stands alone, if there can be one.
template <class... Targets, class Row>
void complete(const AdjointLaunch& launch, const backend::Cells& cells, const Piece& piece, bool stream,
              const int (&params)[sizeof...(Targets)], const Row& row, const backend::Altered* late = nullptr) {
  backend::split<dims_of<Targets...>>(cells, piece, [&](const Piece& s, bool write, bool rim) {
    with_room<Targets...>([&](auto&... room) {
      const bool aside = write && stream;
      if constexpr (sizeof...(Targets) == 1)
        if (late != nullptr)
          (add_postponed(launch, params[0], *late, s, write, rim, aside ? room.line : nullptr, row), ...);
      backend::choose(write, rim, [&](auto w, auto r) { row(w, r, launch, s, (aside ? room.line : nullptr)...); });
      int k = 0;
      if (aside) (room.store(launch.args[params[k++]].target, s), ...);
    });
  });
}

/// What `row` computes of a piece of all targets at once: it gets buffers for what it writes, null where that goes to
/// memory, and then what stands for cells that hold nothing. `holes` has the targets of which that is so; targets that
/// are not wanted are written only to the buffer.
template <class... Targets, class Row>
void all_at_once(const AdjointLaunch& launch, const backend::Cells* targets, const Piece& s,
                 const backend::TargetSet<sizeof...(Targets)>& holes, bool stream,
                 const int (&params)[sizeof...(Targets)], const Row& row) {
  with_room<Targets...>([&](auto&... room) {
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      const bool streams[] = {(stream && holes.has(k) && targets[k].wanted)...};
      row(launch, s, (streams[k] || !targets[k].wanted ? room.line : nullptr)...,
          (backend::empty(targets, holes, k) ? zeros<typename Targets::Type, Targets::components>() : nullptr)...);
      ((streams[k] ? room.store(launch.args[params[k]].target, s) : void()), ...);
    }(std::index_sequence_for<Targets...>{});
  });
}

/// Before anything is added to a row of cells: the postponed contribution, or zeros where they hold nothing.
template <class Target, class Row = std::nullptr_t>
void prepare(const AdjointLaunch& launch, const backend::Cells& cells, const Piece& piece, int param,
             const Row& row = nullptr, const backend::Altered* late = nullptr) {
  backend::split<Target::dims>(cells, piece, [&](const Piece& s, bool write, bool rim) {
    if constexpr (!std::is_null_pointer_v<Row>)
      add_postponed(launch, param, *late, s, write, rim, static_cast<typename Target::Type*>(nullptr), row);
    if (write) Target::clear(launch.args[param].target, s);
  });
}

}  // namespace ops::openmp
