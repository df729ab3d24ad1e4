// backends/cuda/runs.hpp: passes over items (words, numbers) at fixed distances along some axes. Each thread processes
// several items.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "backends/cuda/kernel.hpp"
#include "ops/data/box.hpp"

namespace ops::cuda {

inline constexpr int most_axes = max_dim + 2;  ///< of a box, and of its components, and of the words of an element

/// Places of items, one in each operand: first + i * pitch of axis 0 + j * pitch of axis 1 + .. [bytes]. No axis has
/// the extent 1.
template <int operands>
struct Items {
  using Pitch = std::array<std::ptrdiff_t, operands>;
  struct Axis {
    std::int64_t extent;
    Pitch pitch;
  };

  std::array<std::byte*, operands> first{};
  std::array<Axis, most_axes> axis{};  ///< the fastest comes first
  int axes = 0;

  std::int64_t count() const noexcept {
    std::int64_t product = 1;
    for (int a = 0; a < axes; ++a) product *= axis[a].extent;
    return product;
  }
  void add(std::int64_t extent, const Pitch& pitch) noexcept {
    if (extent != 1) axis[axes++] = {extent, pitch};
  }
  void add_in_front(std::int64_t extent, const Pitch& pitch) noexcept {
    add(extent, pitch);
    if (extent != 1) std::rotate(axis.begin(), axis.begin() + axes - 1, axis.begin() + axes);
  }
  void remove(int a) noexcept {
    std::copy(axis.begin() + a + 1, axis.begin() + axes, axis.begin() + a);
    --axes;
  }
  /// The same items in the order of their addresses in the first operand. Axes that lie densely in all operands become
  /// one.
  void settle() noexcept {
    for (int a = 0; a < axes; ++a) {
      if (axis[a].pitch[0] >= 0) continue;
      for (int o = 0; o < operands; ++o) {
        first[o] += (axis[a].extent - 1) * axis[a].pitch[o];
        axis[a].pitch[o] = -axis[a].pitch[o];
      }
    }
    const auto nearer = [](const Axis& a, const Axis& b) { return a.pitch[0] < b.pitch[0]; };
    for (auto next = axis.begin(); next != axis.begin() + axes; ++next)
      std::rotate(std::upper_bound(axis.begin(), next, *next, nearer), next, next + 1);
    for (int a = 0; a + 1 < axes;) {
      Pitch next = axis[a].pitch;
      for (std::ptrdiff_t& pitch : next) pitch *= axis[a].extent;
      if (next != axis[a + 1].pitch) ++a;
      else axis[a].extent *= axis[a + 1].extent, remove(a + 1);
    }
  }
  /// The second half along the slowest axis; this becomes the first half.
  Items cut() noexcept {
    Items rest = *this;
    Axis &low = axis[axes - 1], &high = rest.axis[axes - 1];
    low.extent /= 2;
    high.extent -= low.extent;
    for (int o = 0; o < operands; ++o) rest.first[o] += low.extent * low.pitch[o];
    if (low.extent == 1) remove(axes - 1);
    if (high.extent == 1) rest.remove(rest.axes - 1);
    return rest;
  }
};

/// Places of the items of a launch, by number. @param rank  1: items lie one behind the other; most_axes: up to so many
/// axes; otherwise as many axes
template <class Pass, int rank>
class Places {
 public:
  static constexpr int operands = Pass::operands;

  Places() = default;
  explicit Places(const Items<operands>& items) noexcept : axes_(std::max(1, items.axes)) {
    for (int o = 0; o < operands; ++o) first_[o] = items.first[o];
    for (int a = 0; a < std::min(rank, items.axes); ++a) {
      for (int o = 0; o < operands; ++o) pitch_[o][a] = items.axis[a].pitch[o];
      extent_[a] = static_cast<std::uint32_t>(items.axis[a].extent);
      while ((std::uint64_t{1} << (shift_[a] + 1)) < extent_[a]) ++shift_[a];
      factor_[a] = static_cast<std::uint32_t>((std::uint64_t{1} << (32 + shift_[a])) / extent_[a] + 1);
    }
  }

  /// Sets the places of item `i` < 2^31. @return its number along axis 0
  OPS_EVERYWHERE std::uint32_t find(std::uint32_t i, std::byte** at) const noexcept {
    for (int o = 0; o < operands; ++o) at[o] = first_[o];
    if constexpr (rank == 1) {
      for (int o = 0; o < operands; ++o) at[o] += std::size_t{i} * Pass::size(o);
      return i;
    } else {
      const int last = rank == most_axes ? axes_ - 1 : rank - 1;
      std::uint32_t along = i;
      for (int a = 0; a < last; ++a) {
        const std::uint32_t rest = quotient(i, a), here = i - rest * extent_[a];
        for (int o = 0; o < operands; ++o) at[o] += here * pitch_[o][a];
        if (a == 0) along = here;
        i = rest;
      }
      for (int o = 0; o < operands; ++o) at[o] += i * pitch_[o][last];
      return along;
    }
  }

 private:
  /// Exact for i < 2^31: the factor is 2^(32 + shift) / extent, rounded up by no more than 2^(shift + 1) / extent of it
  /// (Granlund and Montgomery, PLDI 1994, doi:10.1145/178243.178249).
  OPS_EVERYWHERE std::uint32_t quotient(std::uint32_t i, int a) const noexcept {
    return static_cast<std::uint32_t>(std::uint64_t{i} * factor_[a] >> 32) >> shift_[a];
  }

