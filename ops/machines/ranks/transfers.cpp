// ops/machines/ranks/transfers.cpp: finds the parts that are near enough to have copies of each other's cells, and the
// outdated copies among these.
#include "ops/machines/ranks/transfers.hpp"

#include <algorithm>

namespace ops::ranks {
namespace {

bool meet(const Placement::Span& a, const Placement::Span& b) { return std::max(a.lo, b.lo) < std::min(a.hi, b.hi); }

/// Parts along an axis of which one has copies of the other's cells, this process's own among them. Where copies of
/// this one's cells end, however far a dataset extends, no part behind has any.
std::vector<int> near(const Layout& layout, std::size_t axis) {
  const Placement& placement = layout.placement;
  const Placement::Span existing{layout.allocated.lo[axis], layout.allocated.hi[axis]},
      everywhere{Box::all().lo[axis], Box::all().hi[axis]};
  const int here = placement.decomposition->here[axis],
            parts = axis < static_cast<std::size_t>(placement.decomposition->dims)
                        ? placement.decomposition->parts(axis)
                        : 1;
  std::vector<int> found{here};
  for (const int way : {-1, 1})
    for (int part = here + way; part >= 0 && part < parts; part += way) {
      const Placement::Span own = placement.own(axis, part);
      if (meet(own, placement.copied(axis, here, existing)) ||
          meet(placement.copied(axis, part, existing), placement.own(axis, here)))
        found.push_back(part);
      else if (own.lo < own.hi && !meet(own, placement.copied(axis, here, everywhere))) break;
    }
  return found;
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

/// Of what a part wants: the cells that another owns and it has copies of.
std::vector<Box> between(const Layout& layout, std::vector<Box> wanted, const Index& from, const Index& to) {
  const Box copies = intersection(layout.placement.share(from), layout.placement.held(to, layout.allocated));
  for (Box& box : wanted) box = intersection(box, copies);
  std::erase_if(wanted, [](const Box& box) { return box.empty(); });
  return wanted;
}

}  // namespace

bool beside(const Layout& layout, const Index& a, const Index& b) {
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (layout.collapsed[axis] && a[axis] != b[axis]) return false;
  return true;
}

std::vector<Needed> needed(const Layout& layout, const std::function<std::vector<Box>(const Index& part)>& wanted) {
  const Index& here = layout.placement.decomposition->here;
  const std::vector<Box> mine = wanted(here);
  std::vector<Needed> all;
  for (const Index& there : neighbours(layout)) {
    if (!beside(layout, here, there)) continue;
    const int other = layout.placement.decomposition->process_of(there);
    all.push_back({{other, true}, between(layout, wanted(there), here, there)});
    all.push_back({{other, false}, between(layout, mine, there, here)});
  }
  std::erase_if(all, [](const Needed& one) { return one.cells.empty(); });
  return all;
}

void Transfers::add(const Buffer* buffer, const Layout& layout, const std::vector<Needed>& all) {
  for (const auto& [way, wanted] : all) {
    Transfer& with = by_process_[way.other];
    for (const Box& cells : copies_.bring(buffer, way, wanted))
      (way.out ? with.out : with.in).push_back({buffer, &layout, cells});
  }
}

}  // namespace ops::ranks
