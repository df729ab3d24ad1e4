// ops/derivatives/tape/record_events.cpp: records everything except loops: results, halo transfers, values from
// outside.
#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/data/halo_map.hpp"
#include "ops/derivatives/events/copy_event.hpp"
#include "ops/derivatives/events/cut_event.hpp"
#include "ops/derivatives/events/halos_event.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/events/scalar_event.hpp"
#include "ops/derivatives/events/store_event.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/derivatives/tape/tape_recorder.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr const char* by_program =
    "; if the new values do not depend on results, call ops_ad_constant(dataset) after setting them";

}  // namespace

void TapeRecorder::reduction_result(ops_reduction handle, std::source_location where, ops_scalar into) {
  if (of_.scratch) return;
  ReductionSeeds& seeds = recording_.reductions[handle];
  const auto size = static_cast<std::size_t>(handle->size);
  if (handle->seed.size() != size) handle->seed.assign(size, std::byte{});
  release_last_result(handle);
  if (const std::string early = std::exchange(seeds.early, {}); !early.empty()) recording_.tell(early);
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
  if (of_.inputs) of_.inputs->result(handle, seeds.active);
  const bool hidden = hides_reals(handle->element) && !seeds.origin.inputs.empty();
  if ((seeds.active || hidden) && (!into || into->shown)) {
    of_.origins.read(seeds.origin, where);
    seen((into ? "scalar '" + into->name_storage + "', given a result at "
               : "reduction '" + handle->name_storage + "', read at ") +
             place(where),
         handle->element, handle->values(), handle->dim);
  }
  if (std::exchange(seeds.forgotten, false) && seeds.pending)
    recording_.tell(ops::format(
        "the result of reduction '{}', read at {}, includes contributions of loops that ran before ops_ad_reset, "
        "and these contributions are not differentiated; read the result before you call ops_ad_reset",
        handle->name_storage, place(where)));
  of_.origins.result(seeds.origin);
  seeds.result = std::exchange(seeds.origin, {});
  seeds.last_active = seeds.active;
  seeds.pending = seeds.active = seeds.taken = false;
  seeds.last_loops = std::exchange(seeds.loops, {});
  events_.append(event, mark);
}

/// A result can be seeded until the next result of its handle is read; a scalar takes it at once or never. So a time
/// step that the program computes from a nonlinear limit, but uses as a plain number, costs one step's versions, not
/// those of all steps.
void TapeRecorder::release_last_result(ops_reduction handle) {
  ReductionSeeds& seeds = recording_.reductions[handle];
  if (seeds.last_result == ReductionSeeds::none || seeds.taken) return;
  ResultEvent& result = result_at(events_, seeds.last_result);
  if (seeded(events_, result)) return;
  result.accumulated = false;
  for (const std::size_t index : seeds.last_loops) {
    Event& loop = events_.nodes[index];
    for (EventArg& arg : events_.args_of(loop))
      if (arg.reduction == handle) arg.seed = arg.extremum = false;
    if (std::ranges::none_of(events_.args_of(loop), &EventArg::seed)) of_.versions.release(loop);
  }
}

void TapeRecorder::seen(const std::string& what, Type type, const void* values, int components) {
  of_.fetched.keep(what, type, values, components);
  of_.of_home.host_values.read(what, recording_.context);
}

void TapeRecorder::scalar_read(ops_scalar scalar, std::source_location where) {
  if (recording_.silent) recording_.scalars[scalar].read_inside = true;
  const auto known = recording_.scalars.find(scalar);
  if (recording_.silent || known == recording_.scalars.end() || !known->second.active ||
      known->second.value != scalar->storage)
    return;
  of_.origins.read(known->second.origin, where);
  seen("scalar '" + scalar->name_storage + "', read at " + place(where), scalar->element, scalar->data, scalar->dim);
}

