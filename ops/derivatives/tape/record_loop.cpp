// ops/derivatives/tape/record_loop.cpp: records one loop: its effect on derivatives, and the old values that must
// survive it.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/log/footprint.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/derivatives/sweeps/loop_versions.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/support/format.hpp"

namespace ops {

/// One call while it is being recorded.
struct TapeRecorder::LoopRecord {
  TapeRecorder& tape;
  const CallRef& ref;
  const Operands& operands;
  const LoopCall& call = *ref;
  std::span<ArgView> views = operands.views;
  std::vector<EventArg>& roles = tape.roles_;
  bool passive = call.passive || tape.recording_.silent;
  bool sources = false;   ///< some active dataset flows in
  bool recorded = false;  ///< becomes an event
  bool follows = false;   ///< see LoopEvent::follows_inputs

  bool reversible() const { return call.implementation && call.implementation->adjoint; }
  Box cells(std::size_t i) const { return footprint(views[i], call.range); }
  Box read_cells(std::size_t i) const { return footprint(views[i], call.range, call.facts(i)->reads); }

  void understand();
  void understand_dat(std::size_t i);
  void understand_reduction(std::size_t i);
  void understand_scalar(std::size_t i);
  void mark_active_reductions();
  void decide();
  void check_order() const;
  bool on_active_path() const;
  void keep_needed();
  LoopVersions versions() const { return {tape.of_.versions, call, operands, roles}; }
  const std::string* problem() const;
  bool reaches_beyond() const;
  std::string changed_constant() const;
  void append(const Events::Mark& mark);
  void recompute(LoopEvent& event) const;
  bool adds() const;
  void keep_inputs();
  void note_readers() const;
  bool may_carry(const ops_arg& arg) const;
};

void TapeRecorder::LoopRecord::understand_dat(std::size_t i) {
  const ops_arg& arg = call.args[i];
  EventArg& role = roles[i];
  role.dat = &tape.recording_.tracked(arg.dat);
  const ArgFacts* f = call.facts(i);
  const bool active = role.dat->active && !passive;
  role.seed = active && (f ? f->seed : call.writes(i));
  role.target = active && (f ? f->target : arg.acc != OPS_WRITE);
  const bool overwritten =
      f ? (call.implementation->adjoint ? f->consumed : f->written) : arg.acc == OPS_WRITE || arg.acc == OPS_RW;
  role.consumed = active && overwritten;
}

void TapeRecorder::LoopRecord::understand_reduction(std::size_t i) {
  const ops_arg& arg = call.args[i];
  const ArgFacts* f = call.facts(i);
  roles[i].reduction = arg.reduction;
  roles[i].seed = !passive && is_real(arg.element) && (!f || f->seed);
  roles[i].extremum = roles[i].seed && arg.acc != OPS_INC;
  // though it reads nothing active: what it assigns is no more what was added before
  sources = sources || (roles[i].seed && f && f->running);
  if (!passive) adds_to(tape.of_, arg.reduction, call);
}

void TapeRecorder::LoopRecord::understand_scalar(std::size_t i) {
  const ArgFacts* f = call.facts(i);
  roles[i].scalar = call.args[i].scalar;
  roles[i].target = !passive && !roles[i].scalar->passive && (!f || f->target);
}

/// Complex data have no derivatives, but may come from data that have: what a loop makes of them must not count as a
/// constant.
bool TapeRecorder::LoopRecord::may_carry(const ops_arg& arg) const {
  const bool complex = arg.argtype == ArgKind::dat && (arg.dat->element == Type::c64 || arg.dat->element == Type::c32);
  return complex && !call.implementation && !passive && arg.acc != OPS_WRITE;
}

void TapeRecorder::LoopRecord::understand() {
  roles.assign(call.args.size(), {});
  if (call.implementation && call.implementation->args.size() != call.args.size())
    throw error_at(OPS_INTERNAL_ERROR, "ops_par_loop", call.where)
        << "loop '" << call.name << "': the generated code describes " << call.implementation->args.size()
        << " arguments, the call has " << call.args.size();
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const ops_arg& arg = call.args[i];
    if (arg.opt == 0) continue;
    if (arg.argtype == ArgKind::dat) understand_dat(i);
    if (arg.argtype == ArgKind::reduce) understand_reduction(i);
    if (arg.argtype == ArgKind::scalar) understand_scalar(i);
    sources = sources || roles[i].target || may_carry(arg);
  }
  if (!passive) mark_active_reductions();
}

