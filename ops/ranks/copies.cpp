// ops/ranks/copies.cpp: lists of boxes that were written, and how far they have been sent.
#include "ops/ranks/copies.hpp"

#include <algorithm>

namespace ops::ranks {
namespace {

int axes(const Reach& reach) {
  int count = 0;
  for (std::size_t d = 0; d < max_dim; ++d) count += reach.below[d] > 0 || reach.above[d] > 0;
  return count;
}

}  // namespace

bool Reach::none() const noexcept { return most() == 0; }
int Reach::most() const noexcept { return std::max(*std::ranges::max_element(below), *std::ranges::max_element(above)); }
bool Reach::covers(const Reach& other) const noexcept {
  for (std::size_t d = 0; d < max_dim; ++d)
    if (below[d] < other.below[d] || above[d] < other.above[d]) return false;
  return corners || !other.corners;
}

Reach reach_of(std::span<const Index> offsets) {
  Reach all;
  for (const Index& offset : offsets) {
    int moved = 0;
    for (std::size_t d = 0; d < max_dim; ++d) {
      moved += offset[d] != 0;
      all.below[d] = std::max(all.below[d], -offset[d]);
      all.above[d] = std::max(all.above[d], offset[d]);
    }
    all.corners = all.corners || moved > 1;
  }
  return all;
}

Reach operator+(const Reach& a, const Reach& b) {
  if (a.none()) return b;
  if (b.none()) return a;
  Reach sum;
  for (std::size_t d = 0; d < max_dim; ++d) {
    sum.below[d] = a.below[d] + b.below[d];
    sum.above[d] = a.above[d] + b.above[d];
  }
  sum.corners = axes(sum) > 1;
  return sum;
}

Reach joined(const Reach& a, const Reach& b) {
  Reach both;
  for (std::size_t d = 0; d < max_dim; ++d) {
    both.below[d] = std::max(a.below[d], b.below[d]);
    both.above[d] = std::max(a.above[d], b.above[d]);
  }
  both.corners = a.corners || b.corners;
  return both;
}

/// Many small boxes become one.
void Copies::bound(std::vector<Written>& all) {
  constexpr std::size_t many = 24;
  if (all.size() <= many) return;
  Box around = Box::none();
  for (const Written& one : all) around = hull(around, one.cells);
  all = {{around, {}}};
}

void Copies::all_wrote(const Buffer* buffer, const Box& cells) {
  std::vector<Written> rest;
  for (const Written& one : of(buffer))
    for (const Box& piece : difference(one.cells, cells)) rest.push_back({piece, one.fresh});
  bound(rest);
  of(buffer) = std::move(rest);
}

void Copies::owners_wrote(const Buffer* buffer, const Box& cells) {
  if (cells.empty()) return;
  all_wrote(buffer, cells);
  of(buffer).push_back({cells, {}});
}

void Copies::copied(const Buffer* to, const Buffer* from, const Box& cells) {
  const std::vector<Written> before = of(from);
  all_wrote(to, cells);
  for (const Written& one : before)
    if (const Box part = intersection(one.cells, cells); !part.empty()) of(to).push_back({part, one.fresh});
  bound(of(to));
}

void Copies::forget(const std::byte* address) { written_.erase(address); }

/// As far as one reach around all that was asked for: two reaches together may hold corners that neither has.
std::vector<Copies::Old> Copies::bring(const Buffer* buffer, const Box& cells, const Reach& reach) {
  std::vector<Old> old;
  std::vector<Written> now;
  for (const Written& one : of(buffer)) {
    const Box part = intersection(one.cells, cells);
    if (part.empty() || one.fresh.covers(reach)) {
      now.push_back(one);
      continue;
    }
    old.push_back({part, joined(one.fresh, reach)});
    now.push_back({part, old.back().reach});
    for (const Box& piece : difference(one.cells, cells)) now.push_back({piece, one.fresh});
  }
  if (!old.empty()) of(buffer) = std::move(now);
  return old;
}

}  // namespace ops::ranks