/// A loop uses a scalar. A value that nobody announced (a pointer kept too long) counts as written now.
void TapeRecorder::use(ops_scalar scalar, std::source_location where) {
  ScalarState& state = recording_.scalars[scalar];
  if (state.used && state.value != scalar->storage) scalar_write(scalar, nullptr, OPS_WRITE, where);
  state.value = scalar->storage;
  state.used = true;
}

/// In an external function, whose adjoint is responsible for it.
void TapeRecorder::write_inside(ops_scalar scalar, ops_access access, std::source_location where) {
  ScalarState& state = recording_.scalars[scalar];
  if (state.inside == Inside::as_before)
    state.inside = access != OPS_WRITE ? Inside::changed : state.used ? Inside::replaced : Inside::given;
  state = {scalar->storage, true, false, {}, false, state.inside, where, {}, state.read_inside, false};
}

/// A value that nothing has used yet is an input: its derivative is the user's business. Others lose theirs here.
void TapeRecorder::scalar_write(ops_scalar scalar, ops_reduction from, ops_access access, std::source_location where) {
  if (recording_.silent) return write_inside(scalar, access, where);  // the loops behind a result are not recorded
  ScalarState& state = recording_.scalars[scalar];
  const bool used = state.used, first = state.first && !used && !from;
  const Reader reader = state.passive_reader;
  state = {scalar->storage, from != nullptr, from != nullptr, from ? recording_.reductions[from].result : Origin{},
           from && recording_.reductions[from].last_active};
  state.passive_reader = reader;
  state.first = first;
  if (of_.inputs) from ? of_.inputs->computed(scalar) : of_.inputs->given(scalar);
  if (!from && !used) return;
  if (!from) {
    of_.of_home.host_values.know(scalar->element, scalar->storage.data(), scalar->storage.size());
    of_.doubts.cut(
        ops::format("scalar '{}' is overwritten at {} during recording: this write is not differentiated; the library "
                    "computes the derivative with respect to the previous value of the scalar",
                    scalar->name_storage, place(where)));
  }
  const Events::Mark mark = events_.mark();
  ScalarEvent event;
  event.where = where;
  EventArg& arg = events_.args.emplace_back();
  arg.scalar = scalar;
  arg.reduction = from;
  if (from) recording_.reductions[from].taken = true;
  events_.append(event, mark);
}

void TapeRecorder::halo_transfer(ops_halo_group group, std::source_location where) {
  if (of_.touches) of_.touches->halos(group, where);
  if (of_.marks && !recording_.silent) of_.marks->comes(where);
  of_.settle();
  for (const ops_halo halo : group->storage) recording_.tracked(halo->from), recording_.tracked(halo->to);
  const Events::Mark mark = events_.mark();
  bool flows = false;
  for (const ops_halo halo : group->storage) {
    const HaloMap map = halo_map(*halo);
    EventArg from, to;
    from.dat = &recording_.tracked(halo->from);
    to.dat = &recording_.tracked(halo->to);
    if (map.volume() > 0) {
      of_.reads(*from.dat, map.from.box);
      of_.overwrites(*to.dat, map.to.box);
      if (to.dat->active && !recording_.silent) from.dat->used = to.dat->used = flows = true;
      if (!recording_.silent) of_.origins.moves(*from.dat, *to.dat, map.to.box, "the halo transfer", where);
    }
    events_.args.push_back(std::move(from));
    events_.args.push_back(std::move(to));
  }
  for (std::size_t i = mark.args; flows && i < events_.args.size(); ++i) of_.uses(*events_.args[i].dat);
  HalosEvent event;
  event.recorded = flows;
  event.is_recomputed = of_.is_recomputed();
  event.group = group;
  event.where = where;
  if (flows || of_.is_recomputed() || events_.regions.size() > mark.regions) events_.append(event, mark);
  else events_.args.resize(mark.args);
  for (const ops_halo halo : group->storage)
    if (Tracked& to = recording_.tracked(halo->to); of_.inputs && (!flows || !to.active))
      of_.inputs->given(to, halo_map(*halo).to.box);
}

