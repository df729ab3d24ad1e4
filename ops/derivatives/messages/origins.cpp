// ops/derivatives/messages/origins.cpp: follows influence from dataset to dataset, and through the host.
#include "ops/derivatives/messages/origins.hpp"

#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/log/footprint.hpp"
#include "ops/support/format.hpp"

namespace ops {

/// Before the sweep: the ways on which influence on what is seeded was lost.
std::vector<Leak> Origins::lost() const {
  Origin all;
  for (const auto& dat : recording_.live)
    if (dat && (recording_.is_default() ? dat->seed != nullptr : !dat->field.zero())) all.unite(dat->origin);
  for (const auto& [index, leaks] : result_leaks_) {
    if (seeded(recording_.events, result_at(recording_.events, index))) all.unite({{}, leaks});
  }
  std::vector<Leak> found;
  for (const Leak* leak : all.leaks) found.push_back(*leak);
  return found;
}

void Origins::moves(const Tracked& from, Tracked& to, const Box& cells, const char* what,
                    const std::source_location& where) {
  Flow flow(leaks_, what, "", where);
  flow.from(from.origin);
  to.computed = true;
  flow.to(to, true, cells.contains(to.layout.interior));
}

/// Inputs that the program looks at are its own; what was computed from them is not, unless without derivatives, as the
/// program has said.
void Origins::read(const Tracked& dat, const std::source_location& where) {
  if (!recording_.silent && dat.is_computed()) read(dat.origin, where);
}

void Origins::read(const Origin& origin, const std::source_location& where) {
  if (origin.inputs.empty()) return;
  host_.unite(origin.inputs);
  host_read_ = place(where);
}

/// Writes to what was used before are spoken of where they happen.
void Origins::write(Tracked& dat, const Box& cells, const std::source_location& where) {
  if (recording_.silent) return;
  if (cells.contains(dat.layout.interior)) {
    dat.begin_origin();
    if (dat.used) dat.origin = {};
  }
  if (host_.empty() || !is_real(dat.element) || (dat.active && dat.used)) return;
  const auto how = [&] {
    return ops::format("code outside of loops, using data that it read at {}, may have computed dataset '{}' at {}",
                       host_read_, dat.name, place(where));
  };
  Leak* leak = leaks_.add(where, &dat, host_, how, &dat);
  leak->remedy =
      "If there is no such dependence, or if gradients should ignore it, call ops_ad_constant(dataset) after setting "
      "the values";
  dat.origin.unite({{}, {leak}});
}

void Origins::declared(Tracked& dat) {
  std::erase_if(dat.origin.leaks, [&](const Leak* leak) { return leak->set == &dat; });
}

void Origins::external(const ExternalFunction& function, std::span<const EventArg> around) {
  Flow flow(leaks_, "the external function", "", function.where);
  for (std::size_t i = 0; i < function.args.size(); ++i)
    if (function.args[i].access != OPS_WRITE) flow.from(around[2 * i].dat->origin);
  for (std::size_t i = 0; i < function.args.size(); ++i)
    if (function.args[i].access != OPS_READ) {
      around[2 * i].dat->computed = true;
      flow.to(*around[2 * i].dat, true, function.args[i].access == OPS_WRITE);
    }
}

/// Another dataset may get its number.
void Origins::forget(int dataset) {
  leaks_.forget(dataset);
  for (const auto& dat : recording_.live)
    if (dat) dat->origin.inputs.remove(dataset);
  for (auto& [handle, seeds] : recording_.reductions)
    for (Origin* origin : {&seeds.origin, &seeds.result}) origin->inputs.remove(dataset);
  host_.remove(dataset);
  for (auto& [handle, state] : recording_.scalars) state.origin.inputs.remove(dataset);
}

/// The user's adjoint has no derivative of argument i.
void Origins::left_out(const LoopCall& call, const EventArg& role, std::size_t i, Flow& flow) {
  const Tracked* dat = role.dat;
  const std::string name = dat ? dat->name : role.scalar->name_storage;
  flow.from_lost(dat ? dat->origin : recording_.scalars[role.scalar].origin, call.facts(i),
                 ", whose adjoint " + std::string(call.implementation->user_adjoint) + " omits the derivative of '" +
                     name + "' (argument " + std::to_string(i + 1) + "), computes its results");
}

void Origins::loop(const LoopCall& call, std::span<const ArgView> views, std::span<const EventArg> roles, bool carried,
                   const std::string& number) {
  Flow flow(leaks_, call.passive ? "passive loop" : "loop", call.name.c_str(), call.where);
  if (!number.empty() && !host_.empty()) flow.from_number(number, host_);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (call.implementation && leaves_out(*call.implementation, i, roles[i].dat, roles[i].scalar))
      left_out(call, roles[i], i, flow);
    else if (roles[i].scalar) flow.from(recording_.scalars[roles[i].scalar].origin);
    if (!roles[i].dat) continue;
    const ArgFacts* f = call.facts(i);
    const bool adjoint = f && call.implementation->adjoint && is_real(roles[i].dat->element);
    if (adjoint ? f->target : f ? !f->reads.empty() : call.args[i].acc != OPS_WRITE) flow.from(roles[i].dat->origin);
  }
  for (std::size_t i = 0; i < roles.size(); ++i) {
    Tracked* dat = roles[i].dat;
    const ArgFacts* f = call.facts(i);
    if (roles[i].reduction) flow.to(roles[i].reduction, recording_.reductions[roles[i].reduction].origin, carried);
    if (!dat || !call.writes(i)) continue;
    dat->computed = true;
    const bool whole = (f ? !f->reads_old : call.args[i].acc == OPS_WRITE) && fills(views[i], call.range) &&
                       footprint(views[i], call.range).contains(dat->layout.interior);
    const bool starts = whole && !dat->used && !roles[i].consumed;  // its values are inputs from here on
    if (starts) dat->begin_origin();
    flow.to(*dat, carried, whole && !starts);
  }
}

void Origins::result(const Origin& origin) {
  if (!origin.leaks.empty()) result_leaks_[recording_.events.nodes.size()] = origin.leaks;
}

void Origins::clear() {
  leaks_.clear();
  host_ = {};
  result_leaks_.clear();
}

}  // namespace ops