  std::byte* first_[operands]{};
  std::ptrdiff_t pitch_[operands][rank]{};
  std::uint32_t extent_[rank]{}, factor_[rank]{}, shift_[rank]{};
  int axes_ = 0;
};

/// A thread has `each` items, with those of the other threads of its block between them, so that neighbouring threads
/// have neighbouring items. `Pass`: reads an item, and writes what that gives; operands, and the size of an item in
/// each [bytes].
template <class Pass, int rank>
class EachItem {
 public:
  static constexpr int phases = 1, at_once = 4;
  static constexpr std::size_t shared = 0;
  static constexpr std::int64_t few = 1 << 18;  ///< items that a device has threads for

  EachItem() = default;
  EachItem(const Items<Pass::operands>& items, const Pass& pass) noexcept
      : places_(items),
        pass_(pass),
        count_(static_cast<std::uint32_t>(items.count())),
        each_(fits(items.count()) ? 1 : at_once) {}

  /// Most items of a launch.
  static std::int64_t most() noexcept {
    return std::min<std::int64_t>(std::int64_t{most_blocks()} * threads * at_once, (1LL << 31) - threads * at_once);
  }
  unsigned blocks() const noexcept { return (count_ + threads * each_ - 1) / (threads * each_); }

  OPS_EVERYWHERE void run(int, Thread thread, std::byte*) const {
    const std::uint32_t first = thread.block * (threads * each_) + static_cast<std::uint32_t>(thread.number);
    if (each_ == at_once && first + (at_once - 1) * threads < count_) return several(first);
    for (std::uint32_t k = 0; k < each_; ++k) {
      const std::uint32_t i = first + k * threads;
      if (i >= count_) return;
      std::byte* at[Pass::operands];
      const std::uint32_t along = places_.find(i, at);
      pass_.write(at, pass_.read(at, along));
    }
  }

 private:
  static bool fits(std::int64_t items) noexcept {
    return items <= std::min(few, std::int64_t{most_blocks()} * threads);
  }

  /// Reads all of them before it writes any.
  OPS_EVERYWHERE void several(std::uint32_t first) const {
    std::byte* at[at_once][Pass::operands];
    typename Pass::Held held[at_once];
    if constexpr (rank == 1) places_.find(first, at[0]);
    for (int k = 0; k < at_once; ++k) {
      std::uint32_t along = first + static_cast<std::uint32_t>(k * threads);
      if constexpr (rank == 1)
        for (int o = 0; o < Pass::operands; ++o) at[k][o] = at[0][o] + k * threads * Pass::size(o);
      else along = places_.find(along, at[k]);
      held[k] = pass_.read(at[k], along);
    }
    for (int k = 0; k < at_once; ++k) pass_.write(at[k], held[k]);
  }

  Places<Pass, rank> places_;
  Pass pass_{};
  std::uint32_t count_ = 0, each_ = 1;
};

/// The same pass over several groups of items; a block works for one group.
template <class Pass>
class EachItemOfGroups {
 public:
  static constexpr int phases = 1, most = 32;
  static constexpr std::size_t shared = 0;

  /// @return whether there was room for it
  bool add(const Items<Pass::operands>& items, const Pass& pass) noexcept {
    const EachItem<Pass, most_axes> group(items, pass);
    if (groups_ == most || (groups_ > 0 && std::uint64_t{group.blocks()} + blocks() > most_blocks())) return false;
    end_[groups_] = blocks() + group.blocks();
    group_[groups_++] = group;
    return true;
  }
  unsigned blocks() const noexcept { return groups_ == 0 ? 0 : end_[groups_ - 1]; }

  OPS_EVERYWHERE void run(int phase, Thread thread, std::byte* shared_bytes) const {
    int k = 0;
    while (thread.block >= end_[k]) ++k;
    group_[k].run(phase, {thread.block - (k == 0 ? 0 : end_[k - 1]), thread.number}, shared_bytes);
  }

 private:
  EachItem<Pass, most_axes> group_[most];
  unsigned end_[most]{};  ///< the number of blocks up to a group
  int groups_ = 0;
};

template <class Pass>
bool one_behind_the_other(const Items<Pass::operands>& items) noexcept {
  if (items.axes > 1) return false;
  for (int o = 0; o < Pass::operands; ++o)
    if (items.axes == 1 && items.axis[0].pitch[o] != Pass::size(o)) return false;
  return true;
}

/// By as many launches as that takes.
template <class Pass>
void for_items(const char* what, Items<Pass::operands> items, const Pass& pass) {
  for (; items.count() > EachItem<Pass, 1>::most();) for_items(what, items.cut(), pass);
  const auto run = [&](const auto& kernel) { launch(what, kernel.blocks(), kernel); };
  if (one_behind_the_other<Pass>(items)) run(EachItem<Pass, 1>(items, pass));
  else if (items.axes <= 2) run(EachItem<Pass, 2>(items, pass));
  else if (items.axes == 3) run(EachItem<Pass, 3>(items, pass));
  else if (items.axes == 4) run(EachItem<Pass, 4>(items, pass));
  else run(EachItem<Pass, most_axes>(items, pass));
}

/// By one launch, or more where there are more than `most` groups.
template <class Pass>
void for_groups(const char* what, std::span<const Items<Pass::operands>> groups, const Pass& pass) {
  EachItemOfGroups<Pass> kernel;
  const auto add = [&](const Items<Pass::operands>& items) {
    if (kernel.add(items, pass)) return;
    launch(what, kernel.blocks(), kernel);
    kernel = {};
    kernel.add(items, pass);
  };
  for (Items<Pass::operands> items : groups) {
    while (items.count() > EachItem<Pass, most_axes>::most()) for_items(what, items.cut(), pass);
    add(items);
  }
  if (kernel.blocks() > 0) launch(what, kernel.blocks(), kernel);
}

}  // namespace ops::cuda
