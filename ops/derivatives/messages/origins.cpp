// ops/derivatives/messages/origins.cpp: follows influence from dataset to dataset, and through the host.
#include "ops/derivatives/messages/origins.hpp"

#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/log/footprint.hpp"
#include "ops/support/format.hpp"

namespace ops {

/// Before the sweep: the ways on which influence on what is seeded was lost.
std::vector<const Leak*> Origins::lost() const {
  Origin all;
  for (const auto& dat : recording_.live)
    if (dat && (recording_.is_default() ? dat->seed != nullptr : !dat->field.zero())) all.unite(dat->origin);
  for (const auto& [index, leaks] : result_leaks_) {
    if (seeded(recording_.events, result_at(recording_.events, index))) all.unite({{}, leaks});
  }
  return all.leaks;
}

std::vector<const Leak*> Origins::lost_before(std::size_t result) const {
  const auto found = result_leaks_.find(result);
  return found == result_leaks_.end() ? std::vector<const Leak*>() : found->second;
}

/// A dataset of which only halo cells change stays an input.
void Origins::computes(Tracked& dat, const Box& cells) {
  if (intersection(cells, dat.layout.interior).empty()) return;
  dat.computed = true;
  set_.erase(&dat);
}

void Origins::moves(const Tracked& from, Tracked& to, const Box& cells, const char* what,
                    const std::source_location& where) {
  Flow flow(leaks_, what, "", where);
  flow.from(from.origin);
  computes(to, cells);
  flow.to(to, true, cells.contains(to.layout.interior));
}

/// Inputs that the program looks at are its own; what was computed from them with derivatives is not.
void Origins::read(const Tracked& dat, const std::source_location& where) {
  if (recording_.silent || !dat.is_computed()) return;
  read(dat.origin, where);
  if (!hides_reals(dat.element) || dat.passive) return;
  for (const Leak* leak : dat.origin.leaks) read(Origin{leak->inputs, {}}, where);
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
    set_.erase(&dat);
  }
  if (host_.empty() || !holds_reals(dat.element) || (dat.active && dat.used)) return;
  const auto how = [&] {
    return ops::format("code outside of loops, using data that it read at {}, may have computed dataset '{}' at {}",
                       host_read_, dat.name, place(where));
  };
  const Leak* leak = leaks_.add(where, &dat, host_, how,
                                "If there is no such dependence, or if gradients should ignore it, call "
                                "ops_ad_constant(dataset) after setting the values");
  if (std::ranges::find(dat.origin.leaks, leak) == dat.origin.leaks.end()) set_[&dat].push_back(leak);
  dat.origin.unite({{}, {leak}});
}

void Origins::declared(Tracked& dat) {
  const auto now = set_.find(&dat);
  if (now == set_.end()) return;
  std::erase_if(dat.origin.leaks,
                [&](const Leak* leak) { return std::ranges::find(now->second, leak) != now->second.end(); });
  set_.erase(now);
}

void Origins::external(const ExternalFunction& function, std::span<const EventArg> around) {
  Flow flow(leaks_, "the external function", "", function.where);
  for (std::size_t i = 0; i < function.args.size(); ++i)
    if (function.args[i].access != OPS_WRITE) flow.from(around[2 * i].dat->origin);
  for (std::size_t i = 0; i < function.args.size(); ++i)
    if (function.args[i].access != OPS_READ) {
      computes(*around[2 * i].dat, around[2 * i].dat->layout.allocated);
      flow.to(*around[2 * i].dat, true, function.args[i].access == OPS_WRITE);
    }
}

/// Another dataset may get its number.
void Origins::forget(int dataset) {
  const InputId input = InputId::of_dataset(dataset);
  leaks_.forget(input);
  for (const auto& dat : recording_.live)
    if (dat) dat->origin.inputs.remove(input);
  std::erase_if(set_, [&](const auto& each) { return each.first->dat && each.first->dat->index == dataset; });
  for (auto& [handle, seeds] : recording_.reductions)
    for (Origin* origin : {&seeds.origin, &seeds.result}) origin->inputs.remove(input);
  host_.remove(input);
  for (auto& [handle, state] : recording_.scalars) state.origin.inputs.remove(input);
}

/// One that still has its first value is an input.
Origin Origins::of_scalar(ops_scalar_core& scalar) {
  const ScalarState& state = recording_.scalars[&scalar];
  Origin origin = state.origin;
  if (state.first && !scalar.passive && is_real(scalar.element)) origin.inputs.add(InputId::of_scalar(scalar.index));
  return origin;
}

/// The user's adjoint has no derivative of argument i.
void Origins::left_out(const LoopCall& call, const EventArg& role, std::size_t i, Flow& flow) {
  const Tracked* dat = role.dat;
  const std::string name = dat ? dat->name : role.scalar->name_storage;
  flow.from_lost(dat ? dat->origin : of_scalar(*role.scalar), call.facts(i),
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
    else if (roles[i].scalar) flow.from(of_scalar(*roles[i].scalar));
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
    const Box cells = footprint(views[i], call.range);
    computes(*dat, cells);
    const bool whole = (f ? !f->reads_old : call.args[i].acc == OPS_WRITE) && fills(views[i], call.range) &&
                       cells.contains(dat->layout.interior);
    // its values are inputs from here on
    const bool starts = whole && !dat->used && !roles[i].consumed && !hides_reals(dat->element);
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
  set_.clear();
  result_leaks_.clear();
}

}  // namespace ops
