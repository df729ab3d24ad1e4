// backends/cuda/search.hpp: finds the first points of a range that offer given values to reductions.
#pragma once

#include <array>

#include "backends/cuda/loop.hpp"

namespace ops::cuda {

/// The first point, axis 0 fastest, that was offered the value: the same for any order of points.
struct First {
  bool found = false;
  Index at{};

  OPS_EVERYWHERE void add(const First& other) noexcept {
    if (other.found && (!found || comes_before(other.at, at))) *this = other;
  }
  OPS_EVERYWHERE static bool comes_before(const Index& a, const Index& b) noexcept {
    bool before = false;  // and no early end: all of it is to stay in registers
    for (std::size_t axis = 0; axis < max_dim; ++axis) before = a[axis] != b[axis] ? a[axis] < b[axis] : before;
    return before;
  }
};

/// One reduction argument, and the values that are sought.
template <class T, int count>
struct Sought {
  using Value = T;
  using Total = First;
  using Part = First;
  static constexpr int components = count;

  T values[count]{};

  Sought() = default;
  explicit Sought(const void* from) {
    if (from != nullptr) std::memcpy(values, from, sizeof values);
  }
  OPS_EVERYWHERE static T neutral() noexcept { return T{}; }
  OPS_EVERYWHERE void take(First& first, int component, T value, const Index& at) const noexcept {
    First one;
    if (value == values[component]) one = {true, at};
    first.add(one);
  }
};

/// @param sought  of each reduction: its values  @param first  of each: where to store the points; null: not wanted
template <class... Reductions, class Points>
void search(const char* what, const Box& range, const Points& points,
            const std::array<const void*, sizeof...(Reductions)>& sought,
            const std::array<Attained*, sizeof...(Reductions)>& first) {
  constexpr std::size_t most = std::max({Reductions::components...});
  std::array<std::array<First, most>, sizeof...(Reductions)> found{};
  std::array<bool, sizeof...(Reductions)> wanted;
  for (std::size_t r = 0; r < wanted.size(); ++r) wanted[r] = first[r] != nullptr;
  const auto reductions = [&sought]<std::size_t... r>(std::index_sequence<r...>) {
    return std::tuple<Reductions...>(Reductions(sought[r])...);
  }(std::index_sequence_for<Reductions...>());
  using Kernel = EachPointWithTotals<Points, Reductions...>;
  for_grids(range, Kernel::block_threads, points_each(range, 16), [&](const Grid& grid) {
    const auto blocks = static_cast<unsigned>(grid.blocks());
    const Partial<Reductions...> partial(blocks);
    launch(what, blocks, Kernel{grid, points, reductions, partial.at, blocks});
    partial.for_wanted(wanted, [&]<class Reduction>(std::size_t r, const auto& totals) {
      for (std::size_t c = 0; c < Reduction::components; ++c) found[r][c].add(total_of<First>(what, totals(c), blocks));
    });
  });
  const std::array<int, sizeof...(Reductions)> components{Reductions::components...};
  for (std::size_t r = 0; r < wanted.size(); ++r)
    for (int c = 0; wanted[r] && c < components[r]; ++c) {
      const First& one = found[r][static_cast<std::size_t>(c)];
      first[r][c] = {one.found, one.at};
    }
}

}  // namespace ops::cuda
