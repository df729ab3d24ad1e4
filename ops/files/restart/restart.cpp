// ops/files/restart/restart.cpp: counts calls, saves states, and returns to a state.
#include "ops/files/restart/restart.hpp"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/data/passes.hpp"
#include "ops/loops/engine/engine.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/support/broadcast.hpp"
#include "ops/support/checksum.hpp"

namespace ops {
namespace {

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

OPSException other_recording(const std::string& file, bool recorded) {
  OPSException error(OPS_RUNTIME_ERROR);
  if (recorded)
    error << "checkpoint file '" << file
          << "' was written by a program that recorded a tape (-OPS_AD), but this program does not record a tape; "
             "remove the file to start from the beginning";
  else
    error << "checkpoint file '" << file
          << "' was written by a program that did not record a tape, but this program records a tape (-OPS_AD); "
             "remove the file to start from the beginning";
  return error;
}

}  // namespace

Restart::Restart(Context& context, std::string file, const RestartPlan& plan, RestartRandom random,
                 RepeatingRecorder* beside)
    : progress_{context, RestartFile(std::move(file)), plan, std::move(random), beside, !plan.after_begin} {
  std::unique_ptr<RestartState>& wanted = progress_.wanted;
  if (auto state = progress_.file.read()) wanted = std::make_unique<RestartState>(std::move(*state));
  if (wanted != nullptr && wanted->recorded != (beside != nullptr))
    throw other_recording(progress_.file.name(), wanted->recorded);
}

void Restart::begin_is_over() {
  progress_.begun = true;
  progress_.check_not_past();
}

/// One more call that changes values. @return  whether it is left out
bool Restart::comes(const std::string& what, const Site* site) {
  const RestartPlan& plan = progress_.plan;
  if (way_.here(At::call)) put_back();
  progress_.check_not_past();
  if (!progress_.on_the_way() && !plan.at_lists && !plan.at_jumps && !plan.when_told && taking_.due(At::call))
    taking_.careful([this] { taking_.take({}); });
  ++progress_.place;
  progress_.path = hash(progress_.path, what);
  if (progress_.on_the_way()) return true;
  taking_.comes(site);
  return false;
}

void Restart::put_back() {
  way_.put_back();
  taking_.start_clock();
}

/// What becomes of a call on the way: where something records, it has to know of it.
CallDecision Restart::left_out() const {
  if (progress_.beside == nullptr) return CallDecision::is_left_out;
  progress_.beside->leave_out();
  return CallDecision::is_recorded;
}

CallDecision Restart::decide(const LoopRequest& request) {
  const Site site{request.where.file_name(), request.where.line(), request.where.column()};
  if (!comes(described(request), &site)) return CallDecision::runs;
  way_.fail_again();
  for (const ops_arg& arg : request.args) {
    if (arg.argtype == ArgKind::dat && arg.acc != OPS_READ) way_.leave_behind(arg.dat);
    if (progress_.beside == nullptr && arg.argtype == ArgKind::reduce && alive(arg.reduction)) {
      arg.reduction->initialized = 1;
      arg.reduction->acc = arg.acc;
    }
  }
  return left_out();
}

void Restart::loop_threw(const LoopRequest& request) {
  try {
    throw;
  } catch (const OPSException& error) {
    progress_.failed.push_back({progress_.place - 1, error.code, error.what()});
  } catch (const std::exception& error) {
    progress_.failed.push_back(
        {progress_.place - 1, OPS_RUNTIME_ERROR, "loop '" + std::string(request.name) + "': " + error.what()});
  } catch (...) {
    progress_.failed.push_back(
        {progress_.place - 1, OPS_RUNTIME_ERROR, "loop '" + std::string(request.name) + "' threw"});
  }
}

CallDecision Restart::decide(ops_halo_group group) {
  if (!comes("ops_halo_transfer", nullptr)) return CallDecision::runs;
  for (const ops_halo halo : group->storage) way_.leave_behind(halo->to);
  return left_out();
}

CallDecision Restart::decide(const std::string& call, ops_dat target, bool reads) {
  if (!comes(call, nullptr)) {
    if (reads) taking_.all_of(target);
    return CallDecision::runs;
  }
  way_.leave_behind(target);
  return left_out();
}

bool Restart::skips_output(ops_dat dat) {
  taking_.all_of(dat);  // if it is not left out, it reads
  return way_.skips_output(dat);
}

}  // namespace ops
