// ops/data/decomposition.cpp: grids of parts, and the cells of a dataset that each part owns.
#include "ops/data/decomposition.hpp"

#include <algorithm>
#include <limits>

namespace ops {
namespace {

int ceil_div(int i, int divisor) noexcept { return -floor_div(-i, divisor); }

/// Cells on the faces between parts.
double faces(int dims, const Box& extents, const Index& parts) {
  double cells = 0;
  for (std::size_t cut = 0; cut < static_cast<std::size_t>(dims); ++cut) {
    double face = parts[cut] - 1;
    for (int axis = 0; axis < dims; ++axis)
      if (axis != static_cast<int>(cut)) face *= std::max(1, extents.extent(axis));
    cells += face;
  }
  return cells;
}

/// Fills what is left of `parts` from `axis` downwards, so that among equals the slowest axis is cut.
void choose(int dims, const Box& extents, int left, std::size_t axis, Index& parts, const Index& asked, Index& best,
            double& least) {
  const auto enter = [&](int count) {
    parts[axis] = count;
    if (axis > 0) return choose(dims, extents, left / count, axis - 1, parts, asked, best, least);
    if (const double cells = faces(dims, extents, parts); cells < least) {
      least = cells;
      best = parts;
    }
  };
  for (int count = left; count >= 1; --count)
    if (left % count == 0 && (axis > 0 || count == left) && (asked[axis] == 0 || asked[axis] == count)) enter(count);
}

/// Parts beside one another that have the same part of the slowest axis.
int across_slowest(int dims, const Index& parts) {
  int product = 1;
  for (std::size_t axis = 0; axis + 1 < static_cast<std::size_t>(dims); ++axis) product *= parts[axis];
  return product;
}

}  // namespace

int Decomposition::processes() const noexcept {
  int product = 1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dims); ++axis) product *= parts(axis);
  return product;
}

Index Decomposition::part_of(int process) const noexcept {
  Index part{};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dims); ++axis) {
    part[axis] = process % parts(axis);
    process /= parts(axis);
  }
  return part;
}

int Decomposition::process_of(const Index& part) const noexcept {
  int process = 0;
  for (std::size_t axis = static_cast<std::size_t>(dims); axis-- > 0;) process = process * parts(axis) + part[axis];
  return process;
}

Placement::Span Placement::own(std::size_t axis, int part) const noexcept {
  Span span{Box::all().lo[axis], Box::all().hi[axis]};
  if (whole[axis] || axis >= static_cast<std::size_t>(decomposition->dims)) return span;
  const std::vector<int>& cuts = decomposition->cuts[axis];
  const auto at = static_cast<std::size_t>(part);
  if (at > 0) span.lo = ceil_div(cuts[at - 1], stride[axis]);
  if (at < cuts.size()) span.hi = ceil_div(cuts[at], stride[axis]);
  return span;
}

Placement::Span Placement::copied(std::size_t axis, int part, Span existing) const noexcept {
  Span span = own(axis, part);
  if (span.lo >= span.hi) return {existing.lo, existing.lo};
  if (span.lo > Box::all().lo[axis]) span.lo -= decomposition->depth;
  if (span.hi < Box::all().hi[axis]) span.hi += decomposition->depth;
  span.lo = std::clamp(span.lo, existing.lo, existing.hi);
  return {span.lo, std::clamp(span.hi, span.lo, existing.hi)};
}

Box Placement::share(const Index& part) const noexcept {
  Box box;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    const Span span = own(axis, part[axis]);
    box.lo[axis] = span.lo;
    box.hi[axis] = span.hi;
  }
  return box;
}

Box Placement::held(const Index& part, const Box& existing) const noexcept {
  Box box;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    const Span span = copied(axis, part[axis], {existing.lo[axis], existing.hi[axis]});
    box.lo[axis] = span.lo;
    box.hi[axis] = span.hi;
  }
  return box;
}

int Placement::longest(std::size_t axis, const Box& existing) const noexcept {
  const Span all{existing.lo[axis], existing.hi[axis]};
  if (decomposition == nullptr || axis >= static_cast<std::size_t>(decomposition->dims)) return all.hi - all.lo;
  int most = 1;
  for (int part = 0; part < decomposition->parts(axis); ++part) {
    const Span span = copied(axis, part, all);
    most = std::max(most, span.hi - span.lo);
  }
  return most;
}

Index chosen_parts(int dims, const Box& extents, int processes, Index asked) {
  Index parts{1, 1, 1, 1, 1}, best{};
  double least = std::numeric_limits<double>::infinity();
  choose(dims, extents, processes, static_cast<std::size_t>(dims - 1), parts, asked, best, least);
  return best;
}

std::vector<int> even_cuts(int lo, int hi, int parts) {
  std::vector<int> cuts;
  for (int p = 1; p < parts; ++p) cuts.push_back(lo + static_cast<int>((std::int64_t{hi} - lo) * p / parts));
  return cuts;
}

int first_process(int dims, const Index& parts, int next, int processes) {
  const int across = across_slowest(dims, parts), first = (next + across - 1) / across * across;
  if (processes % across != 0) return -1;
  return first + across * parts[static_cast<std::size_t>(dims - 1)] <= processes ? first : 0;
}

std::array<std::vector<int>, max_dim> cuts_from(int dims, const Box& extents, const Index& parts, int first,
                                                int processes) {
  constexpr int far = 1 << 24;  // cells: further than halos, on every level
  std::array<std::vector<int>, max_dim> cuts;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dims); ++axis)
    cuts[axis] = even_cuts(extents.lo[axis], extents.hi[axis], parts[axis]);
  const auto slowest = static_cast<std::size_t>(dims - 1);
  const int across = across_slowest(dims, parts), before = first / across,
            behind = processes / across - before - parts[slowest];
  cuts[slowest].insert(cuts[slowest].begin(), static_cast<std::size_t>(before), extents.lo[slowest] - far);
  cuts[slowest].insert(cuts[slowest].end(), static_cast<std::size_t>(behind), extents.hi[slowest] + far);
  return cuts;
}

}  // namespace ops
