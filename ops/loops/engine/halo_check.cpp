// ops/loops/engine/halo_check.cpp: finds the halo cells that stencils reach and datasets that were exchanged, and
// formats the warning.
#include "ops/loops/engine/halo_check.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "ops/loops/engine/loop_error.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr std::size_t remembered = 64;  // orders of datasets per kernel

/// The points by which an argument is read. What a declaration alone says of the centre of an argument that is written
/// too is not believed.
std::vector<Index> read_points(const ArgPlan& plan, const ops_arg& arg, const LoopImplementation* implementation,
                               std::size_t k) {
  if (!plan.on || !plan.reads) return {};
  if (implementation != nullptr && k < implementation->args.size()) {
    const auto known = implementation->args[k].reads;
    return {known.begin(), known.end()};
  }
  std::vector<Index> points = arg.stencil->offsets;
  if (plan.writes) std::erase(points, Index{});
  return points;
}

/// Calls fn for every cell of `box`.
template <class Fn>
void for_cells(const Box& box, Fn fn) {
  Index at = box.lo;
  for (std::int64_t left = box.volume(); left > 0; --left) {
    fn(at);
    for (std::size_t axis = 0; axis < max_dim && ++at[axis] == box.hi[axis]; ++axis) at[axis] = box.lo[axis];
  }
}

bool writes(const LoopImplementation* implementation, std::span<const ArgPlan> plans, std::size_t k) {
  if (plans[k].kind != ArgKind::dat || !plans[k].on || !plans[k].writes) return false;
  return implementation == nullptr || k >= implementation->args.size() || implementation->args[k].written;
}

std::vector<ops_dat> datasets(std::span<const ArgPlan> plans) {
  std::vector<ops_dat> dats;
  for (const ArgPlan& plan : plans) dats.push_back(plan.kind == ArgKind::dat && plan.on ? plan.dat : nullptr);
  return dats;
}

/// Whether what was read is written now, and what was written is read.
bool roles_change(const std::vector<ops_dat>& before, const std::vector<ops_dat>& now, std::span<const ArgPlan> plans) {
  bool read = false, written = false;
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (before[k] == now[k]) continue;
    read = read || !plans[k].writes;
    written = written || plans[k].writes;
  }
  return read && written && std::ranges::is_permutation(before, now);
}

std::string cell_text(ops_dat dat, const Index& cell) {
  return ops::format("cell {} of '{}'", point_text(cell, dat->block->dims), dat->name);
}

/// "OPS warning: loop 'step' at app.cpp:9 reads cell (-1, 0) of 'u' (argument 1), .."
std::string reading(const LoopCall& loop, const StaleCell& stale, std::size_t argument) {
  const std::string at = place(loop.where), cell = cell_text(stale.dat, stale.cell),
                    source = cell_text(stale.from, stale.source);
  if (stale.filled)
    return ops::format(
        "OPS warning: loop '{}' at {} reads {} (argument {}), which ops_halo_transfer filled before its source, {}, "
        "was changed by {}",
        loop.name, at, cell, argument + 1, source, stale.changed);
  if (stale.left.empty())
    return ops::format(
        "OPS warning: loop '{}' at {} reads {} (argument {}), a halo cell that has not been written since the dataset "
        "was declared, although its source, {}, was changed by {}",
        loop.name, at, cell, argument + 1, source, stale.changed);
  return ops::format(
      "OPS warning: loop '{}' at {} reads {} (argument {}), a halo cell that was last written by {} before its source, "
      "{}, was changed by {}",
      loop.name, at, cell, argument + 1, stale.left, source, stale.changed);
}

/// "'u' and 'v'"
std::string listed(const std::vector<std::string>& words) {
  std::string text = words.front();
  for (std::size_t k = 1; k < words.size(); ++k) text += (k + 1 < words.size() ? ", " : " and ") + words[k];
  return text;
}

/// "group of 'u' and 'v' along axis 0, declared at app.cpp:33": one line of a program may declare several.
std::string named(ops_halo_group group) {
  std::vector<std::string> dats, axes;
  const auto add = [](std::vector<std::string>& words, std::string word) {
    if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
  };
  bool around = true;  // every halo joins a dataset with itself
  for (const ops_halo halo : group->storage) {
    add(dats, ops::format("'{}'", halo->to->name));
    around = around && halo->from == halo->to;
    for (int d = 0; d < halo->to->block->dims; ++d)
      if (halo->from_base[d] != halo->to_base[d]) add(axes, std::to_string(d));
  }
  const std::string along =
      around && !axes.empty() ? ops::format(" along {} {}", axes.size() == 1 ? "axis" : "axes", listed(axes)) : "";
  return ops::format("group of {}{}, declared at {},", listed(dats), along, place(group->declared));
}

std::string missing(const StaleCell& stale) {
  const ops_halo_group group = stale.link->group;
  const ops_dat filled = stale.link->halo->to;
  const std::string meant = "; if the loop is meant to read the old values, call ops_halo_lagged(group)\n";
  if (filled == stale.dat)
    return ops::format("an ops_halo_transfer of the {} is missing before this loop{}", named(group), meant);
  return ops::format(
      "datasets '{}' and '{}' have been swapped, so the {} now fills the halo of the wrong dataset: declare a "
      "halo group for each dataset, and swap these groups together with the datasets{}",
      stale.dat->name, filled->name, named(group), meant);
}

}  // namespace

