// ops/files/restart/state_taking.cpp: decides when a state is due, and notifies it of the calls that follow.
#include "ops/files/restart/state_taking.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "ops/data/machine.hpp"

namespace ops {
namespace {

constexpr int enough = 3;         ///< when a loop comes for this time what is undecided is saved
constexpr int most_calls = 1000;  ///< and after so many calls

std::vector<SavedHandle> saved(const auto& handles, const auto& one) {
  std::vector<SavedHandle> all;
  for (const auto& handle : handles) all.push_back(one(*handle));
  return all;
}

}  // namespace

/// Whether a program that starts again could not record what this one has.
bool StateTaking::past_recording(At at) {
  if (of_.beside == nullptr || (at == At::jump ? before_jumps_ : of_.beside->obstacle()).empty()) return false;
  const bool told = std::exchange(told_of_end_, true);
  if (!told && !before_jumps_.empty())
    *of_.context.out << "OPS: no more states will be saved in checkpoint file '" << of_.file.name()
                     << "'. Reason: the program records loops for derivatives, and " << before_jumps_
                     << ". If the program calls ops_checkpointing_fastfw, perform this operation earlier, before the "
                        "call to ops_checkpointing_initphase_done (OPS_CHECKPOINT_INITPHASE)\n";
  else if (!told)
    *of_.context.out << "OPS: from now on, states will be saved in checkpoint file '" << of_.file.name()
                     << "' only at calls to ops_checkpointing_fastfw, and only if the recording is empty. "
                        "Reason: the program records loops for derivatives, and "
                     << of_.beside->obstacle() << '\n';
  return true;
}

bool StateTaking::due(At at) {
  if (!of_.begun || of_.wanted != nullptr || draft_ != nullptr) return false;
  const bool late = std::chrono::duration<double>(Clock::now() - last_).count() >= of_.plan.interval;
  return of_.context.pool.machine().least(late ? 1 : 0) == 1 && !past_recording(at);  // clocks differ
}

/// A program that has recorded something comes by here, so that it is recorded again.
At StateTaking::at_of(const RestartPlace& place) const {
  if (place.jump && (of_.beside == nullptr || of_.beside->empty())) return At::jump;
  return place.list != nullptr || place.jump ? At::list : At::call;
}

bool StateTaking::takes(const RestartPlace& place) {
  if (place.now) return !past_recording(at_of(place));
  return (!of_.plan.at_lists || place.list != nullptr) && (!of_.plan.at_jumps || place.jump) && !of_.plan.when_told &&
         due(at_of(place));
}

RestartState StateTaking::state_here() const {
  RestartState state;
  state.recorded = of_.beside != nullptr;
  state.place = of_.place;
  state.visits = of_.visits;
  state.path = of_.path;
  state.results = of_.results;
  state.failed = of_.failed;
  state.random = of_.random.get();
  for (const auto& [name, constant] : of_.context.constants) state.constants.push_back({name, *constant.value});
  state.dats = of_.declared();
  state.reductions = saved(of_.context.reductions, [](const ops_reduction_core& one) {
    return SavedHandle{one.name_storage, bytes_at(one.data, one.size), one.initialized, one.acc};
  });
  state.scalars = saved(of_.context.scalars, [](const ops_scalar_core& one) {
    return SavedHandle{one.name_storage, bytes_at(one.data, one.size)};
  });
  return state;
}

void StateTaking::take(const RestartPlace& place) {
  draft_ = std::make_unique<StateDraft>(of_.context);
  taking_ = state_here();
  taking_.at = at_of(place);
  taking_.payload.assign(place.payload.begin(), place.payload.end());
  seen_.clear();
  calls_ = 0;
  for (const auto& dat : of_.context.dats) {
    const bool listed = place.list == nullptr || std::ranges::find(*place.list, dat.get()) != place.list->end();
    if (dat && (!listed || (of_.beside != nullptr && of_.beside->shows(dat.get())))) draft_->forget(dat.get());
    // the program may write through the pointer at any time
    if (dat && dat->raw_out > 0) draft_->reads(dat.get(), dat->layout.allocated);
  }
  if (place.list != nullptr) write();
}

void StateTaking::write() {
  draft_->complete();
  taking_.cells = std::move(*draft_).saved();
  of_.file.write(taking_);
  drop();
}

/// What the state that is being taken has so far is given back.
void StateTaking::drop() {
  draft_.reset();
  taking_ = {};
  last_ = Clock::now();
}

/// Whatever fails while a state is taken or written is no reason to end the program: the state before is still there.
void StateTaking::careful(const std::function<void()>& step) {
  try {
    step();
  } catch (const std::exception& error) {
    drop();
    *of_.context.out << "OPS warning: no state could be saved in checkpoint file '" << of_.file.name()
                     << "': " << error.what() << "; the previous state, if any, is kept, and the program continues\n"
                     << std::flush;
  }
}

void StateTaking::tell(const std::function<void(StateDraft&)>& what) {
  if (draft_ != nullptr) careful([&] { what(*draft_); });
}

void StateTaking::all_of(ops_dat dat) {
  tell([dat](StateDraft& draft) { draft.reads(dat, dat->layout.allocated); });
}

void StateTaking::comes(const Site* site) {
  if (draft_ == nullptr) return;
  const bool again = site != nullptr && ++seen_[*site] == enough;
  if (again || ++calls_ > most_calls || draft_->decided()) careful([this] { write(); });
}

/// A state that is being taken is saved before.
void StateTaking::beyond_calls(const std::string& what) {
  if (draft_ != nullptr) careful([this] { write(); });
  if (of_.begun && !jumps_begun_ && before_jumps_.empty()) before_jumps_ = what;
}

}  // namespace ops
