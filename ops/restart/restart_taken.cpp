// ops/restart/restart_taken.cpp: when a state is taken, and what it hears of the calls that follow.
#include <algorithm>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/core/cells.hpp"
#include "ops/dist/halo_map.hpp"
#include "ops/record/footprint.hpp"
#include "ops/restart/restart.hpp"

namespace ops {
namespace {

/// Every cell of the loop's box through this argument becomes a new value, whatever the kernel does.
bool overwrites(const LoopCall& call, std::size_t k, const ArgView& view) {
  const ops_arg& arg = call.args[k];
  if (arg.acc != OPS_WRITE || arg.opt == 0 || arg.stencil->points != 1 || arg.stencil->offsets[0] != Index{})
    return false;
  if (call.implementation == nullptr || k >= call.implementation->args.size()) return false;
  const ArgFacts& facts = call.implementation->args[k];
  if (!facts.written || facts.reads_old) return false;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(call.dims); ++axis)
    if (view.step[axis] != view.pitch[axis] || view.divisor[axis] != 1 || arg.dat->layout.collapsed[axis]) return false;
  return true;
}

std::vector<SavedHandle> saved(const auto& handles, const auto& one) {
  std::vector<SavedHandle> all;
  for (const auto& handle : handles) all.push_back(one(*handle));
  return all;
}

std::vector<std::byte> bytes_at(const char* data, int size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  return {first, first + size};
}

}  // namespace

/// Whether a program that starts again could not record what this one has.
bool Restart::past_recording(At at) {
  if (beside_ == nullptr || (at == At::jump ? before_jumps_ : beside_->obstacle()).empty()) return false;
  const bool told = std::exchange(told_of_end_, true);
  if (!told && !before_jumps_.empty())
    *context_.out << "OPS: no more states are saved in checkpoint file '" << file_.name()
                  << "': this program records for derivatives, and " << before_jumps_
                  << "; if it is to jump (ops_checkpointing_fastfw), that has to come before "
                     "ops_checkpointing_initphase_done (OPS_CHECKPOINT_INITPHASE)\n";
  else if (!told)
    *context_.out << "OPS: from here on states are saved in checkpoint file '" << file_.name()
                  << "' only at ops_checkpointing_fastfw, where nothing is recorded yet: this "
                  << "program records for derivatives, and " << beside_->obstacle()
                  << ", which one that starts again could not repeat without running what comes before\n";
  return true;
}

bool Restart::due(At at) {
  if (!begun_ || wanted_ != nullptr || draft_ != nullptr) return false;
  const bool late = std::chrono::duration<double>(Clock::now() - last_).count() >= plan_.interval;
  return context_.pool.machine().least(late ? 1 : 0) == 1 && !past_recording(at);  // clocks differ
}

/// A program that has recorded something comes by here, so that it is recorded again.
At Restart::at_of(const RestartPlace& place) const {
  if (place.jump && (beside_ == nullptr || beside_->empty())) return At::jump;
  return place.list != nullptr || place.jump ? At::list : At::call;
}

bool Restart::takes(const RestartPlace& place) {
  if (place.now) return !past_recording(at_of(place));
  return (!plan_.at_lists || place.list != nullptr) && (!plan_.at_jumps || place.jump) && !plan_.when_told &&
         due(at_of(place));
}

bool Restart::reached(const RestartPlace& place) {
  ++visits_;
  jumps_begun_ = jumps_begun_ || place.jump;
  if (place.jump && here(At::jump)) {
    if (place.payload.size() != wanted_->payload.size())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "checkpoint file '" << file_.name() << "' has a payload of " << wanted_->payload.size()
          << " bytes, the program asks for " << place.payload.size();
    std::ranges::copy(wanted_->payload, place.payload.begin());
    put_back();
    return true;
  }
  if ((place.list != nullptr || (place.jump && beside_ != nullptr)) && here(At::list)) put_back();
  if (wanted_ != nullptr) return false;
  if (takes(place)) careful([&] { take(place); });
  return false;
}

RestartState Restart::state_here() const {
  RestartState state;
  state.recorded = beside_ != nullptr;
  state.place = place_;
  state.visits = visits_;
  state.path = path_;
  state.results = results_;
  state.failed = failed_;
  state.random = random_.get();
  for (const auto& [name, constant] : context_.constants) state.constants.push_back({name, *constant.value});
  state.dats = declared();
  state.reductions = saved(context_.reductions, [](const ops_reduction_core& one) {
    return SavedHandle{one.name_storage, bytes_at(one.data, one.size), one.initialized, one.acc};
  });
  state.scalars = saved(context_.scalars, [](const ops_scalar_core& one) {
    return SavedHandle{one.name_storage, bytes_at(one.data, one.size)};
  });
  return state;
}