void StaleReads::touched(std::size_t argument, const Index& offset, const Index& cell, int /*component*/) {
  const Candidates& candidates = candidates_.at(argument);
  if (std::ranges::find(candidates.offsets, offset) == candidates.offsets.end()) return;
  if (const auto stale = candidates.cells.find(cell); stale != candidates.cells.end())
    read_.try_emplace(argument, stale->second);
}

void HaloCheck::look(ops_dat dat, const std::string& call) {
  const std::optional<std::string> since = unseen_.changed(dat, call);
  if (since)
    *context_.out << ops::format(
        "OPS warning: dataset '{}' was written without the library's knowledge between {} and {}, "
        "through dat->data or a raw pointer that had been released. "
        "Other targets and derivatives do not see this write; "
        "use ops_dat_set_data, or ops_dat_get_raw_pointer and ops_dat_release_raw_data\n",
        dat->name, *since, call);
}

void HaloCheck::look(const LoopCall& loop, std::span<const ArgPlan> plans) {
  const std::string call = ops::format("loop '{}' at {}", loop.name, place(loop.where));
  for (const ops_dat dat : datasets(plans))
    if (dat != nullptr) look(dat, call);
}

void HaloCheck::wrote(ops_dat dat, const Box& cells, const std::string& call) {
  ledger_.wrote(dat, cells, call);
  unseen_.left(dat, call);
}

void HaloCheck::copied(ops_dat target, ops_dat source, const std::string& call) {
  ledger_.copied(target, source);
  unseen_.left(target, call);
}

void HaloCheck::transfers(ops_halo_group group, const std::string& call) {
  for (const ops_halo halo : group->storage) look(halo->from, call), look(halo->to, call);
}

void HaloCheck::transferred(ops_halo_group group, const std::string& call) {
  ledger_.transferred(group);
  for (const ops_halo halo : group->storage) unseen_.left(halo->to, call);
}

void HaloCheck::restored() {
  ledger_.restored();
  unseen_.forget();
}

void HaloCheck::forget(ops_dat dat) {
  ledger_.forget(dat);
  unseen_.freed(dat);
  for (auto& [kernel, orders] : uses_)
    std::erase_if(orders, [dat](const auto& order) { return std::ranges::find(order, dat) != order.end(); });
}

StaleReads HaloCheck::before(const LoopCall& call, std::span<const ArgPlan> plans) {
  note_exchanges(call, plans);
  StaleReads reads;
  for (std::size_t k = 0; k < plans.size(); ++k) {
    if (plans[k].kind != ArgKind::dat) continue;
    const ops_dat dat = plans[k].dat;
    const std::vector<Box> filled = ledger_.filled(dat);
    StaleReads::Candidates found;
    if (!filled.empty()) found.offsets = read_points(plans[k], call.args[k], call.implementation, k);
    for (const Index& offset : found.offsets)
      for (const Box& box : filled)
        for_cells(intersection(intersection(plans[k].centres(call.range).shifted(offset), box), dat->layout.allocated),
                  [&](const Index& cell) {
                    if (found.cells.contains(cell)) return;
                    if (const auto stale = ledger_.stale(dat, cell)) found.cells.emplace(cell, *stale);
                  });
    if (!found.cells.empty()) reads.candidates_.emplace(k, std::move(found));
  }
  return reads;
}

void HaloCheck::after(const LoopCall& call, std::span<const ArgPlan> plans, const StaleReads& reads) {
  for (const auto& [argument, stale] : reads.read_) tell(call, argument, stale);
  const std::uint32_t moment = ledger_.moment();
  const std::string what = ops::format("loop '{}' at {}", call.name, place(call.where));
  for (std::size_t k = 0; k < plans.size(); ++k) {
    if (!writes(call.implementation, plans, k)) continue;
    Index step;
    for (std::size_t axis = 0; axis < max_dim; ++axis) step[axis] = std::max(plans[k].factor[axis], 1);
    ledger_.wrote(plans[k].dat, plans[k].cells(call.range), step, what, moment);
    unseen_.left(plans[k].dat, what);
  }
}

/// std::swap(u, next) shows where a kernel that read one and wrote the other does it the other way round.
void HaloCheck::note_exchanges(const LoopCall& call, std::span<const ArgPlan> plans) {
  const std::vector<ops_dat> now = datasets(plans);
  auto& orders = uses_[call.kernel.kernel];
  if (std::ranges::find(orders, now) != orders.end()) return;
  for (const auto& before : orders) {
    if (before.size() != now.size() || !roles_change(before, now, plans)) continue;
    for (std::size_t k = 0; k < now.size(); ++k)
      if (before[k] != now[k] && before[k] != nullptr && now[k] != nullptr) ledger_.exchanged(before[k], now[k]);
  }
  if (orders.size() < remembered) orders.push_back(now);
}

void HaloCheck::tell(const LoopCall& call, std::size_t argument, const StaleCell& stale) {
  const std::string loop = ops::format("loop '{}' at {}", call.name, place(call.where));
  if (!told_.emplace(loop, stale.dat->name, stale.link->halo, stale.link->group).second) return;
  *context_.out << reading(call, stale, argument) << ": " << missing(stale);
}

}  // namespace ops
