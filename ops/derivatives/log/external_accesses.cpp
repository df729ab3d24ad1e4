// ops/derivatives/log/external_accesses.cpp: compares declared with actual accesses, and throws errors.
#include "ops/derivatives/log/external_accesses.hpp"

#include <algorithm>

#include "ops/data/context.hpp"
#include "ops/derivatives/log/footprint.hpp"

namespace ops {

ExternalAccesses::ExternalAccesses(const Context& context, ExternalFunction& function, Phase phase,
                                   DerivativeOf derivative_of)
    : function_(function), phase_(phase), derivative_of_(std::move(derivative_of)) {
  for (const auto& dat : context.dats)
    if (dat) known_.insert(dat.get());
}

Declared* ExternalAccesses::find(ops_dat dat) const {
  const auto found = std::ranges::find(function_.args, dat, &Declared::dat);
  return found == function_.args.end() ? nullptr : &*found;
}

/// The function's own datasets are its own business.
bool ExternalAccesses::local(ops_dat dat) const { return !known_.contains(dat); }

std::string ExternalAccesses::us() const { return "the external function at " + place(function_.where); }

bool ExternalAccesses::shows_derivative(ops_dat dat, const char* call, std::source_location where) const {
  const ops_dat base = derivative_of_(dat);
  if (!base) return false;
  derivative(base, false, call, where);
  return true;
}

/// Null for datasets of the function's own.
Declared* ExternalAccesses::declared(ops_dat dat, const std::string& by, const char* call,
                                     std::source_location where) const {
  Declared* known = find(dat);
  if (known || local(dat)) return known;
  throw error_at(OPS_INVALID_ARGUMENT, call, where)
      << "dataset '" << dat->name << "' is used by " << by << ", but " << us()
      << " does not declare this dataset: add an ops_arg_dat for it";
}

void ExternalAccesses::read(ops_dat dat, const std::string& by, const char* call, std::source_location where) {
  if (shows_derivative(dat, call, where)) return;
  const Declared* arg = declared(dat, by + " as an input", call, where);
  if (arg && arg->access == OPS_WRITE && phase_ == Phase::primal && arg->written.empty())
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << by << " reads dataset '" << dat->name << "' before " << us()
        << " writes it: declare the dataset as OPS_RW instead of OPS_WRITE";
}

void ExternalAccesses::write(ops_dat dat, const Box& cells, const std::string& by, const char* call,
                             std::source_location where) {
  if (shows_derivative(dat, call, where)) return;
  Declared* arg = declared(dat, by + " as an output", call, where);
  if (!arg) return;
  if (arg->access == OPS_READ)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << by << " writes dataset '" << dat->name << "', which " << us()
                                                      << " declares as OPS_READ: declare it as OPS_RW or OPS_WRITE";
  if (phase_ == Phase::primal && cells.volume() > arg->written.volume()) arg->written = cells;
}

void ExternalAccesses::loop(const LoopCall& call, std::span<const ArgView> views) {
  const std::string by = std::string(call.passive ? "passive " : "") + "loop '" + call.name + "'";
  for (const bool writes : {false, true})  // what a loop reads it reads before it writes
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      const ops_arg& arg = call.args[i];
      if (arg.opt == 0 || arg.argtype != ArgKind::dat || arg.acc == (writes ? OPS_READ : OPS_WRITE)) continue;
      if (writes) write(arg.dat, footprint(views[i], call.range), by, "ops_par_loop", call.where);
      else read(arg.dat, by, "ops_par_loop", call.where);
    }
}

void ExternalAccesses::declares(const Declared& inner, std::source_location where) {
  const char* call = "ops_execute_external_function";
  if (inner.access != OPS_WRITE) read(inner.dat, "the function", call, where);
  if (inner.access != OPS_READ) write(inner.dat, Box::none(), "the function", call, where);
}

void ExternalAccesses::halos(ops_halo_group group, std::source_location where) {
  for (const ops_halo halo : group->storage) {
    read(halo->from, "the transfer", "ops_halo_transfer", where);
    write(halo->to, Box::none(), "the transfer", "ops_halo_transfer", where);
  }
}

void ExternalAccesses::pointer(ops_dat dat, std::source_location where) {
  constexpr const char* call = "ops_dat_get_raw_pointer";
  if (!shows_derivative(dat, call, where)) declared(dat, "this call", call, where);
}

void ExternalAccesses::derivative(ops_dat dat, bool recording, const char* call, std::source_location where) const {
  declared(dat, "this call (for its derivative)", call, where);
  if (phase_ == Phase::primal && !recording)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "this call uses the derivative of dataset '" << dat->name << "' in the primal of " << us()
        << "; only the adjoint may use this derivative";
}

std::size_t ExternalAccesses::input(ops_dat dat, const char* call, std::source_location where) const {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (phase_ != Phase::adjoint)
    throw fail() << "the values that dataset '" << dat->name
                 << "' had before the function ran can be requested only in the adjoint of " << us();
  const Declared* arg = find(dat);
  if (!arg)
    throw fail() << "this call requests the values of dataset '" << dat->name << "', which " << us()
                 << " does not declare";
  if (arg->access == OPS_WRITE)
    throw fail() << "dataset '" << dat->name << "' is declared as OPS_WRITE by " << us()
                 << ", so the library does not keep its old values: declare the dataset as OPS_RW";
  return static_cast<std::size_t>(arg - function_.args.data());
}

void ExternalAccesses::finish() const {
  const char* call = "ops_execute_external_function";
  const char* part = phase_ == Phase::primal ? "the primal" : "the adjoint";
  for (const Declared& arg : function_.args) {
    if (!alive(arg.dat) || !arg.dat->buffer) continue;
    if (arg.dat->raw_out > 0)
      throw error_at(OPS_RUNTIME_ERROR, call, function_.where)
          << part << " ended without releasing a raw pointer to dataset '" << arg.name
          << "': call ops_dat_release_raw_data";
    if (arg.dat->raw_derivative_out > 0)
      throw error_at(OPS_RUNTIME_ERROR, call, function_.where)
          << part << " ended without releasing a raw pointer to the derivative of dataset '" << arg.name
          << "': call ops_dat_release_raw_derivative";
  }
}

}  // namespace ops
