// ops/machines/queue/chain.cpp: derives an order from every pair of items that access the same cell, if at least one of
// them writes it.
#include "ops/machines/queue/chain.hpp"

#include <algorithm>
#include <unordered_map>

namespace ops::queue {
namespace {

constexpr int far = 64;   ///< no item of a chain is further ahead of one that it depends on [cells]
constexpr int edge = 16;  ///< what reaches further inwards only so near to an end does not move cuts [cells]

/// The pairs of cells (x of an earlier item, y of a later one) through which two accesses meet, along one axis.
struct Pairs {
  int x_lo, x_hi, y_lo, y_hi;  ///< inclusive
  int least, most;             ///< of x - y
  bool none() const { return x_lo > x_hi || y_lo > y_hi || least > most; }
};

Pairs pairs_of(const Box& xs, const ItemAccess& x, const Box& ys, const ItemAccess& y, std::size_t axis) {
  Pairs p{xs.lo[axis],
          xs.hi[axis] - 1,
          ys.lo[axis],
          ys.hi[axis] - 1,
          y.reach.lo[axis] - (x.reach.hi[axis] - 1),
          (y.reach.hi[axis] - 1) - x.reach.lo[axis]};
  p.least = std::max(p.least, p.x_lo - p.y_hi);
  p.most = std::min(p.most, p.x_hi - p.y_lo);
  p.x_lo = std::max(p.x_lo, p.y_lo + p.least);
  p.x_hi = std::min(p.x_hi, p.y_hi + p.most);
  p.y_lo = std::max(p.y_lo, p.x_lo - p.most);
  p.y_hi = std::min(p.y_hi, p.x_hi - p.least);
  return p;
}

/// From the first to behind the last element that an item of these cells touches, from the touch's origin.
std::pair<std::ptrdiff_t, std::ptrdiff_t> elements(const ItemAccess& touch, const Box& cells) {
  const auto components = static_cast<std::ptrdiff_t>(touch.cell_bytes / touch.element);
  std::ptrdiff_t first = std::min<std::ptrdiff_t>(0, touch.component * (components - 1)),
                 last = std::max<std::ptrdiff_t>(0, touch.component * (components - 1));
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    const std::ptrdiff_t lo = touch.pitch[axis] * (cells.lo[axis] + touch.reach.lo[axis]),
                         hi = touch.pitch[axis] * (cells.hi[axis] - 1 + touch.reach.hi[axis] - 1);
    first += std::min(lo, hi);
    last += std::max(lo, hi);
  }
  return {first, last + 1};
}

/// Whether no byte from the first to the last one that an item of `xs` touches is one that an item of `ys` touches.
bool apart(const ItemAccess& x, const Box& xs, const ItemAccess& y, const Box& ys) {
  if (x.element == 0 || y.element == 0) return false;
  const auto bytes = [](std::ptrdiff_t count, const ItemAccess& touch) {
    return touch.origin + count * static_cast<std::ptrdiff_t>(touch.element);
  };
  const auto [x_first, x_end] = elements(x, xs);
  const auto [y_first, y_end] = elements(y, ys);
  return bytes(x_end, x) <= bytes(y_first, y) || bytes(y_end, y) <= bytes(x_first, x);
}

/// Finds how far one item after another has to be ahead.
class Leads {
 public:
  explicit Leads(std::span<const std::unique_ptr<Item>> items) {
    chain_.items = items;
    chain_.dims = items.front()->dims();
    chain_.cells = Box::none();
    for (const auto& item : items) chain_.cells = hull(chain_.cells, item->cells());
    chain_.first_cut.fill(-everywhere);
    chain_.first_border.fill(-everywhere);
    chain_.last_border.fill(everywhere);
  }
  /// @return false: no cut keeps the order of this item and those before
  bool add(std::size_t k) {
    const Item& item = *chain_.items[k];
    if (item.dims() != chain_.dims) return false;
    next_ = {};
    for (const ItemAccess& touch : item.touched())
      for (const Past& past : past_[touch.memory])
        if (!keep_order(past, item, touch)) return false;
    chain_.ahead.push_back(next_.ahead);
    chain_.behind.push_back(next_.behind);
    chain_.first_cut = next_.first_cut(chain_.first_cut);
    for (const ItemAccess& touch : item.touched()) past_[touch.memory].push_back({k, &touch});
    return true;
  }
  Chain chain() && {
    chain_.items = chain_.items.first(chain_.ahead.size());
    chain_.cells = Box::none();
    for (const auto& item : chain_.items) chain_.cells = hull(chain_.cells, item->cells());
    chain_.stays.assign(chain_.items.size(), 0);
    for (const auto& [memory, touches] : past_)
      for (const Past& past : touches)
        if (past.touch->writes && touches.back().item > past.item) chain_.stays[past.item] = 1;
    return std::move(chain_);
  }

