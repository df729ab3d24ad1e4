// ops/files/restart/way_back.cpp: restores values, handles, constants and random numbers at the place of a file.
#include "ops/files/restart/way_back.hpp"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/data/passes.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/support/broadcast.hpp"

namespace ops {
namespace {

/// Handles that the program has declared so far; others belong to calls that are still to come.
void put_back_handles(const std::vector<SavedHandle>& from, const auto& to, const auto& one) {
  for (std::size_t k = 0; k < from.size() && k < to.size(); ++k)
    if (from[k].name == to[k]->name && from[k].value.size() == static_cast<std::size_t>(to[k]->size))
      one(*to[k], from[k]);
}

}  // namespace

/// Whether this is the place to go back to.
bool WayBack::here(At at) const {
  if (of_.wanted == nullptr || !of_.begun || of_.wanted->at != at) return false;
  if (at == At::jump) return true;
  // between two calls a program may list datasets several times
  return of_.place == of_.wanted->place && (at == At::call || of_.visits == of_.wanted->visits);
}

/// The loop that came last threw in the interrupted run, and the program went on from there: so it does now.
void WayBack::fail_again() const {
  const auto known = std::ranges::find(of_.wanted->failed, of_.place - 1, &FailedLoop::place);
  if (known != of_.wanted->failed.end()) throw OPSException(known->code, known->text);
}

void WayBack::behind(ops_dat dat, const char* what, std::source_location where) const {
  if (!of_.on_the_way() || !skipped_.contains(dat)) return;
  throw error_at(OPS_RUNTIME_ERROR, what, where)
      << "the restart from checkpoint file '" << of_.file.name()
      << "' skips the loops before the checkpoint, so dataset '" << dat->name
      << "' does not yet have the values that the program reads here. Read them before "
         "ops_checkpointing_initphase_done, use ops_checkpointing_fastfw to jump to the checkpoint, "
         "or remove the file to start from the beginning";
}

void WayBack::check_declared() const {
  const std::vector<DeclaredDat> here = of_.declared();
  for (const DeclaredDat& dat : of_.wanted->dats)
    if (std::ranges::find(here, dat) == here.end())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "checkpoint file '" << of_.file.name() << "' contains dataset '" << dat.name
          << "', which the program does not declare, or declares with a different type or size; "
             "remove the file to start from the beginning";
  for (const DeclaredDat& dat : here)
    if (std::ranges::find(of_.wanted->dats, dat) == of_.wanted->dats.end())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "checkpoint file '" << of_.file.name() << "' does not contain dataset '" << dat.name
          << "', which the program has declared; remove the file to start from the beginning";
  if (of_.wanted->at != At::jump && (of_.path != of_.wanted->path || !(of_.random.get() == of_.wanted->random)))
    throw OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << of_.file.name()
                                          << "' was written by a program that ran different loops; "
                                             "remove the file to start from the beginning";
}

/// A program that jumps has not made the calls that changed them. Kernels of its own read the variables.
void WayBack::put_back_constants() const {
  for (const SavedConstant& one : of_.wanted->constants) {
    const auto known = of_.context.constants.find(one.name);
    if (known == of_.context.constants.end()) continue;  // declared later
    Constant& constant = known->second;
    if (constant.value->size() != one.value.size())
      throw OPSException(OPS_RUNTIME_ERROR)
          << "checkpoint file '" << of_.file.name() << "' stores " << one.value.size() << " bytes for constant '"
          << one.name << "', but the program declares it with " << constant.value->size()
          << " bytes; remove the file to start from the beginning";
    if (*constant.value == one.value) continue;
    constant.value = std::make_shared<const std::vector<std::byte>>(one.value);
    if (constant.variable != nullptr)
      std::memcpy(const_cast<void*>(constant.variable), one.value.data(), one.value.size());
  }
}

void WayBack::put_back() {
  check_declared();
  if (of_.beside != nullptr && of_.wanted->at == At::jump) of_.beside->jump();
  for (SavedCells& one : of_.wanted->cells) {
    const ops_dat dat = of_.context.dats[static_cast<std::size_t>(one.dat)].get();
    const std::vector<std::byte> values = of_first(communicator(), std::move(one.values));
    write_cells(dat->buffer, values.data(), dat->layout, one.cells);
  }
  for (const DeclaredDat& dat : of_.wanted->dats)
    of_.context.dats[static_cast<std::size_t>(dat.index)]->reducing = dat.reducing;
  put_back_handles(of_.wanted->reductions, of_.context.reductions, [](ops_reduction_core& to, const SavedHandle& from) {
    std::memcpy(to.data, from.value.data(), from.value.size());
    to.initialized = from.initialized;
    to.acc = from.access;
  });
  put_back_handles(of_.wanted->scalars, of_.context.scalars, [](ops_scalar_core& to, const SavedHandle& from) {
    std::memcpy(to.data, from.value.data(), from.value.size());
  });
  if (of_.context.halo_check != nullptr) of_.context.halo_check->restored();
  put_back_constants();
  of_.random.set(of_.wanted->random);
  of_.place = of_.wanted->place;
  of_.visits = of_.wanted->visits;
  of_.path = of_.wanted->path;
  of_.results = std::move(of_.wanted->results);
  of_.failed = std::move(of_.wanted->failed);
  of_.wanted.reset();
  skipped_.clear();
  if (of_.beside != nullptr) of_.beside->arrive();
}

bool WayBack::skips_output(ops_dat dat) {
  if (!of_.on_the_way() || !skipped_.contains(dat)) return false;
  if (!std::exchange(told_of_output_, true))
    *of_.context.out
        << "OPS: the library does not print or write datasets until the program reaches the point at which "
           "checkpoint file '"
        << of_.file.name() << "' was written, because the interrupted run has already produced this output\n";
  return true;
}

void WayBack::result(ops_reduction handle, const char* call, std::source_location where) {
  const std::size_t number = of_.results.size();
  if (number >= of_.wanted->results.size() ||
      of_.wanted->results[number].size() != static_cast<std::size_t>(handle->size))
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "checkpoint file '" << of_.file.name() << "' contains no result of reduction '" << handle->name
        << "' for this call: the file was written by another program; remove the file to start from the beginning";
  of_.results.push_back(of_.wanted->results[number]);
  std::memcpy(handle->values(), of_.results.back().data(), static_cast<std::size_t>(handle->size));
}

}  // namespace ops
