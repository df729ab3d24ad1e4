// backends/cuda/loop.hpp: runs functions of one point for all points of a range, and brings together what they offer to reductions.
// Knows ranges, threads and totals; knows nothing of kernels.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "backends/cuda/grid.hpp"
#include "backends/cuda/device_code.hpp"
#include "backends/cuda/point.hpp"
#include "backends/cuda/totals.hpp"

namespace ops::cuda {

/// One point a thread. `Points`: called with the point.
template <class Points>
struct EachPoint {
  static constexpr int phases = 1;
  static constexpr std::size_t shared = 0;

  Grid grid;
  Points points;

  OPS_EVERYWHERE void run(int, Thread thread, std::byte*) const {
    Index at;
    if (grid.find(thread, at)) points(backend::Piece{at, at[0], at[1], 1, 1});
  }
};

template <class Points>
void for_points(const char* what, const Box& range, const Points& points) {
  for_grids(range, [&](const Grid& grid) { launch(what, static_cast<unsigned>(grid.blocks()), EachPoint<Points>{grid, points}); });
}

/// One reduction argument of a loop.
template <reduce::Op operation, class T, int count>
struct Offered {
  using Value = T;
  using Total = reduce::Total<operation, T>;
  static constexpr int components = count;
  OPS_EVERYWHERE static T neutral() noexcept { return reduce::neutral<operation, T>(); }
  /// Of one value; of none, if it is not of a point of the range.
  OPS_EVERYWHERE Total total(int, T value, const Index&, bool) const noexcept {
    Total one;
    one.add(value);
    return one;
  }
};

/// The same with reductions. `Points`: called with the point and, for each of `Reductions`, an array that takes what the point offers.
/// Values of all threads lie in shared memory, and totals of one component at a time.
template <class Points, class... Reductions>
struct EachPointWithTotals {
  static constexpr int components = (Reductions::components + ...);
  static constexpr int steps = 2 + halvings;  ///< of one component
  static constexpr int phases = 1 + components * steps;
  static constexpr std::size_t value = 8;
  static_assert(((sizeof(typename Reductions::Value) <= value) && ...));
  static constexpr std::size_t largest = std::max({sizeof(typename Reductions::Total)...});
  static constexpr std::size_t shared = threads * (components * value + largest);
  static constexpr std::size_t count = sizeof...(Reductions);

  Grid grid;
  Points points;
  std::tuple<Reductions...> reductions;
  std::array<std::byte*, count> partial;  ///< of each reduction, a total of every component and block
  unsigned blocks;

  OPS_EVERYWHERE void run(int phase, Thread thread, std::byte* memory) const {
    if (phase == 0) offer(thread, memory, std::make_index_sequence<count>());
    else bring_together(phase - 1, thread, memory, std::make_index_sequence<count>());
  }

 private:
  template <std::size_t... r>
  OPS_EVERYWHERE void offer(const Thread& thread, std::byte* memory, std::index_sequence<r...>) const {
    static_assert((std::is_trivially_default_constructible_v<Array<Reductions>> && ...));
    std::tuple<Array<Reductions>...> values;
    (offer_nothing<Reductions>(std::get<r>(values).at), ...);
    Index at;
    if (grid.find(thread, at)) points(backend::Piece{at, at[0], at[1], 1, 1}, std::get<r>(values).at...);
    int first = 0;
    ((keep<Reductions>(std::get<r>(values).at, first, thread.number, memory), first += Reductions::components), ...);
  }
  /// Without a constructor: nvcc 13.0 drops those that functions of the standard library call, and says nothing.
  template <class Red>
  struct Array {
    typename Red::Value at[Red::components];
  };
  template <class Red>
  OPS_EVERYWHERE static void offer_nothing(typename Red::Value* values) noexcept {
    for (int c = 0; c < Red::components; ++c) values[c] = Red::neutral();
  }
  template <class Red>
  OPS_EVERYWHERE static typename Red::Value* kept(int component, std::byte* memory) noexcept {
    return reinterpret_cast<typename Red::Value*>(memory + static_cast<std::size_t>(component) * threads * value);
  }
  template <class Red>
  OPS_EVERYWHERE static void keep(const typename Red::Value* values, int first, int number, std::byte* memory) noexcept {
    for (int c = 0; c < Red::components; ++c) kept<Red>(first + c, memory)[number] = values[c];
  }
  template <std::size_t... r>
  OPS_EVERYWHERE void bring_together(int phase, const Thread& thread, std::byte* memory, std::index_sequence<r...>) const {
    const int component = phase / steps;
    int first = 0;
    ((step(std::get<r>(reductions), component, first, phase % steps, thread, memory, partial[r]), first += Reductions::components), ...);
  }
  /// One step of the component, if it is one of this reduction, whose first one has the number `first`.
  template <class Red>
  OPS_EVERYWHERE void step(const Red& reduction, int component, int first, int number, const Thread& thread, std::byte* memory, std::byte* out) const noexcept {
    if (component < first || component >= first + Red::components) return;
    auto* const totals = reinterpret_cast<typename Red::Total*>(memory + components * threads * value);
    if (number == 0) {
      Index at;
      const bool inside = grid.find(thread, at);
      totals[thread.number] = reduction.total(component - first, kept<Red>(component, memory)[thread.number], at, inside);
    } else if (number <= halvings) {
      halve(totals, number - 1, thread.number);
    } else if (thread.number == 0) {
      reinterpret_cast<typename Red::Total*>(out)[static_cast<unsigned>(component - first) * blocks + thread.block] = totals[0];
    }
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
  /// Calls f.template operator()<Reduction>(r, totals) for every reduction r that is wanted. @param totals  totals(c): those of a component
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
  for (std::size_t c = 0; c < Reduction::components; ++c) static_cast<Total*>(to)[c].add(reinterpret_cast<const Total*>(totals)[c]);
}

/// @param out  of each reduction: its totals, which are the host's, and get these when somebody reads them; null: not wanted
template <class... Reductions, class Points>
void for_points_with_totals(const char* what, const Box& range, const Points& points, const std::array<void*, sizeof...(Reductions)>& out) {
  for_grids(range, [&](const Grid& grid) {
    const auto blocks = static_cast<unsigned>(grid.blocks());
    const Partial<Reductions...> partial(blocks);
    launch(what, blocks, EachPointWithTotals<Points, Reductions...>{grid, points, {}, partial.at, blocks});
    std::array<bool, sizeof...(Reductions)> wanted;
    for (std::size_t r = 0; r < wanted.size(); ++r) wanted[r] = out[r] != nullptr;
    partial.for_wanted(wanted, [&]<class Reduction>(std::size_t r, const auto& totals) {
      using Total = typename Reduction::Total;
      const Landing landing(Reduction::components * sizeof(Total));
      for (std::size_t c = 0; c < Reduction::components; ++c) bring_together(what, totals(c), blocks, reinterpret_cast<Total*>(landing.data()) + c);
      landing.then(&add_landed<Reduction>, out[r]);
    });
  });
}

}  // namespace ops::cuda
