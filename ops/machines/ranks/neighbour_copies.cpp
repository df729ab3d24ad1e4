// ops/machines/ranks/neighbour_copies.cpp: lists of boxes that were written, and of boxes that have been sent since.
#include "ops/machines/ranks/neighbour_copies.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace ops::ranks {

/// Many small boxes become one.
void Copies::bound(std::vector<Written>& all) {
  constexpr std::size_t many = 24;
  if (all.size() <= many) return;
  Box around = Box::none();
  for (const Written& one : all) around = hull(around, one.cells);
  all = {{around}};
}

std::vector<Copies::Written> Copies::without(const Buffer* buffer, const Box& cells) {
  std::vector<Written> rest;
  for (const Written& one : of(buffer))
    for (const Box& piece : difference(one.cells, cells)) rest.push_back({piece, one.brought, one.fresh});
  return rest;
}

void Copies::all_wrote(const Buffer* buffer, const Box& cells) {
  std::vector<Written> rest = without(buffer, cells);
  bound(rest);
  of(buffer) = std::move(rest);
}

void Copies::owners_wrote(const Buffer* buffer, const Box& cells, int far, const std::vector<Needed>& zone) {
  if (cells.empty()) return;
  Written now{cells, {}, far};
  for (const auto& [way, copies] : zone)
    for (const Box& box : copies)
      if (const Box part = intersection(box, cells); !part.empty()) now.brought[way].push_back(part);
  std::vector<Written> all = without(buffer, cells);
  all.push_back(std::move(now));
  bound(all);
  of(buffer) = std::move(all);
}

int Copies::fresh(const Buffer* buffer, const Box& cells) const {
  int least = std::numeric_limits<int>::max();
  if (const auto found = written_.find(buffer->address); found != written_.end())
    for (const Written& one : found->second)
      if (!intersection(one.cells, cells).empty()) least = std::min(least, one.fresh);
  return least;
}

void Copies::brought(const Buffer* buffer, int far) {
  for (Written& one : of(buffer)) one.fresh = std::max(one.fresh, far);
}

void Copies::copied(const Buffer* to, const Buffer* from, const Box& cells) {
  const std::vector<Written> before = of(from);
  std::vector<Written> all = without(to, cells);
  for (const Written& one : before)
    if (const Box part = intersection(one.cells, cells); !part.empty()) all.push_back({part, one.brought, one.fresh});
  bound(all);
  of(to) = std::move(all);
}

void Copies::forget(const std::byte* address) { written_.erase(address); }

bool Copies::any_old(const Buffer* buffer) const {
  const auto found = written_.find(buffer->address);
  return found != written_.end() && !found->second.empty();
}

std::vector<Box> Copies::bring(const Buffer* buffer, const Way& way, const std::vector<Box>& cells) {
  std::vector<Box> old;
  for (Written& one : of(buffer)) {
    std::vector<Box>& brought = one.brought[way];
    for (const Box& wanted : cells) {
      const Box part = intersection(wanted, one.cells);
      if (part.empty()) continue;
      std::vector<Box> pieces{part};
      for (const Box& box : brought) pieces = difference(pieces, box);
      old.insert(old.end(), pieces.begin(), pieces.end());
      brought.insert(brought.end(), pieces.begin(), pieces.end());
    }
  }
  return old;
}

}  // namespace ops::ranks