/// Every value of the target is overwritten, so what must be kept of it costs a new version, which nobody has to fill.
void TapeRecorder::copy(ops_dat target, ops_dat source, std::source_location where) {
  if (of_.touches) {
    of_.touches->read(source, "the copy", "ops_dat_deep_copy", where);
    of_.touches->write(target, target->layout.allocated, "the copy", "ops_dat_deep_copy", where);
  }
  of_.settle();
  Tracked &to = recording_.tracked(target), &from = recording_.tracked(source);
  const bool flows = to.active && from.active, ends = to.active && (to.used || to.given),
             recorded = !recording_.silent && (flows || ends);
  if (recorded) of_.uses(from), of_.uses(to);
  of_.reads(from, from.layout.allocated);
  of_.replaces(to);
  if (to.alias_of) of_.shown->written(to);
  if (!recording_.silent) of_.origins.moves(from, to, to.layout.allocated, "the copy", where);
  if (recorded || of_.is_recomputed()) append_copy(from, to, recorded, where);
  if (of_.inputs && !recorded) of_.inputs->given(to, to.layout.allocated);
}

void TapeRecorder::append_copy(Tracked& from, Tracked& to, bool recorded, std::source_location where) {
  const bool flows = to.active && from.active;
  if (flows) from.used = to.used = true;
  const Events::Mark mark = events_.mark();
  CopyEvent event;
  event.recorded = recorded;
  event.is_recomputed = of_.is_recomputed() && !to.alias_of;
  if (event.is_recomputed && from.alias_of)
    of_.cannot_recompute("dataset '" + to.name + "' gets a derivative at " + place(where) +
                         ": call ops_ad_reset first");
  event.where = where;
  for (Tracked* dat : {&from, &to}) events_.args.emplace_back().dat = dat;
  if (recorded) of_.doubts.overwritten(to, to.layout.allocated, !flows);
  events_.append(event, mark);
}

void TapeRecorder::raw_access(ops_dat dat, std::source_location where) {
  if (of_.touches) of_.touches->pointer(dat, where);
  of_.settle();
  of_.versions.make_private(recording_.tracked(dat));
  if (of_.of_home.handed_out && !recording_.silent && !of_.scratch) of_.of_home.handed_out->taken(dat, where);
  if (recording_.tracked(dat).is_computed()) out_.emplace_back(dat, where);
}

void TapeRecorder::raw_read(ops_dat dat, std::source_location where) {
  if (of_.touches) of_.touches->read(dat, "the program", "access to values", where);
  if (of_.of_home.handed_out) of_.of_home.handed_out->read(dat, where);
  if (const Tracked* derived = recording_.tracked(dat).alias_of; derived && !recording_.silent)
    of_.of_home.doubts.read(*derived, *dat, where);
}

/// Inputs are the program's own.
void TapeRecorder::raw_known(ops_dat handle, std::source_location where) {
  const Tracked& dat = recording_.tracked(handle);
  of_.origins.read(dat, where);
  const bool hidden = hides_reals(dat.element) && !dat.passive && !dat.origin.leaks.empty();
  if (recording_.silent || !dat.is_computed() || !(dat.active || hidden)) return;
  of_.of_home.host_values.read("a cell of dataset '" + dat.name + "', read at " + place(where), recording_.context);
}

/// The program may use values before it releases the pointer to them. Meanwhile no loop changes them.
void TapeRecorder::look_through_pointers() {
  if (recording_.silent) return;
  for (const auto& [dat, where] : std::exchange(out_, {}))
    if (alive(dat) && dat->raw_out > 0) raw_known(dat, where);
}

void TapeRecorder::raw_write(ops_dat dat, std::source_location where) {
  if (of_.of_home.handed_out) of_.of_home.handed_out->written(dat);
  raw_write_part(dat, dat->layout.allocated, where);
}

