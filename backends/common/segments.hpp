// backends/common/segments.hpp: pieces of rows, the walk over them in order, and reductions over them in their fixed shape.
// Knows ranges and the shape of reductions; knows nothing of data, kernels or threads.
#pragma once

#include <tuple>
#include <vector>

#include "ops/loop/launch.hpp"
#include "ops/loop/reduce.hpp"

namespace ops::backend {

/// Points at[0] .. at[0] + n - 1 of the row through `at`.
struct Segment {
  Index at;
  int n;
};

inline constexpr int segment_cells = 1024;  ///< no segment is longer; divides the block of reductions

/// Totals of one reduction argument, one per block of ops/loop/reduce.hpp and component.
template <reduce::Op op, class T, int components>
class Reduction {
 public:
  /// Lanes of one block while somebody is working on it.
  struct Lanes {
    T lane[components][reduce::lane_count];
    Lanes() {
      for (auto& component : lane)
        for (T& value : component) value = reduce::neutral<op, T>();
    }
    /// @param values  `components` rows of segment_cells
    void add(const T* values, const Segment& s) noexcept {
      for (int c = 0; c < components; ++c) reduce::add_row<op>(lane[c], values + c * segment_cells, s.at[0], s.n);
    }
  };

  explicit Reduction(const Box& range) : blocks_(range.empty() ? 0 : reduce::blocks_of(range).count()), totals_(size()) {}

  void finish(std::int64_t block, const Lanes& lanes) noexcept {
    for (int c = 0; c < components; ++c) totals_[static_cast<std::size_t>(block * components + c)] = reduce::combine_lanes<op>(lanes.lane[c]);
  }
  /// Combines this loop's totals into the `components` accumulators at `out`.
  void combine_into(void* out) const noexcept {
    T* total = static_cast<T*>(out);
    for (int c = 0; c < components; ++c)
      total[c] = reduce::combine<op>(total[c], reduce::loop_total<op>(totals_.data() + c, blocks_, components));
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(blocks_) * components; }
  std::int64_t blocks_;
  std::vector<T> totals_;
};

/// End of the piece that starts at x: the next multiple of `cells` (a power of two) or `hi`.
constexpr int piece_end(int x, int cells, int hi) noexcept {
  const int edge = (x & -cells) + cells;
  return edge < hi ? edge : hi;
}

/// Calls body(segment, lanes...) for pieces that cover the range, in lexicographic order.
template <class Body, class... R>
void for_segments_in_order(const Box& range, const Body& body, R&... reductions) {
  if (range.empty()) return;
  const reduce::Blocks blocks = reduce::blocks_of(range);
  for (std::int64_t block = 0; block < blocks.count(); ++block) {
    std::tuple<typename R::Lanes...> lanes;
    Segment s{blocks.row(block / blocks.per_row), 0};
    const int position = static_cast<int>(block % blocks.per_row), hi = blocks.hi(position);
    for (int x = blocks.lo(position); x < hi; x += s.n) {
      s.at[0] = x;
      s.n = piece_end(x, segment_cells, hi) - x;
      std::apply([&](auto&... lane) { body(s, lane...); }, lanes);
    }
    std::apply([&](auto&... lane) { (reductions.finish(block, lane), ...); }, lanes);
  }
}

}  // namespace ops::backend
