// backends/cuda/loop.hpp: runs point functions at all points of a range, and combines their contributions to
// reductions.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "backends/common/cells.hpp"
#include "backends/cuda/device_code.hpp"
#include "backends/cuda/grid.hpp"
#include "backends/cuda/point.hpp"
#include "backends/cuda/totals.hpp"

namespace ops::cuda {

/// Keeps the compiler from unrolling a loop over a thread's points: what that takes of registers is worth more threads.
#ifdef __CUDACC__
#define OPS_ONE_AFTER_ANOTHER _Pragma("unroll 1")
#else
#define OPS_ONE_AFTER_ANOTHER
#endif

/// Points of a thread: the more, the less it costs to find them, while there are blocks for all processors.
inline int points_each(const Box& range, int most) {
  const int along = range.extent(1) == 1 ? 0 : 1;
  int each = 1;
  while (each < most && 2 * each * busy_threads() <= range.volume() && 2 * each <= range.extent(along)) each *= 2;
  return each;
}

/// Whether threads of a kernel with so many bytes of parameters have several points. Those of larger ones have one:
/// compilers would keep in registers, from point to point, more than finding a point costs.
constexpr bool has_several(std::size_t bytes) noexcept { return bytes <= 256; }

/// A few points a thread. `Points`: called with a point.
template <class Points>
struct EachPoint {
  // several blocks of few threads use more of a processor's registers
  static constexpr int phases = 1, block_threads = 128;
  static constexpr std::size_t shared = 0;

  Grid grid;
  Points points;

  OPS_EVERYWHERE void run(int, Thread thread, std::byte*) const {
    const Grid::Corner corner = grid.corner(thread.block);
    OPS_ONE_AFTER_ANOTHER
    for (int k = 0; k < (has_several(sizeof points) ? grid.each() : 1); ++k) {
      Index at;
      if (grid.find(corner, thread.number, k, at)) points(backend::Piece{at, at[0], at[1], 1, 1});
    }
  }
};

template <class Points>
void for_points(const char* what, const Box& range, const Points& points) {
  for_grids(
      range, EachPoint<Points>::block_threads, points_each(range, has_several(sizeof points) ? 4 : 1),
      [&](const Grid& grid) { launch(what, static_cast<unsigned>(grid.blocks()), EachPoint<Points>{grid, points}); });
}

/// The same where cells of derivatives are written or added to. Blocks whose cells are all alike ask nothing of a
/// single cell. `Points`: called with a point, or as points.with(alike.., point).
template <class Points, std::size_t targets>
struct EachCell {
  static constexpr int phases = 1, block_threads = 128;
  static constexpr std::size_t shared = 0;

  Grid grid;
  BlockBox alike;
  std::array<points::Alike, targets> reach;
  Points points;

  OPS_EVERYWHERE void run(int, Thread thread, std::byte*) const {
    const Grid::Corner corner = grid.corner(thread.block);
    const bool all_alike = alike.has(corner);
    OPS_ONE_AFTER_ANOTHER
    for (int k = 0; k < (has_several(sizeof points) ? grid.each() : 1); ++k) {
      Index at;
      if (!grid.find(corner, thread.number, k, at)) continue;
      const backend::Piece point{at, at[0], at[1], 1, 1};
      if (all_alike) with(point, std::make_index_sequence<targets>());
      else points(point);
    }
  }