void TapeRecorder::raw_write_part(ops_dat handle, const Box& cells, std::source_location where) {
  if (of_.touches)
    of_.touches->write(handle, intersection(cells, handle->layout.interior), "the program", "access to values", where);
  of_.settle();
  // a test of derivatives moves inputs without a call of the program
  if (recording_.context.halo_check != nullptr) recording_.context.halo_check->unseen().forget(handle);
  look_through_pointers();
  Tracked& dat = recording_.tracked(handle);
  const Events::Mark mark = events_.mark();
  of_.versions.protect(dat, cells);
  of_.versions.keep_regions(mark, where);
  if (dat.alias_of) of_.shown->written(dat);
  of_.origins.write(dat, cells, where);
  if (of_.inputs) of_.inputs->given(dat, cells);
  if (dat.active && !recording_.silent) cut(dat, cells, "a write from outside of loops", where, by_program);
  if (of_.is_recomputed() && !dat.alias_of) of_.stepping.steps()->program.give(dat, cells, where);
}

/// Its values may come from what the program has read.
void TapeRecorder::declared(ops_dat dat, std::source_location where) {
  if (recording_.silent) return;
  look_through_pointers();
  of_.origins.write(recording_.tracked(dat), dat->layout.allocated, where);
}

/// Values that nothing has used yet are inputs: their derivative is the user's business. Others lose theirs here.
void TapeRecorder::cut(Tracked& dat, const Box& cells, const std::string& how, std::source_location where,
                       const char* note) {
  if (!dat.used) {
    dat.given = true;
    return;
  }
  of_.doubts.cut(
      ops::format("dataset '{}' is overwritten during recording by {} at {}: this write is not differentiated, "
                  "so the gradient ignores how the new values were computed; "
                  "if a new run begins here, call ops_ad_reset first{}",
                  dat.name, how, place(where), note),
      "", note == by_program ? &dat : nullptr);
  const Events::Mark mark = events_.mark();
  CutEvent event;
  event.where = where;
  event.cells = cells;
  EventArg arg;
  arg.dat = &dat;
  events_.args.push_back(std::move(arg));
  events_.append(event, mark);
}

void TapeRecorder::store(ops_dat dat, char* destination, Where where) {
  if (recording_.silent)
    throw error_at(OPS_RUNTIME_ERROR, "ops_dat_store_derivative", where)
        << "dataset '" << dat->name
        << "': inside an external function, this call needs a nested tape (ops_create_tape)";
  const Events::Mark mark = events_.mark();
  StoreEvent event;
  event.where = where;
  event.destination = destination;
  EventArg arg;
  arg.dat = &recording_.tracked(dat);
  arg.dat->used = true;
  events_.args.push_back(std::move(arg));
  events_.append(event, mark);
}

void TapeRecorder::forget(ops_dat dat) {
  if (outer_) outer_->forget(dat);
  of_.origins.forget(dat->index);
  of_.doubts.forget(dat->index);
  std::erase_if(out_, [&](const auto& pointer) { return pointer.first == dat; });
  const auto index = static_cast<std::size_t>(dat->index);
  if (index >= recording_.live.size() || !recording_.live[index]) return;
  if (recording_.live[index]->on_tape)
    of_.beyond_calls("dataset '" + recording_.live[index]->name + "' has been freed", true);
  std::unique_ptr<Tracked> gone = std::move(recording_.live[index]);
  if (of_.inputs) of_.inputs->forget(*gone);
  if (of_.handed_out) of_.handed_out->forget(dat);
  if (gone->on_tape) of_.cannot_recompute("dataset '" + gone->name + "' has been freed");
  gone->dat = nullptr;
  if (gone->alias_of) gone->alias_of->alias = nullptr;
  if (gone->alias) recording_.tracked(gone->alias).alias_of = nullptr;
  gone->alias_of = nullptr;
  gone->alias = nullptr;
  gone->shown.reset();
  if (gone->on_tape || of_.stepping.steps()) recording_.freed.push_back(std::move(gone));
}

}  // namespace ops
