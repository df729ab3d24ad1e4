// ops/tape/record.cpp: everything but loops onto the tape: results, halo transfers, values from outside.
#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/dist/halo_map.hpp"
#include "ops/engine/halo_check.hpp"
#include "ops/events/copy_event.hpp"
#include "ops/events/cut_event.hpp"
#include "ops/events/halos_event.hpp"
#include "ops/events/result_event.hpp"
#include "ops/events/scalar_event.hpp"
#include "ops/events/store_event.hpp"
#include "ops/record/bytes.hpp"
#include "ops/steps/marks.hpp"
#include "ops/steps/steps.hpp"
#include "ops/tape/recording.hpp"
#include "ops/tape/tape.hpp"

namespace ops {

std::unique_ptr<Recorder> start_recording(Context& context) {
  if (!registry().derivatives || !context.options.derivatives) return nullptr;
  auto tape = std::make_unique<Tape>(context);
  if (context.options.words.contains("OPS_CHECKPOINT")) tape->repeated = std::make_unique<RepeatedCalls>(*tape);
  tape->marks = Marks::asked(tape->stepping);
  context.hooks = tape->hooks();
  return tape;
}

Repeats* repeats_of(const Context& context) {
  return context.hooks.tape ? context.hooks.tape->repeated.get() : nullptr;
}

void Tape::reduction_result(ops_reduction handle, std::source_location where, ops_scalar into) {
  if (kind_ == Kind::scratch) return;
  ReductionSeeds& seeds = recording.reductions[handle];
  const auto size = static_cast<std::size_t>(handle->size);
  if (handle->seed.size() != size) handle->seed.assign(size, std::byte{});
  release_last_result(handle);
  if (handle->seed == seeds.once) std::ranges::fill(handle->seed, std::byte{});
  seeds.once.clear();
  const Events::Mark mark = events_.mark();
  ResultEvent event;
  event.where = where;
  event.accumulated = seeds.pending;
  event.value = events_.keep_value(handle->seed.data(), size);
  if (handle->acc != OPS_INC) event.result = events_.keep_value(handle->values(), size);
  EventArg arg;
  arg.reduction = handle;
  events_.args.push_back(std::move(arg));
  seeds.last_result = events_.nodes.size();
  if (journal) journal->result(handle, seeds.active, seeds.last_result);
  if (seeds.active && (!into || into->shown))
    seen((into ? "scalar '" + into->name_storage + "', given a result at "
               : "reduction '" + handle->name_storage + "', read at ") +
             place(where),
         handle->element, handle->values(), handle->dim);
  if (std::exchange(seeds.forgotten, false) && seeds.pending)
    recording.tell("reduction '" + handle->name_storage + "', read at " + place(where) +
                   ", contains what loops had added before ops_ad_reset, when nobody had "
                   "read it: that part of the result has no derivative; read results before the reset");
  origins_.result(seeds.origin);
  seeds.result = std::exchange(seeds.origin, {});
  seeds.last_active = seeds.active;
  seeds.pending = seeds.active = seeds.taken = false;
  seeds.last_loops = std::exchange(seeds.loops, {});
  events_.append(event, mark);
}

/// A result can be seeded until the next result of its handle is read; a scalar takes it at once or never. So a time
/// step that the program computes from a nonlinear limit, but uses as a plain number, costs one step's versions, not
/// those of all steps.
void Tape::release_last_result(ops_reduction handle) {
  ReductionSeeds& seeds = recording.reductions[handle];
  if (seeds.last_result == ReductionSeeds::none || seeds.taken) return;
  ResultEvent& result = result_at(events_, seeds.last_result);
  if (seeded(events_, result)) return;
  result.accumulated = false;
  for (const std::size_t index : seeds.last_loops) {
    Event& loop = events_.nodes[index];
    for (EventArg& arg : events_.args_of(loop))
      if (arg.reduction == handle) arg.seed = arg.extremum = false;
    if (std::ranges::none_of(events_.args_of(loop), &EventArg::seed)) versions.release(loop);
  }
}

void Tape::seen(const std::string& what, Type type, const void* values, int components) {
  fetched_.keep(what, type, values, components);
  home_.host_values.read(what, context_);
}

void Tape::scalar_read(ops_scalar scalar, std::source_location where) {
  const auto known = recording.scalars.find(scalar);
  if (recording.silent || known == recording.scalars.end() || !known->second.active ||
      known->second.value != scalar->storage)
    return;
  seen("scalar '" + scalar->name_storage + "', read at " + place(where), scalar->element, scalar->data, scalar->dim);
}

/// A loop uses a scalar. A value that nobody announced (a pointer kept too long) counts as written now.
void Tape::use(ops_scalar scalar, std::source_location where) {
  ScalarState& state = recording.scalars[scalar];
  if (state.used && state.value != scalar->storage) scalar_write(scalar, nullptr, OPS_WRITE, where);
  state.value = scalar->storage;
  state.used = true;
}

/// In an external function, whose adjoint is responsible for it.
void Tape::write_inside(ops_scalar scalar, ops_access access, std::source_location where) {
  ScalarState& state = recording.scalars[scalar];
  if (state.inside == Inside::as_before)
    state.inside = access != OPS_WRITE ? Inside::changed : state.used ? Inside::replaced : Inside::given;
  state = {scalar->storage, true, false, {}, false, state.inside, where};
}

/// A value that nothing has used yet is an input: its derivative is the user's business. Others lose theirs here.
void Tape::scalar_write(ops_scalar scalar, ops_reduction from, ops_access access, std::source_location where) {
  if (recording.silent) return write_inside(scalar, access, where);  // the loops behind a result are not recorded
  ScalarState& state = recording.scalars[scalar];
  const bool used = state.used;
  const Reader reader = state.passive_reader;
  state = {scalar->storage, from != nullptr, from != nullptr, from ? recording.reductions[from].result : Origin{},
           from && recording.reductions[from].last_active};
  state.passive_reader = reader;
  if (journal) journal->scalar(scalar, from);
  if (!from && !used) return;
  if (!from) {
    home_.host_values.know(scalar->element, scalar->storage.data(), scalar->storage.size());
    doubts.cut("scalar '" + scalar->name_storage + "' is overwritten while recording at " + place(where) +
               ": no derivative flows through that, it is with respect to the value before");
  }
  const Events::Mark mark = events_.mark();
  ScalarEvent event;
  event.where = where;
  EventArg& arg = events_.args.emplace_back();
  arg.scalar = scalar;
  arg.reduction = from;
  if (from) recording.reductions[from].taken = true;
  events_.append(event, mark);
}

void Tape::seed_result(ops_reduction handle, const void* seed) {
  ReductionSeeds& seeds = recording.reductions[handle];
  const auto* bytes = static_cast<const std::byte*>(seed);
  handle->seed.assign(bytes, bytes + handle->size);
  seeds.once = handle->seed;
  if (seeds.last_result == ReductionSeeds::none) return;
  ResultEvent& event = result_at(events_, seeds.last_result);
  event.own_seed = true;
  std::memcpy(events_.value(event.value), seed, static_cast<std::size_t>(handle->size));
}

void Tape::halo_transfer(ops_halo_group group, std::source_location where) {
  if (touches_) touches_->halos(group, where);
  if (marks && !recording.silent) marks->comes(where);
  settle();
  for (const ops_halo halo : group->storage) recording.tracked(halo->from), recording.tracked(halo->to);
  const Events::Mark mark = events_.mark();
  bool flows = false;
  for (const ops_halo halo : group->storage) {
    const HaloMap map = halo_map(*halo);
    EventArg from, to;
    from.dat = &recording.tracked(halo->from);
    to.dat = &recording.tracked(halo->to);
    if (map.volume() > 0) {
      versions.protect(*to.dat, map.to.box);
      show_transfer(*from.dat, map.from.box, *to.dat, map.to.box);
      if (to.dat->active && !recording.silent) from.dat->used = to.dat->used = flows = true;
      if (!recording.silent) origins_.moves(*from.dat, *to.dat, map.to.box, "the halo transfer", where);
    }
    events_.args.push_back(std::move(from));
    events_.args.push_back(std::move(to));
  }
  if (journal) journal_halos(group, flows, mark);
  HalosEvent event;
  event.recorded = flows;
  event.runs_again = runs_again();
  event.group = group;
  event.where = where;
  if (flows || runs_again() || events_.regions.size() > mark.regions) events_.append(event, mark);
  else events_.args.resize(mark.args);
}

void Tape::journal_halos(ops_halo_group group, bool flows, const Events::Mark& mark) {
  std::vector<Tracked*> dats;
  for (std::size_t i = mark.args; i < events_.args.size(); ++i) dats.push_back(events_.args[i].dat);
  if (flows) journal->halos(group, dats);
  for (std::size_t i = 0; i < group->storage.size(); ++i)
    if (Tracked& to = *dats[2 * i + 1]; !flows || !to.active) journal->outside(to, halo_map(*group->storage[i]).to.box);
}

/// Every value of the target is overwritten, so what must be kept of it costs a new version, which nobody has to fill.
void Tape::copy(ops_dat target, ops_dat source, std::source_location where) {
  if (touches_) {
    touches_->read(source, "the copy", "ops_dat_deep_copy", where);
    touches_->write(target, target->layout.allocated, "the copy", "ops_dat_deep_copy", where);
  }
  settle();
  Tracked &to = recording.tracked(target), &from = recording.tracked(source);
  const bool flows = to.active && from.active, ends = to.active && (to.used || to.given),
             recorded = !recording.silent && (flows || ends);
  if (journal) recorded ? journal->copy(to, from) : journal->outside(to, to.layout.allocated);
  if (versions.must_keep(to, to.layout.allocated)) versions.new_version(to);
  if (to.alias_of) shown->written(to);
  if (!recording.silent) origins_.moves(from, to, to.layout.allocated, "the copy", where);
  show_transfer(from, from.layout.allocated, to, to.layout.allocated);
  if (!recorded && !runs_again()) return;
  if (flows) from.used = to.used = true;
  const Events::Mark mark = events_.mark();
  CopyEvent event;
  event.recorded = recorded;
  event.runs_again = runs_again() && !to.alias_of;
  if (event.runs_again && from.alias_of)
    stepping.steps()->state.history.give_up("dataset '" + to.name + "' gets a derivative at " + place(where) +
                                            ": call ops_ad_reset before");
  event.where = where;
  for (Tracked* dat : {&from, &to}) events_.args.emplace_back().dat = dat;
  if (recorded) doubts.overwritten(to, to.layout.allocated, !flows);
  events_.append(event, mark);
}

void Tape::raw_access(ops_dat dat, std::source_location where) {
  if (touches_) touches_->pointer(dat, where);
  settle();
  versions.make_private(recording.tracked(dat));
  if (home_.handed_out && !recording.silent && kind_ == Kind::normal) home_.handed_out->taken(dat, where);
}

void Tape::raw_read(ops_dat dat, std::source_location where) {
  if (touches_) touches_->read(dat, "the program", "access to values", where);
  if (home_.handed_out) home_.handed_out->read(dat, where);
  origins_.read(recording.tracked(dat), where);
}

void Tape::raw_write(ops_dat dat, std::source_location where) {
  if (home_.handed_out) home_.handed_out->written(dat);
  raw_write_part(dat, dat->layout.allocated, where);
}

void Tape::raw_write_part(ops_dat handle, const Box& cells, std::source_location where) {
  if (touches_)
    touches_->write(handle, intersection(cells, handle->layout.interior), "the program", "access to values", where);
  settle();
  // a test of derivatives moves inputs without a call of the program
  if (context_.halo_check != nullptr) context_.halo_check->unseen().forget(handle);
  Tracked& dat = recording.tracked(handle);
  const Events::Mark mark = events_.mark();
  versions.protect(dat, cells);
  versions.keep_regions(mark, where);
  if (dat.alias_of) shown->written(dat);
  origins_.write(dat, cells, where);
  if (journal) journal->outside(dat, cells);
  if (dat.active && !recording.silent) cut(dat, cells, "a write from outside of loops", where);
  if (runs_again() && !dat.alias_of) stepping.steps()->program.give(dat, cells, where);
}

/// Values that nothing has used yet are inputs: their derivative is the user's business. Others lose theirs here.
void Tape::cut(Tracked& dat, const Box& cells, const std::string& how, std::source_location where) {
  if (!dat.used) {
    dat.given = true;
    return;
  }
  doubts.cut("dataset '" + dat.name + "' is overwritten while recording by " + how + " at " + place(where) +
             ": no derivative flows through that, it is zero for the values before; if a new run begins here, call "
             "ops_ad_reset before");
  const Events::Mark mark = events_.mark();
  CutEvent event;
  event.where = where;
  event.cells = cells;
  EventArg arg;
  arg.dat = &dat;
  events_.args.push_back(std::move(arg));
  events_.append(event, mark);
}

void Tape::store(ops_dat dat, char* destination, Where where) {
  if (recording.silent)
    throw error_at(OPS_RUNTIME_ERROR, "ops_dat_store_derivative", where)
        << "dataset '" << dat->name
        << "': nothing is recorded inside an external function, except on a tape of its own";
  const Events::Mark mark = events_.mark();
  StoreEvent event;
  event.where = where;
  event.destination = destination;
  EventArg arg;
  arg.dat = &recording.tracked(dat);
  arg.dat->used = true;
  events_.args.push_back(std::move(arg));
  events_.append(event, mark);
}

void Tape::forget(ops_dat dat) {
  if (outer_) outer_->forget(dat);
  origins_.forget(dat->index);
  doubts.forget(dat->index);
  const auto index = static_cast<std::size_t>(dat->index);
  if (index >= live_.size() || !live_[index]) return;
  if (live_[index]->on_tape) beyond_calls("dataset '" + live_[index]->name + "' has been freed", true);
  std::unique_ptr<Tracked> gone = std::move(live_[index]);
  if (journal) journal->forget(*gone);
  if (handed_out) handed_out->forget(dat);
  if (stepping.steps() && gone->on_tape)
    stepping.steps()->state.history.give_up("dataset '" + gone->name + "' has been freed");
  gone->dat = nullptr;
  if (gone->alias_of) gone->alias_of->alias = nullptr;
  if (gone->alias) recording.tracked(gone->alias).alias_of = nullptr;
  gone->alias_of = nullptr;
  gone->alias = nullptr;
  gone->shown.reset();
  if (gone->on_tape || stepping.steps()) recording.freed.push_back(std::move(gone));
}

}  // namespace ops