void TapeRecorder::LoopRecord::mark_active_reductions() {
  for (const EventArg& role : roles)
    if (role.reduction && role.seed && sources) tape.recording_.reductions[role.reduction].active = true;
}

/// A loop is an event if derivatives flow through it, or end in it. Filling a dataset that nothing has used counts as
/// input.
void TapeRecorder::LoopRecord::decide() {
  const bool flows = sources && std::ranges::any_of(roles, &EventArg::seed);
  for (EventArg& role : roles) {
    if (!flows && role.dat && !role.dat->used && !role.dat->given) role.consumed = false;
    recorded = recorded || (role.consumed && role.dat->active);
  }
  recorded = recorded || flows;
  if (!flows)
    for (EventArg& role : roles) role.seed = role.target = role.extremum = false;
}

/// Points of a recorded loop may run in any order, so none may read what another writes; and what is read through one
/// argument is what it was, so it must not have been written through another. Whether a loop does so that could is seen
/// while it runs.
void TapeRecorder::LoopRecord::check_order() const {
  const bool look = !operands.watched.empty();
  for (std::size_t w = 0; w < roles.size(); ++w) {
    if (!call.writes(w) || !roles[w].seed) continue;
    for (std::size_t r = 0; r < roles.size(); ++r)
      if (roles[r].dat == roles[w].dat && call.facts(r) &&
          overlaps(views[w], views[r], call.range, call.facts(r)->reads, look && w != r)) {
        if (look) {
          operands.watched[r] = 1;
          continue;
        }
        throw error_at(OPS_INVALID_ARGUMENT, "ops_par_loop", call.where)
            << "loop '" << call.name << "' reads cells of dataset '" << roles[w].dat->name << "' (argument " << r + 1
            << ") that the loop writes at other points of its range (argument " << w + 1
            << "): the result depends on the order of the points, so the loop has no derivative";
      }
  }
}

bool TapeRecorder::LoopRecord::on_active_path() const {
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].dat ? call.writes(i) && roles[i].dat->active : roles[i].seed) return true;
  return false;
}

/// The forward loop checks every access at points from which a stencil reaches cells that do not exist.
bool TapeRecorder::LoopRecord::reaches_beyond() const {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].dat || !reversible()) continue;
    const Box& allocated = roles[i].dat->layout.allocated;
    if (roles[i].target && !allocated.contains(footprint(views[i], call.range, call.facts(i)->offsets))) return true;
    if (roles[i].reads && !allocated.contains(read_cells(i))) return true;
  }
  return false;
}

const std::string* TapeRecorder::LoopRecord::problem() const {
  if (!call.implementation)
    return tape.events_.keep_text("the reference implementation is used for this loop: " + call.problem);
  if (const std::string changed = changed_constant(); !changed.empty())
    return tape.events_.keep_text(
        ops::format("{}: the kernel used the new value of this constant, but the library still has the old value; "
                    "call ops_update_const after each assignment",
                    changed));
  for (std::size_t i = 0; i < roles.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (roles[i].seed && roles[j].seed && roles[i].dat && roles[i].dat == roles[j].dat)
        return tape.events_.keep_text("it writes dataset '" + roles[i].dat->name + "' through two arguments");
  for (std::size_t i = 0; i < roles.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (roles[i].extremum && roles[i].reduction == roles[j].reduction)
        return tape.events_.keep_text("it combines into reduction '" + roles[i].reduction->name_storage +
                                      "' through two arguments");
  if (call.implementation->adjoint && std::ranges::any_of(roles, &EventArg::extremum) && !call.implementation->attained)
    return tape.events_.keep_text(
        "the translator generated no code to find the point at which this loop attained its minimum or maximum");
  if (call.implementation->adjoint) return nullptr;
  const std::string why = call.implementation->not_differentiable;
  return tape.events_.keep_text(why.empty() ? "no adjoint was generated for it" : why);
}

/// The event keeps the versions that its adjoint reads, and captures what came by value.
void TapeRecorder::LoopRecord::keep_needed() {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    EventArg& role = roles[i];
    const ops_arg& arg = call.args[i];
    if (role.dat) {
      role.shape = tape.events_.keep_shape(views[i]);
      // though its kernel may not look at it
      if (role.seed || role.target || (recorded && role.dat->active)) role.dat->used = true;
      role.reads = recorded && sources && reversible() && call.facts(i)->adjoint_reads;
      role.after = role.reads && call.facts(i)->reads_after;
    } else if (arg.argtype == ArgKind::gbl || arg.argtype == ArgKind::scalar) {
      role.by_value = true;
      role.bytes = static_cast<std::uint32_t>(arg.elem_size);
      role.value = tape.events_.keep_value(views[i].in, role.bytes);
    } else if (role.extremum) {
      role.value = tape.events_.keep_value(arg.reduction->values(), static_cast<std::size_t>(arg.reduction->size));
    }
  }
  if (tape.of_.keeping()) versions().keep_before();
}

/// Keeps what a loop without derivatives reads, for broken_path.
void TapeRecorder::LoopRecord::note_readers() const {
  if (std::ranges::any_of(roles, &EventArg::seed)) return;
  const auto note = [&](Reader& reader) {
    if (!reader.name) reader = {tape.events_.keep_text(call.name), call.where, passive, tape.events_.nodes.size()};
  };
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].scalar) note(tape.recording_.scalars[roles[i].scalar].passive_reader);
    const bool reads = roles[i].dat && (call.facts(i) ? !call.facts(i)->reads.empty() : call.args[i].acc != OPS_WRITE);
    if (reads && roles[i].dat->active) note(roles[i].dat->passive_reader);
  }
}

