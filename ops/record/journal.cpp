// ops/record/journal.cpp: keeps calls, and values where they come from elsewhere.
#include "ops/record/journal.hpp"

#include <algorithm>

#include "ops/core/cells.hpp"
#include "ops/core/layout.hpp"
#include "ops/record/footprint.hpp"

namespace ops {
namespace {

using Kind = JournalEntry::Kind;

Bytes present(const Tracked& dat, const Box& cells) {
  Bytes values(bytes_of(dat.layout, cells));
  read_cells(values.data(), dat.dat->buffer, dat.layout, cells);
  return values;
}

Bytes bytes_at(const void* data, int count) {
  const auto* first = static_cast<const std::byte*>(data);
  return {first, first + count};
}

}  // namespace

JournalEntry& Journal::add(Kind kind) { return entries_.emplace_back(JournalEntry{.kind = kind}); }

/// The values that are present now are those that the recording goes on with.
void Journal::use(Tracked& dat) {
  const auto [first, last] = pending_.equal_range(&dat);
  for (auto at = first; at != last; ++at) entries_[at->second].values = present(dat, entries_[at->second].cells);
  pending_.erase(first, last);
  if (!begun_.insert(&dat).second) return;
  JournalEntry& entry = add(Kind::begin);
  entry.dat = &dat;
  entry.cells = dat.layout.allocated;
  entry.values = present(dat, entry.cells);
}

void Journal::begin(ops_scalar scalar) {
  if (!scalars_.insert(scalar).second) return;
  JournalEntry& entry = add(Kind::begin_scalar);
  entry.scalar = scalar;
  entry.values = scalar->storage;
}

void Journal::outside(Tracked& dat, const Box& cells) {
  if (!obstacle_.empty() || !begun_.contains(&dat)) return;
  const Box written = dat.active ? intersection(cells, dat.layout.allocated) : dat.layout.allocated;
  if (written.empty()) return;
  pending_.emplace(&dat, entries_.size());
  JournalEntry& entry = add(Kind::values);
  entry.dat = &dat;
  entry.cells = written;
}

/// The call, for a loop that derivatives follow.
void Journal::keep(const CallRef& call, const Operands& operands, std::span<const EventArg> roles) {
  auto loop = std::make_unique<JournalLoop>(
      JournalLoop{call->whole ? call->whole : call, {}, {}, {operands.constants.begin(), operands.constants.end()}});
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const ops_arg& arg = call->args[i];
    loop->dats.push_back(roles[i].dat);
    loop->given.push_back(arg.argtype == ArgKind::gbl      ? bytes_at(operands.views[i].in, arg.elem_size)
                          : arg.argtype == ArgKind::reduce ? bytes_at(arg.reduction->values(), arg.reduction->size)
                                                           : Bytes{});
    if (roles[i].dat) use(*roles[i].dat);
    if (arg.argtype == ArgKind::scalar) begin(arg.scalar);
  }
  add(Kind::loop).loop = std::move(loop);
}

namespace {

/// Whether a loop through which no derivative flows adds to values that have one: what it adds is to be added again.
bool adds(const LoopCall& call, std::span<const EventArg> roles) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const bool reads_old =
        call.implementation ? call.facts(i)->reads_old || call.args[i].acc == OPS_INC : call.args[i].acc != OPS_WRITE;
    if (call.writes(i) && roles[i].dat->active && !roles[i].consumed && reads_old) return true;
  }
  return false;
}

}  // namespace

void Journal::loop(const CallRef& ref, const Operands& operands, std::span<const EventArg> roles, bool passive,
                   bool recorded) {
  if (!obstacle_.empty()) return;
  const LoopCall& call = *ref;
  const bool flows = recorded && std::ranges::any_of(roles, &EventArg::target);
  if (flows && !call.kernel.call)
    return give_up("loop '" + call.name + "' at " + place(call.where) + ", which was not called by ops_par_loop");
  const bool again = call.kernel.call && (recorded || (!passive && adds(call, roles)));
  if (again) keep(ref, operands, roles);
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (call.writes(i) && (!again || !roles[i].dat->active))
      outside(*roles[i].dat, may_write(call, i, operands.views[i]));
}

void Journal::result(ops_reduction handle, bool carried, std::size_t event) {
  if (!obstacle_.empty()) return;
  JournalEntry& entry = add(Kind::result);
  entry.reduction = handle;
  entry.carried = carried;
  entry.event = event;
  entry.values = bytes_at(handle->values(), handle->size);
}

void Journal::scalar(ops_scalar scalar, ops_reduction from) {
  if (!obstacle_.empty() || (!from && !scalars_.contains(scalar))) return;
  scalars_.insert(scalar);
  JournalEntry& entry = add(Kind::scalar);
  entry.scalar = scalar;
  entry.reduction = from;
  entry.values = scalar->storage;
}

void Journal::halos(ops_halo_group group, std::vector<Tracked*> dats) {
  if (!obstacle_.empty()) return;
  for (Tracked* dat : dats) use(*dat);
  JournalEntry& entry = add(Kind::halos);
  entry.group = group;
  entry.dats = std::move(dats);
}

void Journal::copy(Tracked& to, Tracked& from) {
  if (!obstacle_.empty()) return;
  use(from);
  use(to);
  JournalEntry& entry = add(Kind::copy);
  entry.dat = &to;
  entry.source = &from;
}

void Journal::give_up(std::string what) {
  if (!obstacle_.empty()) return;
  clear();
  obstacle_ = std::move(what);
}

void Journal::finish() {
  while (!pending_.empty()) use(*entries_[pending_.begin()->second].dat);
}

void Journal::forget(const Tracked& dat) {
  if (begun_.contains(&dat)) give_up("dataset '" + dat.name + "', which has been freed");
}

void Journal::clear() {
  entries_.clear();
  begun_.clear();
  scalars_.clear();
  pending_.clear();
  obstacle_.clear();
}

}  // namespace ops
