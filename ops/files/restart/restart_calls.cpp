// ops/files/restart/restart_calls.cpp: notifies states of the program's calls, and handles the places that the program
// names.
#include <algorithm>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/data/halo_map.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/log/footprint.hpp"
#include "ops/files/restart/restart.hpp"

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

}  // namespace

bool Restart::reached(const RestartPlace& place) {
  ++progress_.visits;
  if (place.jump) taking_.jump_comes();
  if (place.jump && way_.here(At::jump)) {
    if (place.payload.size() != progress_.wanted->payload.size())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "the payload in checkpoint file '" << progress_.file.name() << "' has " << progress_.wanted->payload.size()
          << " bytes, but the program requests " << place.payload.size() << " bytes";
    std::ranges::copy(progress_.wanted->payload, place.payload.begin());
    put_back();
    return true;
  }
  if ((place.list != nullptr || (place.jump && progress_.beside != nullptr)) && way_.here(At::list)) put_back();
  if (progress_.wanted != nullptr) return false;
  if (taking_.takes(place)) taking_.careful([&] { taking_.take(place); });
  return false;
}

void Restart::finished() {
  if (progress_.wanted != nullptr)
    *progress_.context.out << "OPS warning: the program ended before it reached the point at which checkpoint file '"
                           << progress_.file.name() << "' was written\n";
  else progress_.file.remove();
}

void Restart::loop(const LoopCall& call, std::span<const ArgView> views) {
  for (const ops_arg& arg : call.args)  // a recording keeps which loop attained an extremum
    if (progress_.beside != nullptr && arg.argtype == ArgKind::reduce && arg.acc != OPS_INC)
      result(arg.reduction, "ops_par_loop", call.where);
  taking_.tell([&](StateDraft& draft) {
    for (const bool written : {false, true})  // what is read first
      for (std::size_t k = 0; k < call.args.size(); ++k) {
        if (call.args[k].argtype != ArgKind::dat || overwrites(call, k, views[k]) != written) continue;
        const ops_dat dat = call.args[k].dat;
        const Box centre = footprint(views[k], call.range);
        if (written) draft.writes(dat, intersection(centre, dat->layout.allocated));
        else draft.reads(dat, hull(centre, footprint(views[k], call.range, call.args[k].stencil->offsets)));
      }
  });
}

void Restart::reduction_result(ops_reduction handle, std::source_location where, ops_scalar) {
  result(handle, "ops_reduction_result", where);
}

void Restart::result(ops_reduction handle, const char* call, std::source_location where) {
  if (progress_.on_the_way()) return way_.result(handle, call, where);
  progress_.results.push_back(bytes_at(handle->values(), handle->size));
}

void Restart::halo_transfer(ops_halo_group group, std::source_location) {
  taking_.tell([group](StateDraft& draft) {
    for (const ops_halo halo : group->storage) {
      const HaloMap map = halo_map(*halo);
      draft.reads(halo->from, map.from.box);
      draft.writes(halo->to, map.to.box);
    }
  });
}

void Restart::copy(ops_dat target, ops_dat source, std::source_location) {
  taking_.all_of(source);
  taking_.tell([target](StateDraft& draft) { draft.writes(target, target->layout.allocated); });
}

void Restart::raw_access(ops_dat dat, std::source_location where) {
  way_.behind(dat, "a read of values", where);
  taking_.all_of(dat);
}

void Restart::raw_write_part(ops_dat dat, const Box& cells, std::source_location) {
  taking_.tell([&](StateDraft& draft) { draft.reads(dat, cells); });
}

/// No state is saved after that, so there is none to go back to.
void Restart::beyond_calls(const std::string& what) {
  if (progress_.on_the_way())
    throw OPSException(OPS_RUNTIME_ERROR)
        << "checkpoint file '" << progress_.file.name() << "' was written after " << progress_.wanted->place
        << " loops and transfers. This program cannot have saved a state at this point, because " << what
        << ". The file was written by another program or with other options; "
           "remove the file to start from the beginning";
  taking_.beyond_calls(what);
}

void Restart::forget(ops_dat dat) {
  way_.forget(dat);
  taking_.forget(dat);
}

}  // namespace ops