bool TapeRecorder::LoopRecord::adds() const {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const ArgFacts* f = call.facts(i);
    const bool reads_old = f ? f->reads_old || call.args[i].acc == OPS_INC : call.args[i].acc != OPS_WRITE;
    if (call.writes(i) && roles[i].dat->active && !roles[i].consumed && reads_old) return true;
  }
  return false;
}

/// Where what was recorded is to run from other inputs: those of this loop, if its results are others then.
void TapeRecorder::LoopRecord::keep_inputs() {
  Inputs& inputs = *tape.of_.inputs;
  if (recorded && !call.kernel.call && std::ranges::any_of(roles, &EventArg::target))
    inputs.give_up(ops::format("loop '{}' at {}, which was called without ops_par_loop", call.name, place(call.where)));
  follows = inputs.obstacle().empty() && call.kernel.call && (recorded || (!passive && adds()));
  for (std::size_t i = 0; follows && i < roles.size(); ++i) {
    if (roles[i].dat) inputs.use(*roles[i].dat);
    if (roles[i].scalar) inputs.use(roles[i].scalar);
    if (roles[i].reduction) inputs.use(roles[i].reduction);
  }
}

/// Derivatives are those of the interpretation before: by then they are others.
void TapeRecorder::LoopRecord::recompute(LoopEvent& event) const {
  const auto derivative = [](const EventArg& role) { return role.dat && role.dat->alias_of; };
  if (std::ranges::none_of(roles, derivative)) {
    event.is_recomputed = true;
    return;
  }
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (call.writes(i) && !derivative(roles[i]))
      tape.of_.cannot_recompute(ops::format(
          "loop '{}' at {} computes dataset '{}' from a derivative, and the library cannot recompute this derivative: "
          "call ops_ad_reset before this loop",
          call.name, place(call.where), roles[i].dat->name));
}

/// The reference reads the program's own variables, which are not on record.
std::string TapeRecorder::LoopRecord::changed_constant() const {
  if (call.implementation && call.implementation->primal) return "";
  for (std::size_t k = 0; k < operands.constants.size(); ++k) {
    const Constant& constant = tape.recording_.context.constants.find(call.ran().implementation->constants[k])->second;
    if (constant.variable &&
        std::memcmp(constant.variable, operands.constants[k]->data(), operands.constants[k]->size()) != 0)
      return std::string("constant '") + call.ran().implementation->constants[k] +
             "' was assigned without ops_update_const before";
  }
  return "";
}