 private:
  template <std::size_t... t>
  OPS_EVERYWHERE void with(const backend::Piece& point, std::index_sequence<t...>) const {
    points.with(reach[t]..., point);
  }
};

/// For which points all cells are alike, and how these are to be treated.
template <std::size_t targets>
struct Inner {
  Box points;
  std::array<points::Alike, targets> reach;
};

/// Whether all cells of a box hold nothing yet, or none of them; `write` becomes the former.
inline bool all_or_none(const Box& box, const Box& hole, bool& write) {
  write = hole.contains(box);
  return write || intersection(box, hole).empty();
}

template <std::size_t targets, class Points>
void for_cells(const char* what, const Box& range, const Inner<targets>& inner, const Points& points) {
  for_grids(range, EachCell<Points, targets>::block_threads, points_each(range, has_several(sizeof points) ? 4 : 1),
            [&](const Grid& grid) {
              launch(what, static_cast<unsigned>(grid.blocks()),
                     EachCell<Points, targets>{grid, BlockBox(grid, inner.points), inner.reach, points});
            });
}

/// @param cells  of one derivative: for all of `reach`
template <class Points>
void for_cells(const char* what, const backend::Cells& cells, const Points& points) {
  Inner<1> inner{cells.core, {{{true, false}}}};
  if (!all_or_none(intersection(cells.reach, cells.core), cells.hole, inner.reach[0].write)) inner.points = Box::none();
  for_cells(what, cells.reach, inner, points);
}

/// Points of which all cells that they reach are alike, those through one offset as those through another. @param
/// offsets  of each target
template <std::size_t targets>
Inner<targets> inner_of(const Box& range, const std::array<points::Reach, targets>& reaches,
                        const std::array<std::span<const Index>, targets>& offsets) {
  Inner<targets> inner{range, {}};
  for (std::size_t t = 0; t < targets; ++t) {
    inner.reach[t] = {reaches[t].wanted, false};
    if (!reaches[t].wanted) continue;
    Box reached = Box::none();
    for (const Index& offset : offsets[t]) {
      Index back;
      for (std::size_t axis = 0; axis < max_dim; ++axis) back[axis] = -offset[axis];
      inner.points = intersection(inner.points, reaches[t].part.shifted(back));
      reached = hull(reached, intersection(range.shifted(offset), reaches[t].part));
    }
    if (!all_or_none(reached, reaches[t].hole, inner.reach[t].write)) inner.points = Box::none();
  }
  return inner;
}

/// What is to be done at a point after another thing.
template <class First, class Second>
struct Both {
  First first;
  Second second;
  OPS_POINT void operator()(const backend::Piece& s) const {
    first(s);
    second(s);
  }
  OPS_POINT void with(const points::Alike& alike, const backend::Piece& s) const {
    first.with(alike, s);
    second.with(points::Alike{true, false}, s);
  }
};

/// One reduction argument of a loop. A Part is what a thread has of a component's total.
template <reduce::Op operation, class T, int count>
struct Offered {
  using Value = T;
  using Total = reduce::Total<operation, T>;
  using Part = typename reduce::PartOf<operation, T>::Type;
  static constexpr int components = count;
  OPS_EVERYWHERE static T neutral() noexcept { return reduce::neutral<operation, T>(); }
  /// What a point offers goes into the part.
  OPS_EVERYWHERE void take(Part& part, int, T value, const Index&) const noexcept { part.add(value); }
};

/// An array for each reduction. A class of our own, as nvcc 13.0 drops constructors that functions of the standard
/// library call, and says nothing.
template <template <class> class Of, class... Reductions>
struct Arrays {};
template <template <class> class Of, class First, class... Rest>
struct Arrays<Of, First, Rest...> {
  typename Of<First>::Type at[First::components];
  Arrays<Of, Rest...> rest;
  template <std::size_t r>
  OPS_EVERYWHERE auto* get() noexcept {
    if constexpr (r == 0) return at;
    else return rest.template get<r - 1>();
  }
};
template <class Red>
struct ValueOf {
  using Type = typename Red::Value;
};
template <class Red>
struct PartOf {
  using Type = typename Red::Part;
};

/// The same with reductions. `Points`: called with the point and, for each of `Reductions`, an array that takes what
/// the point offers. A thread brings together what its points offer; then the parts of all threads meet in shared
/// memory.
template <class Points, class... Reductions>
struct EachPointWithTotals {
  static constexpr int components = (Reductions::components + ...);
  static constexpr int block_threads = 128, halvings = 7;
  static constexpr int phases = 2 + halvings;
  static constexpr std::size_t part = std::max({sizeof(typename Reductions::Part)...});
  static constexpr std::size_t shared = block_threads * components * part;
  static constexpr std::size_t count = sizeof...(Reductions);
  static_assert(block_threads == 1 << halvings);

  Grid grid;
  Points points;
  std::tuple<Reductions...> reductions;
  std::array<std::byte*, count> partial;  ///< of each reduction, a total of every component and block
  unsigned blocks;

  OPS_EVERYWHERE void run(int phase, Thread thread, std::byte* memory) const {
    const auto all = std::make_index_sequence<count>();
    if (phase == 0) offer(thread, memory, all);
    else if (phase <= halvings) halve(block_threads >> phase, thread.number, memory, all);
    else if (thread.number < components) finish(thread, memory, all);
  }

