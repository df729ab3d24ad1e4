// ops/restart/restart.cpp: counting calls, taking states, going back.
#include "ops/restart/restart.hpp"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/comm/first.hpp"
#include "ops/core/cells.hpp"
#include "ops/engine/engine.hpp"
#include "ops/engine/halo_check.hpp"
#include "ops/store/checksum.hpp"

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
  for (int k = 0; request.range != nullptr && k < 2 * request.called_dims; ++k)
    text += ' ' + std::to_string(request.range[k]);
  return text;
}

/// Handles that the program has declared so far; others belong to calls that are still to come.
void put_back_handles(const std::vector<SavedHandle>& from, const auto& to, const auto& one) {
  for (std::size_t k = 0; k < from.size() && k < to.size(); ++k)
    if (from[k].name == to[k]->name && from[k].value.size() == static_cast<std::size_t>(to[k]->size))
      one(*to[k], from[k]);
}

}  // namespace

Restart::Restart(Context& context, std::string file, const RestartPlan& plan, Random random, Repeats* beside)
    : context_(context),
      file_(std::move(file)),
      plan_(plan),
      random_(std::move(random)),
      beside_(beside),
      begun_(!plan.after_begin),
      last_(Clock::now()) {
  if (auto state = file_.read()) wanted_ = std::make_unique<RestartState>(std::move(*state));
  if (wanted_ != nullptr && wanted_->recorded != (beside_ != nullptr))
    throw OPSException(OPS_RUNTIME_ERROR)
        << "checkpoint file '" << file_.name() << "' was written by a program that "
        << (beside_ ? "did not record" : "recorded") << " for derivatives (-OPS_AD), and this one does"
        << (beside_ ? "" : " not") << "; remove it to start from the beginning";
}

/// Whether this is the place to go back to.
bool Restart::here(At at) const {
  if (wanted_ == nullptr || !begun_ || wanted_->at != at) return false;
  if (at == At::jump) return true;
  // between two calls a program may list datasets several times
  return place_ == wanted_->place && (at == At::call || visits_ == wanted_->visits);
}

void Restart::check_not_past() const {
  if (on_the_way() && wanted_->at != At::jump && place_ > wanted_->place)
    throw OPSException(OPS_RUNTIME_ERROR)
        << "checkpoint file '" << file_.name() << "' was written " << wanted_->place
        << " loops and transfers after the start"
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
  if (!on_the_way() && !plan_.at_lists && !plan_.at_jumps && !plan_.when_told && due(At::call))
    careful([this] { take({}); });
  ++place_;
  path_ = hash(path_, what);
  if (draft_ == nullptr) return on_the_way();
  const bool again = site != nullptr && ++seen_[*site] == enough;
  if (again || ++calls_ > most_calls || draft_->decided()) careful([this] { write(); });
  return false;
}

/// What becomes of a call on the way: where something records, it has to know of it.
Fate Restart::left_out() const {
  if (beside_ == nullptr) return Fate::is_left_out;
  beside_->leave_out();
  return Fate::is_recorded;
}

Fate Restart::fate(const LoopRequest& request) {
  const Site site{request.where.file_name(), request.where.line(), request.where.column()};
  range_ = Box{};
  for (std::size_t axis = 0;
       request.range != nullptr && axis < static_cast<std::size_t>(request.called_dims) && axis < max_dim; ++axis) {
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
      << "the program starts again from checkpoint file '" << file_.name()
      << "', so loops before that place are left out, and dataset '" << dat->name
      << "' has not the values that it reads here. Do so before ops_checkpointing_initphase_done, or let the program "
         "jump to the place with "
         "ops_checkpointing_fastfw, or remove the file to start from the beginning";
}

std::vector<DeclaredDat> Restart::declared() const {
  std::vector<DeclaredDat> all;
  for (const auto& dat : context_.dats)
    if (dat && dat->buffer && !(beside_ != nullptr && beside_->shows(dat.get())))
      all.push_back(
          {dat->index, dat->name_storage, type_name(dat->element), dat->dim, dat->layout.allocated, dat->reducing});
  return all;
}

void Restart::check_declared() const {
  const std::vector<DeclaredDat> here = declared();
  for (const DeclaredDat& dat : wanted_->dats)
    if (std::ranges::find(here, dat) == here.end())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "checkpoint file '" << file_.name() << "' has a dataset '" << dat.name
          << "' that the program has not, or not with that type and size; remove the file to start from the beginning";
  for (const DeclaredDat& dat : here)
    if (std::ranges::find(wanted_->dats, dat) == wanted_->dats.end())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "checkpoint file '" << file_.name() << "' knows no dataset '" << dat.name
          << "', which the program has declared; remove the file to start from the beginning";
  if (wanted_->at != At::jump && (path_ != wanted_->path || !(random_.get() == wanted_->random)))
    throw OPSException(OPS_RUNTIME_ERROR)
        << "checkpoint file '" << file_.name() << "' was written after other loops than this program has made; "
        << "remove the file to start from the beginning";
}

/// A program that jumps has not made the calls that changed them. Kernels of its own read the variables.
void Restart::put_back_constants() const {
  for (const SavedConstant& one : wanted_->constants) {
    const auto known = context_.constants.find(one.name);
    if (known == context_.constants.end()) continue;  // declared later
    Constant& constant = known->second;
    if (constant.value->size() != one.value.size())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "checkpoint file '" << file_.name() << "' has " << one.value.size() << " bytes for constant '" << one.name
          << "', the program " << constant.value->size() << "; remove the file to start from the beginning";
    if (*constant.value == one.value) continue;
    constant.value = std::make_shared<const std::vector<std::byte>>(one.value);
    if (constant.variable != nullptr)
      std::memcpy(const_cast<void*>(constant.variable), one.value.data(), one.value.size());
  }
}

void Restart::put_back() {
  check_declared();
  if (beside_ != nullptr && wanted_->at == At::jump) beside_->jump();
  for (SavedCells& one : wanted_->cells) {
    const ops_dat dat = context_.dats[static_cast<std::size_t>(one.dat)].get();
    const std::vector<std::byte> values = of_first(communicator(), std::move(one.values));
    write_cells(dat->buffer, values.data(), dat->layout, one.cells);
  }
  for (const DeclaredDat& dat : wanted_->dats)
    context_.dats[static_cast<std::size_t>(dat.index)]->reducing = dat.reducing;
  put_back_handles(wanted_->reductions, context_.reductions, [](ops_reduction_core& to, const SavedHandle& from) {
    std::memcpy(to.data, from.value.data(), from.value.size());
    to.initialized = from.initialized;
    to.acc = from.access;
  });
  put_back_handles(wanted_->scalars, context_.scalars, [](ops_scalar_core& to, const SavedHandle& from) {
    std::memcpy(to.data, from.value.data(), from.value.size());
  });
  if (context_.halo_check != nullptr) context_.halo_check->restored();
  put_back_constants();
  random_.set(wanted_->random);
  place_ = wanted_->place;
  visits_ = wanted_->visits;
  path_ = wanted_->path;
  results_ = std::move(wanted_->results);
  failed_ = std::move(wanted_->failed);
  wanted_.reset();
  skipped_.clear();
  last_ = Clock::now();
  if (beside_ != nullptr) beside_->arrive();
}

}  // namespace ops