void TapeRecorder::LoopRecord::append(const Events::Mark& mark) {
  LoopEvent event;
  event.recorded = recorded;
  event.follows_inputs = follows;
  if (tape.of_.is_recomputed()) recompute(event);
  if (tape.of_.is_recomputed() || (tape.of_.repeated && tape.of_.repeated->followed() && !tape.recording_.silent))
    if (const std::string changed = changed_constant(); !changed.empty()) {
      const std::string before = changed + " loop '" + call.name + "' at " + place(call.where);
      tape.of_.beyond_calls(before);
      if (tape.of_.is_recomputed()) tape.of_.cannot_recompute(before);
    }
  event.call = ref;
  event.problem = recorded ? problem() : nullptr;
  event.beyond = recorded && reaches_beyond();
  event.where = call.where;
  keep_constants(tape.events_, event, operands.constants);
  const bool flows = std::ranges::any_of(roles, &EventArg::seed);
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].consumed && call.writes(i) && fills(views[i], call.range))
      tape.of_.doubts.overwritten(*roles[i].dat, cells(i), !flows);
  for (const EventArg& role : roles)
    if (role.reduction && role.seed)
      tape.recording_.reductions[role.reduction].loops.push_back(tape.events_.nodes.size());
  std::ranges::move(roles, std::back_inserter(tape.events_.args));  // held versions are the event's now
  tape.events_.append(event, mark);
}

/// Before it runs.
void TapeRecorder::asked_by(const LoopCall& call) {
  for (std::size_t i = 0; i < roles_.size() && !recording_.silent; ++i)
    if (roles_[i].dat && roles_[i].dat->alias_of && call.args[i].acc == OPS_READ)
      of_.of_home.doubts.asked(*roles_[i].dat->alias_of, true, ("loop '" + call.name + "'").c_str(), call.where);
}

void TapeRecorder::redirect(const CallRef& ref, const Operands& operands) {
  const LoopCall& call = *ref;
  const std::span<const ArgView> views = operands.views;
  if (call.range.empty()) return;
  if (of_.marks && !recording_.silent) of_.marks->comes(call);
  of_.settle();
  if (of_.touches) of_.touches->loop(call, views);
  LoopRecord record{*this, ref, operands};
  record.understand();
  record.decide();
  matters_ = false;
  look_through_pointers();
  const std::string number = warn_of_numbers(call, operands, !record.passive && record.on_active_path());
  if (record.recorded) record.check_order();
  matters_ = true;
  for (const EventArg& role : roles_) {
    if (role.target && role.scalar) use(role.scalar, call.where);
    if (role.scalar && recording_.silent) recording_.scalars[role.scalar].read_inside = true;
  }
  const Events::Mark mark = events_.mark();
  const std::size_t before = events_.nodes.size();
  if (of_.inputs) record.keep_inputs();
  const bool kept = record.recorded || of_.is_recomputed() || record.follows;
  if (kept) record.keep_needed();
  if (SavedState* const last = of_.learning()) record.versions().show(*last);
  record.versions().redirect_writes();
  if (kept && of_.keeping()) record.versions().keep_after();
  asked_by(call);
  if (!recording_.silent) {
    of_.origins.loop(call, views, roles_, !call.passive, number);
    record.note_readers();
  }
  if (kept) record.append(mark);
  else of_.versions.keep_regions(mark, call.where);
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    Tracked* dat = roles_[i].dat;
    if (!dat || !call.writes(i)) continue;
    if (of_.inputs && (!record.follows || !dat->active)) of_.inputs->given(*dat, may_write(call, i, views[i]));
    if (dat->alias_of) of_.shown->written(*dat);
    if (!call.passive || !dat->active || recording_.silent) continue;
    const bool unclear = call.implementation == nullptr && call.args[i].stencil->points > 1;
    cut(*dat, record.cells(i), "passive loop '" + call.name + "'", call.where,
        unclear ? "; derivatives are wrong if the kernel of this loop writes at offsets other than zero, "
                  "because the loop runs without generated code"
                : "");
  }
  matters_ = false;
  for (std::size_t at = before; at < events_.nodes.size(); ++at) {
    const EventArgs args = events_.args_of(events_.nodes[at]);
    matters_ = matters_ || events_.nodes[at].carries(args);
    for (std::size_t i = 0; i < args.size(); ++i) matters_ = matters_ || events_.nodes[at].writes(args, i);
  }
}

/// The event says that every point ran; what did is unknown. Without an event nothing depends on it.
void TapeRecorder::loop_failed(const char* name, std::source_location where) {
  const std::string loop = "loop '" + std::string(name) + "' at " + place(where);
  if (matters_ && of_.broken.empty()) of_.broken = loop;
  of_.beyond_calls(loop + " ended in an error");
  if (of_.is_recomputed()) of_.cannot_recompute(loop + " ended in an error");
}

}  // namespace ops