void Restart::take(const RestartPlace& place) {
  draft_ = std::make_unique<Draft>(context_);
  taking_ = state_here();
  taking_.at = at_of(place);
  taking_.payload.assign(place.payload.begin(), place.payload.end());
  seen_.clear();
  calls_ = 0;
  for (const auto& dat : context_.dats) {
    const bool listed = place.list == nullptr || std::ranges::find(*place.list, dat.get()) != place.list->end();
    if (dat && (!listed || (beside_ != nullptr && beside_->shows(dat.get())))) draft_->forget(dat.get());
    // the program may write through the pointer at any time
    if (dat && dat->raw_out > 0) draft_->reads(dat.get(), dat->layout.allocated);
  }
  if (place.list != nullptr) write();
}

void Restart::write() {
  draft_->complete();
  taking_.cells = std::move(*draft_).saved();
  file_.write(taking_);
  drop();
}

/// What the state that is being taken has so far is given back.
void Restart::drop() {
  draft_.reset();
  taking_ = {};
  last_ = Clock::now();
}

/// Whatever fails while a state is taken or written is no reason to end the program: the state before is still there.
void Restart::careful(const std::function<void()>& step) {
  try {
    step();
  } catch (const std::exception& error) {
    drop();
    *context_.out << "OPS warning: no state could be saved in checkpoint file '" << file_.name()
                  << "': " << error.what() << "; the one before stays if there is one, and the program goes on\n"
                  << std::flush;
  }
}

void Restart::tell_draft(const std::function<void(Draft&)>& what) {
  if (draft_ != nullptr) careful([&] { what(*draft_); });
}

void Restart::finished() {
  if (wanted_ != nullptr)
    *context_.out << "OPS warning: the program has ended before the place where checkpoint file '" << file_.name()
                  << "' was written\n";
  else file_.remove();
}

void Restart::loop(const LoopCall& call, std::span<const ArgView> views) {
  for (const ops_arg& arg : call.args)  // a recording keeps which loop attained an extremum
    if (beside_ != nullptr && arg.argtype == ArgKind::reduce && arg.acc != OPS_INC)
      result(arg.reduction, "ops_par_loop", call.where);
  // a call shows less where points share a cell
  const Box& range = call.kernel.kernel == nullptr ? call.range : range_;
  tell_draft([&](Draft& draft) {
    for (const bool written : {false, true})  // what is read first
      for (std::size_t k = 0; k < call.args.size(); ++k) {
        if (call.args[k].argtype != ArgKind::dat || overwrites(call, k, views[k]) != written) continue;
        const ops_dat dat = call.args[k].dat;
        const Box centre = footprint(views[k], range);
        if (written) draft.writes(dat, intersection(centre, dat->layout.allocated));
        else draft.reads(dat, hull(centre, footprint(views[k], range, call.args[k].stencil->offsets)));
      }
  });
}

void Restart::reduction_result(ops_reduction handle, std::source_location where, ops_scalar) {
  result(handle, "ops_reduction_result", where);
}

/// What a reduction has come to: from the file on the way, else for the file.
void Restart::result(ops_reduction handle, const char* call, std::source_location where) {
  if (!on_the_way()) {
    results_.push_back(bytes_at(handle->values(), handle->size));
    return;
  }
  const std::size_t number = results_.size();
  if (number >= wanted_->results.size() || wanted_->results[number].size() != static_cast<std::size_t>(handle->size))
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "checkpoint file '" << file_.name() << "' has no result of reduction '" << handle->name
        << "' here: it was written by another program; remove it to start from the beginning";
  results_.push_back(wanted_->results[number]);
  std::memcpy(handle->values(), results_.back().data(), static_cast<std::size_t>(handle->size));
}

void Restart::halo_transfer(ops_halo_group group, std::source_location) {
  tell_draft([group](Draft& draft) {
    for (const ops_halo halo : group->storage) {
      const HaloMap map = halo_map(*halo);
      draft.reads(halo->from, map.from.box);
      draft.writes(halo->to, map.to.box);
    }
  });
}

void Restart::copy(ops_dat target, ops_dat source, std::source_location) {
  all_of(source);
  tell_draft([target](Draft& draft) { draft.writes(target, target->layout.allocated); });
}

void Restart::raw_access(ops_dat dat, std::source_location where) {
  behind(dat, "a read of values", where);
  all_of(dat);
}

void Restart::raw_write_part(ops_dat dat, const Box& cells, std::source_location) {
  tell_draft([&](Draft& draft) { draft.reads(dat, cells); });
}

void Restart::all_of(ops_dat dat) {
  tell_draft([dat](Draft& draft) { draft.reads(dat, dat->layout.allocated); });
}

/// No state is saved after that, so there is none to go back to: a state that is being taken is saved before.
void Restart::beyond_calls(const std::string& what) {
  if (on_the_way())
    throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' was written " << wanted_->place
                                          << " loops and transfers after the start, but " << what
                                          << ", before that place: it was written by another program, or with other "
                                             "options; remove it to start from the beginning";
  if (draft_ != nullptr) careful([this] { write(); });
  if (begun_ && !jumps_begun_ && before_jumps_.empty()) before_jumps_ = what;
}

void Restart::forget(ops_dat dat) {
  skipped_.erase(dat);
  if (draft_ != nullptr) draft_->forget(dat);
}

}  // namespace ops