 private:
  struct Past {
    std::size_t item;
    const ItemAccess* touch;
  };
  struct Next {
    Index ahead{}, behind{}, cut{-everywhere, -everywhere, -everywhere, -everywhere, -everywhere};
    Index first_cut(Index before) const {
      for (std::size_t axis = 0; axis < max_dim; ++axis) before[axis] = std::max(before[axis], cut[axis]);
      return before;
    }
  };

  bool keep_order(const Past& past, const Item& item, const ItemAccess& touch) {
    if (!touch.writes && !past.touch->writes) return true;
    const Item& earlier = *chain_.items[past.item];
    if (!touch.same_cells(*past.touch)) return apart(touch, item.cells(), *past.touch, earlier.cells());
    std::array<Pairs, max_dim> along;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(chain_.dims); ++axis) {
      along[axis] = pairs_of(earlier.cells(), *past.touch, item.cells(), touch, axis);
      if (along[axis].none()) return true;
    }
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(chain_.dims); ++axis)
      if (!keep_order(past.item, along[axis], axis)) return false;
    return true;
  }

  /// A cut that has y below it has x below; one that has x above has y above.
  bool keep_order(std::size_t earlier, const Pairs& p, std::size_t axis) {
    const int lo = chain_.cells.lo[axis], hi = chain_.cells.hi[axis];
    const int ahead = chain_.ahead[earlier][axis], behind = chain_.behind[earlier][axis];
    if (p.most > 0 && p.x_hi < lo + edge) {  // all x lie below the first cut
      next_.cut[axis] = std::max(next_.cut[axis], p.x_hi + ahead + 1);
    } else {
      if (p.most > far) return false;
      next_.ahead[axis] = std::max(next_.ahead[axis], ahead + p.most);
    }
    const bool y_below_borders = p.y_hi < lo + edge, x_above_borders = p.x_lo >= hi - edge;
    if (p.least < 0 && (y_below_borders || x_above_borders)) {
      if (y_below_borders) chain_.first_border[axis] = std::max(chain_.first_border[axis], p.y_hi + 1);
      else chain_.last_border[axis] = std::min(chain_.last_border[axis], p.x_lo - behind);
    } else {
      if (-p.least > far) return false;
      next_.behind[axis] = std::max(next_.behind[axis], behind - p.least);
    }
    return true;
  }

  Chain chain_;
  Next next_;
  std::unordered_map<const std::byte*, std::vector<Past>> past_;
};

Index most_of(const std::vector<Index>& all) {
  Index most{};
  for (const Index& one : all)
    for (std::size_t axis = 0; axis < max_dim; ++axis) most[axis] = std::max(most[axis], one[axis]);
  return most;
}

}  // namespace

Index Chain::most_ahead() const { return most_of(ahead); }
Index Chain::most_behind() const { return most_of(behind); }

Chain chain_of(std::span<const std::unique_ptr<Item>> items) {
  Leads leads(items);
  for (std::size_t k = 0; k < items.size() && leads.add(k); ++k) {}
  return std::move(leads).chain();
}

}  // namespace ops::queue
