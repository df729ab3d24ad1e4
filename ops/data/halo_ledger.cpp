// ops/data/halo_ledger.cpp: stores marks for cells, and decides from marks and values which cells are stale.
#include "ops/data/halo_ledger.hpp"

#include <algorithm>
#include <cstring>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"

namespace ops {
namespace {

const std::byte* component_at(ops_dat dat, const Index& at, int c) {
  return dat->buffer->address +
         (cell(dat->layout, at) + c * dat->layout.component) * static_cast<std::ptrdiff_t>(dat->layout.element);
}

double real_at(ops_dat dat, const Index& at, int c) {
  const std::byte* from = component_at(dat, at, c);
  double wide;
  float narrow;
  if (dat->element == Type::f64) std::memcpy(&wide, from, sizeof wide);
  else std::memcpy(&narrow, from, sizeof narrow);
  return dat->element == Type::f64 ? wide : narrow;
}

/// Whether a transfer of `source` would change the cell.
bool differ(ops_dat dat, const Index& at, ops_dat from, const Index& source) {
  [[maybe_unused]] const auto shown = {for_host(dat->buffer), for_host(from->buffer)};
  for (int c = 0; c < dat->dim; ++c) {
    if (dat->element == from->element) {
      if (std::memcmp(component_at(dat, at, c), component_at(from, source, c), dat->layout.element) != 0) return true;
      continue;
    }
    const double wanted = real_at(from, source, c), held = real_at(dat, at, c);
    if (static_cast<float>(wanted) != static_cast<float>(held)) return true;
  }
  return false;
}

/// The cell that `to`, one of the link's, is filled from.
Index source_of(const HaloMap& map, const Index& to) {
  Index t{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(map.dims); ++i)
    t[static_cast<std::size_t>(map.to.follows[i])] =
        map.to.flipped[i] ? map.to.box.hi[i] - 1 - to[i] : to[i] - map.to.box.lo[i];
  return map.from.at(t);
}

bool leads_to(const HaloLink& link, const Index& cell) {
  return link.halo->from->buffer != nullptr && link.halo->to->buffer != nullptr && link.map.to.box.contains(cell);
}

}  // namespace

HaloLedger::Record& HaloLedger::record(ops_dat dat) {
  Record& known = records_[dat];
  if (known.marks.empty()) known.marks.resize(static_cast<std::size_t>(dat->layout.allocated.volume()));
  return known;
}

HaloLedger::Mark& HaloLedger::mark(ops_dat dat, const Index& cell) {
  const Box& box = dat->layout.allocated;
  std::size_t at = 0;
  for (int axis = max_dim - 1; axis >= 0; --axis) {
    const int along = dat->layout.collapsed[axis] ? 0 : cell[axis] - box.lo[axis];
    at = at * static_cast<std::size_t>(box.extent(axis)) + static_cast<std::size_t>(along);
  }
  return record(dat).marks[at];
}

std::int32_t HaloLedger::writer(const std::string& what, bool alone) {
  const auto [known, fresh] = known_writers_.try_emplace({what, alone}, static_cast<std::int32_t>(writers_.size()));
  if (fresh) writers_.push_back({what, alone});
  return known->second;
}

std::string HaloLedger::text(const Mark& mark) const {
  if (mark.by == -1) return "";
  return mark.by >= 0 ? writers_[static_cast<std::size_t>(mark.by)].what : "a transfer";
}

const std::vector<HaloLink>& HaloLedger::links() {
  for (; groups_ < context_.halo_groups.size(); ++groups_)
    for (const ops_halo halo : context_.halo_groups[groups_]->storage)
      links_.push_back({context_.halo_groups[groups_].get(), halo, halo_map(*halo)});
  return links_;
}

void HaloLedger::wrote(ops_dat dat, const Box& cells, const Index& step, const std::string& what,
                       std::uint32_t moment) {
  const Box box = intersection(cells, dat->layout.allocated);
  if (box.empty()) return;
  const bool alone = intersection(box, dat->layout.interior).empty();
  const Mark mine{moment, writer(what, alone)};
  if (!alone) record(dat).interior = moment;
  Index at = box.lo;
  for (bool more = true; more;) {
    mark(dat, at) = mine;
    more = false;
    for (std::size_t axis = 0; axis < max_dim && !more; ++axis) {
      at[axis] += step[axis];
      more = at[axis] < box.hi[axis];
      if (!more) at[axis] = box.lo[axis];
    }
  }
}

void HaloLedger::transferred(ops_halo_group group) {
  links();
  for (std::size_t k = 0; k < links_.size(); ++k) {
    HaloLink& link = links_[k];
    if (link.group != group) continue;
    link.transferred = true;
    const Mark mine{moment(), -2 - static_cast<std::int32_t>(k)};
    for_each_pair(link.map, [&](const Index&, const Index& to) { mark(link.halo->to, to) = mine; });
  }
}

/// Cells of the target stand to each other as those of the source. What was filled there belongs to no transfer here.
void HaloLedger::copied(ops_dat target, ops_dat source) {
  links();
  const Record from = record(source);
  record(target) = from;
  Index at = target->layout.allocated.lo;
  const Box& box = target->layout.allocated;
  for (Mark& mine : record(target).marks) {
    if (mine.by <= -2) {
      const HaloLink& link = links_[static_cast<std::size_t>(-2 - mine.by)];
      if (!stale(source, at))
        mine.moment = std::max(mine.moment, mark(link.halo->from, source_of(link.map, at)).moment);
      mine.by = writer("ops_dat_deep_copy from '" + std::string(source->name) + "'", false);
    }
    for (std::size_t axis = 0; axis < max_dim && ++at[axis] == box.hi[axis]; ++axis) at[axis] = box.lo[axis];
  }
}

void HaloLedger::restored() {
  const Mark mine{moment(), writer("the interrupted run", true)};
  for (const auto& dat : context_.dats) {
    if (!dat || !dat->buffer) continue;
    Record& all = record(dat.get());
    std::ranges::fill(all.marks, mine);
    all.interior = mine.moment;
  }
}

void HaloLedger::exchanged(ops_dat a, ops_dat b) {
  if (a->layout.allocated != b->layout.allocated || a->dim != b->dim || a->element != b->element) return;
  partners_[a].insert(b);
  partners_[b].insert(a);
}

void HaloLedger::forget(ops_dat dat) {
  records_.erase(dat);
  partners_.erase(dat);
  for (auto& [other, partners] : partners_) partners.erase(dat);
}

std::vector<Box> HaloLedger::filled(ops_dat dat) {
  const auto partners = partners_.find(dat);
  std::vector<Box> boxes;
  for (const HaloLink& link : links())
    if (link.halo->to == dat || (partners != partners_.end() && partners->second.contains(link.halo->to)))
      boxes.push_back(link.map.to.box);
  return boxes;
}

std::optional<StaleCell> HaloLedger::stale(ops_dat dat, const Index& cell, std::size_t depth) {
  if (dat->layout.interior.contains(cell)) return std::nullopt;
  const Mark mine = mark(dat, cell);
  if (mine.by >= 0 && writers_[static_cast<std::size_t>(mine.by)].alone) return std::nullopt;
  if (mine.by >= -1) return left_behind(dat, cell);
  const HaloLink& link = links()[static_cast<std::size_t>(-2 - mine.by)];
  const ops_dat from = link.halo->from;
  if (link.group->lagged || from->buffer == nullptr) return std::nullopt;
  const Index source = source_of(link.map, cell);
  const Mark theirs = mark(from, source);
  // if not, the cell fits what it lies beside: blocks may take turns
  const bool moved_on = from == dat || record(dat).interior > mine.moment;
  if (theirs.moment > mine.moment && moved_on && differ(dat, cell, from, source))
    return StaleCell{&link, dat, from, cell, source, true, "", text(theirs)};
  return as_source_of(from, source, depth);
}

/// What a transfer brought was stale itself if another transfer, which came too early, had filled it.
std::optional<StaleCell> HaloLedger::as_source_of(ops_dat dat, const Index& cell, std::size_t depth) {
  if (depth == 0 || mark(dat, cell).by >= -1) return std::nullopt;
  return stale(dat, cell, depth - 1);
}

/// A cell that no transfer has filled, though this one should have. @param from  where its source lies
std::optional<StaleCell> HaloLedger::behind(const HaloLink& link, ops_dat dat, ops_dat from, const Index& cell) {
  const Index source = source_of(link.map, cell);
  const Mark mine = mark(dat, cell), theirs = mark(from, source);
  const bool passed_over = mine.by == -1 || record(dat).interior > mine.moment;
  if (link.group->lagged || theirs.moment <= mine.moment || !passed_over || !differ(dat, cell, from, source))
    return std::nullopt;
  return StaleCell{&link, dat, from, cell, source, false, text(mine), text(theirs)};
}

std::optional<StaleCell> HaloLedger::left_behind(ops_dat dat, const Index& cell) {
  std::optional<StaleCell> found;
  bool own = false;
  for (const HaloLink& link : links()) {
    own = own || link.halo->to == dat;
    if (link.halo->to != dat || !leads_to(link, cell)) continue;
    found = behind(link, dat, link.halo->from, cell);
    if (!found) return found;
  }
  const auto partners = partners_.find(dat);
  if (own || partners == partners_.end()) return found;
  for (const HaloLink& link : links()) {
    if (!link.transferred || !partners->second.contains(link.halo->to) || !leads_to(link, cell)) continue;
    found = behind(link, dat, counterpart(link, dat, cell), cell);
    if (!found) return found;
  }
  return found;
}

/// Where a cell of `dat`, which took the place of the link's dataset, has its source: among those that took the place
/// of the link's, the one that was written last.
ops_dat HaloLedger::counterpart(const HaloLink& link, ops_dat dat, const Index& cell) {
  ops_dat from = link.halo->from;
  if (from == link.halo->to) return dat;
  const Index source = source_of(link.map, cell);
  const auto partners = partners_.find(from);
  if (partners == partners_.end()) return from;
  for (const ops_dat partner : partners->second)
    if (mark(partner, source).moment > mark(from, source).moment) from = partner;
  return from;
}

}  // namespace ops
