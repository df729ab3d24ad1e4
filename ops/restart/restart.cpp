// ops/restart/restart.cpp: counting calls, taking states, going back.
#include "ops/restart/restart.hpp"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/comm/first.hpp"
#include "ops/core/cells.hpp"
#include "ops/dist/halo_map.hpp"
#include "ops/engine/engine.hpp"
#include "ops/engine/halo_check.hpp"
#include "ops/record/footprint.hpp"
#include "ops/store/codec.hpp"

namespace ops {
namespace {

constexpr int enough = 3;         ///< when a loop comes for this time what is undecided is saved
constexpr int most_calls = 1000;  ///< and after so many calls

std::uint64_t hash(std::uint64_t before, const std::string& what) {
  const std::string text = std::to_string(before) + what;
  return checksum(std::as_bytes(std::span(text)));
}

std::string described(const LoopRequest& request) {
  std::string text = request.name;
  for (int k = 0; request.range != nullptr && k < 2 * request.called_dims; ++k) text += ' ' + std::to_string(request.range[k]);
  return text;
}

/// Every cell of the loop's box through this argument becomes a new value, whatever the kernel does.
bool overwrites(const LoopCall& call, std::size_t k, const ArgView& view) {
  const ops_arg& arg = call.args[k];
  if (arg.acc != OPS_WRITE || arg.opt == 0 || arg.stencil->points != 1 || arg.stencil->offsets[0] != Index{}) return false;
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

/// Handles that the program has declared so far; others belong to calls that are still to come.
void put_back_handles(const std::vector<SavedHandle>& from, const auto& to, const auto& one) {
  for (std::size_t k = 0; k < from.size() && k < to.size(); ++k)
    if (from[k].name == to[k]->name && from[k].value.size() == static_cast<std::size_t>(to[k]->size)) one(*to[k], from[k]);
}

std::vector<DeclaredDat> declared(const Context& context) {
  std::vector<DeclaredDat> all;
  for (const auto& dat : context.dats)
    if (dat && dat->buffer) all.push_back({dat->index, dat->name_storage, type_name(dat->element), dat->dim, dat->layout.allocated, dat->reducing});
  return all;
}

}  // namespace

Restart::Restart(Context& context, std::string file, const RestartPlan& plan, Random random, Repeats* beside)
    : context_(context), file_(std::move(file)), plan_(plan), random_(std::move(random)), beside_(beside), begun_(!plan.after_begin), last_(Clock::now()) {
  if (auto state = file_.read()) wanted_ = std::make_unique<RestartState>(std::move(*state));
  if (wanted_ != nullptr && wanted_->recorded != (beside_ != nullptr))
    throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' was written by a program that " << (beside_ ? "did not record" : "recorded")
                                          << " for derivatives (-OPS_AD), and this one does" << (beside_ ? "" : " not") << "; remove it to start from the beginning";
}

// --- going back -------------------------------------------------------------------------------------------------------------------

/// Whether this is the place to go back to.
bool Restart::here(At at) const {
  if (wanted_ == nullptr || !begun_ || wanted_->at != at) return false;
  if (at == At::jump) return true;
  const bool same_host = at == At::call || (results_.size() == wanted_->results.size() && random_.get() == wanted_->random);
  return place_ == wanted_->place && same_host;  // between two calls a program may list datasets several times
}

void Restart::check_not_past() const {
  if (on_the_way() && wanted_->at != At::jump && place_ > wanted_->place)
    throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' was written " << wanted_->place << " loops and transfers after the start"
                                          << ", at a place that this program has not come by: it was written by another program, or with other options; "
                                             "remove it to start from the beginning";
}

void Restart::begin_is_over() {
  begun_ = true;
  check_not_past();
}

/// One more call that changes values. @return  whether it is left out
bool Restart::comes(const std::string& what, const Site* site) {
  if (here(At::call)) put_back();
  check_not_past();
  if (!on_the_way() && !plan_.at_lists && !plan_.at_jumps && !plan_.when_told && due()) careful([this] { take({}); });
  ++place_;
  path_ = hash(path_, what);
  if (draft_ == nullptr) return on_the_way();
  const bool again = site != nullptr && ++seen_[*site] == enough;
  if (again || ++calls_ > most_calls || draft_->decided()) careful([this] { write(); });
  return false;
}

Fate Restart::fate(const LoopRequest& request) {
  const Site site{request.where.file_name(), request.where.line(), request.where.column()};
  range_ = Box{};
  for (std::size_t axis = 0; request.range != nullptr && axis < static_cast<std::size_t>(request.called_dims) && axis < max_dim; ++axis) {
    range_.lo[axis] = request.range[2 * axis];
    range_.hi[axis] = request.range[2 * axis + 1];
  }
  if (!comes(described(request), &site)) return Fate::runs;
  fail_again();
  for (const ops_arg& arg : request.args) {
    if (arg.argtype == ArgKind::dat && arg.acc != OPS_READ) skipped_.insert(arg.dat);
    if (beside_ == nullptr && arg.argtype == ArgKind::reduce && alive(arg.reduction)) {
      arg.reduction->initialized = 1;
      arg.reduction->acc = arg.acc;
    }
  }
  return left_out();
}

/// The loop that came last threw in the interrupted run, and the program went on from there: so it does now.
void Restart::fail_again() const {
  const auto known = std::ranges::find(wanted_->failed, place_ - 1, &FailedLoop::place);
  if (known != wanted_->failed.end()) throw OPSException(known->code, known->text);
}

void Restart::loop_threw(const LoopRequest& request) {
  try {
    throw;
  } catch (const OPSException& error) {
    failed_.push_back({place_ - 1, error.code, error.what()});
  } catch (const std::exception& error) {
    failed_.push_back({place_ - 1, OPS_RUNTIME_ERROR, "loop '" + std::string(request.name) + "': " + error.what()});
  } catch (...) {
    failed_.push_back({place_ - 1, OPS_RUNTIME_ERROR, "loop '" + std::string(request.name) + "' threw"});
  }
}

Fate Restart::fate(ops_halo_group group) {
  if (!comes("ops_halo_transfer", nullptr)) return Fate::runs;
  for (const ops_halo halo : group->storage) skipped_.insert(halo->to);
  return left_out();
}

Fate Restart::fate_of_copy(ops_dat target) {
  if (!comes("ops_dat_deep_copy " + target->name_storage, nullptr)) return Fate::runs;
  skipped_.insert(target);
  return left_out();
}

bool Restart::skips_output(ops_dat dat) {
  all_of(dat);  // if it is not left out, it reads
  if (!on_the_way() || !skipped_.contains(dat)) return false;
  if (!std::exchange(told_of_output_, true))
    *context_.out << "OPS: until the place where checkpoint file '" << file_.name()
                  << "' was written nothing is printed or written to files: the run that was interrupted has done it\n";
  return true;
}

void Restart::behind(ops_dat dat, const char* what, std::source_location where) const {
  if (!on_the_way() || !skipped_.contains(dat)) return;
  throw error_at(OPS_RUNTIME_ERROR, what, where)
      << "the program starts again from checkpoint file '" << file_.name() << "', so loops before that place are left out, and dataset '" << dat->name
      << "' has not the values that it reads here. Do so before ops_checkpointing_initphase_done, or let the program jump to the place with "
         "ops_checkpointing_fastfw, or remove the file to start from the beginning";
}

void Restart::check_declared() const {
  const std::vector<DeclaredDat> here = declared(context_);
  for (const DeclaredDat& dat : wanted_->dats)
    if (std::ranges::find(here, dat) == here.end())
      throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' has a dataset '" << dat.name
                                            << "' that the program has not, or not with that type and size; remove the file to start from the beginning";
  for (const DeclaredDat& dat : here)
    if (std::ranges::find(wanted_->dats, dat) == wanted_->dats.end())
      throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' knows no dataset '" << dat.name
                                            << "', which the program has declared; remove the file to start from the beginning";
  if (wanted_->at != At::jump && path_ != wanted_->path)
    throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' was written after other loops than this program has made; "
                                          << "remove the file to start from the beginning";
}

/// A program that jumps has not made the calls that changed them. Kernels of its own read the variables.
void Restart::put_back_constants() const {
  for (const SavedConstant& one : wanted_->constants) {
    const auto known = context_.constants.find(one.name);
    if (known == context_.constants.end()) continue;  // declared later
    Constant& constant = known->second;
    if (constant.value->size() != one.value.size())
      throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' has " << one.value.size() << " bytes for constant '" << one.name
                                            << "', the program " << constant.value->size() << "; remove the file to start from the beginning";
    if (*constant.value == one.value) continue;
    constant.value = std::make_shared<const std::vector<std::byte>>(one.value);
    if (constant.variable != nullptr) std::memcpy(const_cast<void*>(constant.variable), one.value.data(), one.value.size());
  }
}

void Restart::put_back() {
  check_declared();
  for (SavedCells& one : wanted_->cells) {
    const ops_dat dat = context_.dats[static_cast<std::size_t>(one.dat)].get();
    const std::vector<std::byte> values = of_first(communicator(), std::move(one.values));
    if (beside_ != nullptr) beside_->make_room(dat);
    write_cells(dat->buffer, values.data(), dat->layout, one.cells);
  }
  for (const DeclaredDat& dat : wanted_->dats) context_.dats[static_cast<std::size_t>(dat.index)]->reducing = dat.reducing;
  put_back_handles(wanted_->reductions, context_.reductions, [](ops_reduction_core& to, const SavedHandle& from) {
    std::memcpy(to.data, from.value.data(), from.value.size());
    to.initialized = from.initialized;
    to.acc = from.access;
  });
  put_back_handles(wanted_->scalars, context_.scalars,
                   [](ops_scalar_core& to, const SavedHandle& from) { std::memcpy(to.data, from.value.data(), from.value.size()); });
  if (context_.halo_check != nullptr) context_.halo_check->ledger().restored();
  put_back_constants();
  random_.set(wanted_->random);
  place_ = wanted_->place;
  path_ = wanted_->path;
  results_ = std::move(wanted_->results);
  failed_ = std::move(wanted_->failed);
  wanted_.reset();
  skipped_.clear();
  last_ = Clock::now();
  if (beside_ != nullptr) beside_->arrive();
}

// --- taking a state ---------------------------------------------------------------------------------------------------------------

/// Whether a program that starts again could not record what this one has.
bool Restart::past_recording() {
  if (beside_ == nullptr || beside_->obstacle().empty()) return false;
  if (!std::exchange(told_of_end_, true))
    *context_.out << "OPS: no more states are saved in checkpoint file '" << file_.name() << "': this program records for derivatives, and " << beside_->obstacle()
                  << ", which a program that starts again could not repeat without running what comes before\n";
  return true;
}

bool Restart::due() {
  if (!begun_ || wanted_ != nullptr || draft_ != nullptr) return false;
  const bool late = std::chrono::duration<double>(Clock::now() - last_).count() >= plan_.interval;
  return context_.pool.machine().least(late ? 1 : 0) == 1 && !past_recording();  // clocks differ
}

/// A program that records does not jump: it comes by here.
At Restart::at_of(const RestartPlace& place) const {
  if (place.jump && beside_ == nullptr) return At::jump;
  return place.list != nullptr || place.jump ? At::list : At::call;
}

bool Restart::reached(const RestartPlace& place) {
  if (at_of(place) == At::jump && here(At::jump)) {
    if (place.payload.size() != wanted_->payload.size())
      throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' has a payload of " << wanted_->payload.size()
                                            << " bytes, the program asks for " << place.payload.size();
    std::ranges::copy(wanted_->payload, place.payload.begin());
    put_back();
    return true;
  }
  if ((place.list != nullptr || at_of(place) == At::list) && here(At::list)) put_back();
  if (wanted_ != nullptr) return false;
  const bool fits = (!plan_.at_lists || place.list != nullptr) && (!plan_.at_jumps || place.jump) && !plan_.when_told;
  if ((place.now && !past_recording()) || (fits && due())) careful([&] { take(place); });
  return false;
}

RestartState Restart::state_here() const {
  RestartState state;
  state.recorded = beside_ != nullptr;
  state.place = place_;
  state.path = path_;
  state.results = results_;
  state.failed = failed_;
  state.random = random_.get();
  for (const auto& [name, constant] : context_.constants) state.constants.push_back({name, *constant.value});
  state.dats = declared(context_);
  state.reductions = saved(context_.reductions, [](const ops_reduction_core& one) {
    return SavedHandle{one.name_storage, bytes_at(one.data, one.size), one.initialized, one.acc};
  });
  state.scalars = saved(context_.scalars, [](const ops_scalar_core& one) { return SavedHandle{one.name_storage, bytes_at(one.data, one.size)}; });
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
    if (dat && !listed) draft_->forget(dat.get());
    if (dat && dat->raw_out > 0) draft_->reads(dat.get(), dat->layout.allocated);  // the program may write through the pointer at any time
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
    *context_.out << "OPS warning: no state could be saved in checkpoint file '" << file_.name() << "': " << error.what()
                  << "; the one before stays if there is one, and the program goes on\n"
                  << std::flush;
  }
}

void Restart::tell_draft(const std::function<void(Draft&)>& what) {
  if (draft_ != nullptr) careful([&] { what(*draft_); });
}

void Restart::finished() {
  if (wanted_ != nullptr)
    *context_.out << "OPS warning: the program has ended before the place where checkpoint file '" << file_.name() << "' was written\n";
  else
    file_.remove();
}

// --- what a draft hears -----------------------------------------------------------------------------------------------------------

void Restart::loop(const LoopCall& call, std::span<ArgView> views, std::span<const std::shared_ptr<const std::vector<std::byte>>>) {
  for (const ops_arg& arg : call.args)  // a recording keeps which loop attained an extremum
    if (beside_ != nullptr && arg.argtype == ArgKind::reduce && arg.acc != OPS_INC) result(arg.reduction, "ops_par_loop", call.where);
  const Box& range = call.kernel.kernel == nullptr ? call.range : range_;  // a call shows less where points share a cell
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

void Restart::reduction_result(ops_reduction handle, std::source_location where, ops_scalar) { result(handle, "ops_reduction_result", where); }

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
    throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file_.name() << "' was written " << wanted_->place << " loops and transfers after the start, but "
                                          << what << ", before that place: it was written by another program, or with other options; remove it to start from the beginning";
  if (draft_ != nullptr) careful([this] { write(); });
}

void Restart::forget(ops_dat dat) {
  skipped_.erase(dat);
  if (draft_ != nullptr) draft_->forget(dat);
}

}  // namespace ops
