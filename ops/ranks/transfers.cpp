// ops/ranks/transfers.cpp: parts that are near enough to have copies of one another's cells, and the old ones among these.
#include "ops/ranks/transfers.hpp"

#include <algorithm>

namespace ops::ranks {
namespace {

bool meet(const Placement::Span& a, const Placement::Span& b) { return std::max(a.lo, b.lo) < std::min(a.hi, b.hi); }

/// Parts along an axis of which one has copies of the other's cells, this process's own among them.
std::vector<int> near(const Layout& layout, std::size_t axis) {
  const Placement& placement = layout.placement;
  const Placement::Span existing{layout.allocated.lo[axis], layout.allocated.hi[axis]};
  const int here = placement.decomposition->here[axis];
  std::vector<int> parts;
  for (int part = 0; part < (axis < static_cast<std::size_t>(placement.decomposition->dims) ? placement.decomposition->parts(axis) : 1); ++part)
    if (part == here || meet(placement.own(axis, part), placement.copied(axis, here, existing)) ||
        meet(placement.copied(axis, part, existing), placement.own(axis, here)))
      parts.push_back(part);
  return parts;
}

/// The other parts that are near along every axis.
std::vector<Index> neighbours(const Layout& layout) {
  std::vector<Index> all{{}};
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    std::vector<Index> longer;
    for (const int part : near(layout, axis))
      for (Index one : all) {
        one[axis] = part;
        longer.push_back(one);
      }
    all = std::move(longer);
  }
  std::erase(all, layout.placement.decomposition->here);
  return all;
}

}  // namespace

bool beside(const Layout& layout, const Index& a, const Index& b) {
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (layout.collapsed[axis] && a[axis] != b[axis]) return false;
  return true;
}

void Transfers::add(const Buffer* buffer, const Layout& layout, const std::function<std::vector<Box>(const Index& part)>& wanted) {
  const Index& here = layout.placement.decomposition->here;
  const std::vector<Box> mine = wanted(here);
  for (const Index& there : neighbours(layout)) {
    if (!beside(layout, here, there)) continue;
    const int other = layout.placement.decomposition->process_of(there);
    add({other, true}, buffer, layout, wanted(there), here, there);
    add({other, false}, buffer, layout, mine, there, here);
  }
}

void Transfers::add(const Way& way, const Buffer* buffer, const Layout& layout, std::vector<Box> wanted, const Index& from, const Index& to) {
  const Box owned = layout.placement.share(from), copied = layout.placement.held(to, layout.allocated);
  for (Box& box : wanted) box = intersection(box, intersection(owned, copied));
  std::erase_if(wanted, [](const Box& box) { return box.empty(); });
  if (wanted.empty()) return;
  Transfer& with = by_process_[way.other];
  for (const Box& cells : copies_.bring(buffer, way, wanted)) (way.out ? with.out : with.in).push_back({buffer, &layout, cells});
}

}  // namespace ops::ranks