 private:
  template <class Red>
  OPS_EVERYWHERE static typename Red::Part* of(int component, std::byte* memory) noexcept {
    return reinterpret_cast<typename Red::Part*>(memory + static_cast<std::size_t>(component) * block_threads * part);
  }
  template <std::size_t... r>
  OPS_EVERYWHERE void offer(const Thread& thread, std::byte* memory, std::index_sequence<r...>) const {
    Arrays<PartOf, Reductions...> parts{};
    const Grid::Corner corner = grid.corner(thread.block);
    OPS_ONE_AFTER_ANOTHER
    for (int k = 0; k < grid.each(); ++k) {
      Index at;
      if (!grid.find(corner, thread.number, k, at)) continue;
      Arrays<ValueOf, Reductions...> values;
      (offer_nothing<Reductions>(values.template get<r>()), ...);
      points(backend::Piece{at, at[0], at[1], 1, 1}, values.template get<r>()...);
      (take(std::get<r>(reductions), values.template get<r>(), at, parts.template get<r>()), ...);
    }
    int first = 0;
    ((keep<Reductions>(parts.template get<r>(), first, thread.number, memory), first += Reductions::components), ...);
  }
  template <class Red>
  OPS_EVERYWHERE static void offer_nothing(typename Red::Value* values) noexcept {
    for (int c = 0; c < Red::components; ++c) values[c] = Red::neutral();
  }
  template <class Red>
  OPS_EVERYWHERE static void take(const Red& reduction, const typename Red::Value* values, const Index& at,
                                  typename Red::Part* parts) noexcept {
    for (int c = 0; c < Red::components; ++c) reduction.take(parts[c], c, values[c], at);
  }
  template <class Red>
  OPS_EVERYWHERE static void keep(const typename Red::Part* parts, int first, int number, std::byte* memory) noexcept {
    for (int c = 0; c < Red::components; ++c) of<Red>(first + c, memory)[number] = parts[c];
  }
  /// One step of a tree, of all components.
  template <std::size_t... r>
  OPS_EVERYWHERE static void halve(int half, int number, std::byte* memory, std::index_sequence<r...>) noexcept {
    if (number >= half) return;
    int first = 0;
    ((halve<Reductions>(first, half, number, memory), first += Reductions::components), ...);
  }
  template <class Red>
  OPS_EVERYWHERE static void halve(int first, int half, int number, std::byte* memory) noexcept {
    for (int c = 0; c < Red::components; ++c) {
      auto* const parts = of<Red>(first + c, memory);
      parts[number].add(parts[number + half]);
    }
  }
  /// A thread a component.
  template <std::size_t... r>
  OPS_EVERYWHERE void finish(const Thread& thread, std::byte* memory, std::index_sequence<r...>) const noexcept {
    int first = 0;
    ((finish<Reductions>(first, thread, memory, partial[r]), first += Reductions::components), ...);
  }
  template <class Red>
  OPS_EVERYWHERE void finish(int first, const Thread& thread, std::byte* memory, std::byte* out) const noexcept {
    const int component = thread.number - first;
    if (component < 0 || component >= Red::components) return;
    typename Red::Total total;
    total.add(of<Red>(thread.number, memory)[0]);
    reinterpret_cast<typename Red::Total*>(out)[static_cast<unsigned>(component) * blocks + thread.block] = total;
  }
};

/// Totals of all blocks, one array per component of each reduction, in the device's memory.
template <class... Reductions>
class Partial {
 public:
  explicit Partial(unsigned blocks) : blocks_(blocks), memory_((bytes<Reductions>(blocks) + ...)) {
    std::byte* next = memory_.data();
    std::size_t r = 0;
    ((at[r++] = next, next += bytes<Reductions>(blocks)), ...);
  }
  /// Calls f.template operator()<Reduction>(r, totals) for every reduction r that is wanted. @param totals  totals(c):
  /// those of a component
  template <class Fn>
  void for_wanted(const std::array<bool, sizeof...(Reductions)>& wanted, const Fn& f) const {
    std::size_t r = 0;
    ((wanted[r] ? f.template operator()<Reductions>(r, of_component<Reductions>(at[r])) : void(), ++r), ...);
  }

  std::array<std::byte*, sizeof...(Reductions)> at;

 private:
  template <class Red>
  static std::size_t bytes(unsigned blocks) noexcept {
    return (sizeof(typename Red::Total) * Red::components * blocks + 63) / 64 * 64;
  }
  template <class Red>
  auto of_component(std::byte* partial) const noexcept {
    return [partial, this](std::size_t c) { return partial + c * blocks_ * sizeof(typename Red::Total); };
  }

  unsigned blocks_;
  Scratch memory_;
};

/// Totals that have landed are added to the host's.
template <class Reduction>
void add_landed(void* to, const std::byte* totals) {
  using Total = typename Reduction::Total;
  for (std::size_t c = 0; c < Reduction::components; ++c)
    static_cast<Total*>(to)[c].add(reinterpret_cast<const Total*>(totals)[c]);
}

/// @param out  of each reduction: its totals, which are the host's, and get these when somebody reads them; null: not
/// wanted
template <class... Reductions, class Points>
void for_points_with_totals(const char* what, const Box& range, const Points& points,
                            const std::array<void*, sizeof...(Reductions)>& out) {
  using Kernel = EachPointWithTotals<Points, Reductions...>;
  for_grids(range, Kernel::block_threads, points_each(range, 16), [&](const Grid& grid) {
    const auto blocks = static_cast<unsigned>(grid.blocks());
    const Partial<Reductions...> partial(blocks);
    launch(what, blocks, Kernel{grid, points, {}, partial.at, blocks});
    std::array<bool, sizeof...(Reductions)> wanted;
    for (std::size_t r = 0; r < wanted.size(); ++r) wanted[r] = out[r] != nullptr;
    partial.for_wanted(wanted, [&]<class Reduction>(std::size_t r, const auto& totals) {
      using Total = typename Reduction::Total;
      const Landing landing(Reduction::components * sizeof(Total));
      for (std::size_t c = 0; c < Reduction::components; ++c)
        bring_together(what, totals(c), blocks, reinterpret_cast<Total*>(landing.data()) + c);
      landing.then(&add_landed<Reduction>, out[r]);
    });
  });
}

}  // namespace ops::cuda
