// ops/derivatives/tape/external.cpp: records and reverses an external function: the versions around it, and the scopes
// in which its two halves run.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/data/machine.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/external_event.hpp"
#include "ops/derivatives/log/tape_observer.hpp"
#include "ops/derivatives/messages/external_check.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/derivatives/tape/external_declarations.hpp"
#include "ops/derivatives/tape/external_function.hpp"
#include "ops/derivatives/tape/external_scalars.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/loops/launch/memory_space.hpp"
#include "ops/support/broadcast.hpp"

namespace ops {

namespace {

/// Applies `same` to the box slice by slice, as there may be little memory left.
template <class Same>
bool in_slices(const Layout& layout, Box slice, Same same) {
  const auto axis = static_cast<std::size_t>(layout.dims - 1);
  const int first = slice.lo[axis], end = slice.hi[axis], step = axis == 0 ? end - first : 1;
  for (int at = first; at < end; at += step) {
    slice.lo[axis] = at;
    slice.hi[axis] = at + step;
    if (!same(slice)) return false;
  }
  return true;
}

bool same_values(const Layout& layout, const BufferRef& a, const BufferRef& b) {
  return in_slices(layout, layout.allocated, [&](const Box& slice) {
    std::vector<std::byte> one(static_cast<std::size_t>(slice.volume() * layout.components) * layout.element),
        other(one.size());
    read_cells(one.data(), a, layout, slice);
    read_cells(other.data(), b, layout, slice);
    return one == other;
  });
}

template <class T>
bool all_zero(const AdjointField& field, const Layout& layout, const Box& cells) {
  std::vector<T> packed(static_cast<std::size_t>(cells.volume() * layout.components));
  read_cells(reinterpret_cast<std::byte*>(packed.data()), field.buffer(), layout, cells);
  return std::ranges::all_of(packed, [](T value) { return value == T{0}; });
}

bool is_zero(const Tracked& dat, const Box& cells) {
  if (dat.field.zero_on(cells)) return true;
  return std::ranges::all_of(dat.field.stored(), [&](const Box& stored) {
    return intersection(cells, stored).empty() ||
           in_slices(dat.layout, intersection(cells, stored), [&](const Box& slice) {
             return dat.element == Type::f64 ? all_zero<double>(dat.field, dat.layout, slice)
                                             : all_zero<float>(dat.field, dat.layout, slice);
           });
  });
}

/// What the primal may only read it got as a copy of its own if it asked for a pointer, so a change can be seen.
void check_unchanged(const Declared& arg, const BufferRef& before, const std::source_location& where) {
  if (arg.access != OPS_READ || !alive(arg.dat) || !arg.dat->buffer || arg.dat->buffer == before) return;
  if (same_values(arg.dat->layout, arg.dat->buffer, before)) return;
  throw error_at(OPS_INVALID_ARGUMENT, "ops_execute_external_function", where)
      << "the primal changed dataset '" << arg.name << "', which it declares as OPS_READ: declare it OPS_RW";
}

/// Whose derivative a dataset shows, as a tape knows it.
ExternalAccesses::DerivativeOf derivative_of(Tape& tape) {
  return [&tape](ops_dat shown) {
    const Tracked* base = tape.recording.tracked(shown).alias_of;
    return base ? base->dat : nullptr;
  };
}

void append(TapeParts& tape, const std::shared_ptr<ExternalFunction>& function, std::vector<EventArg> around) {
  for (std::size_t i = 0; i < around.size(); i += 2) {
    Tracked& dat = *around[i].dat;
    around[i + 1].primal = dat.dat->buffer;
    tape.versions.mark_needed(dat, dat.layout.allocated);
    if (tape.stepping.steps()) dat.freeze();  // the event keeps it, whether its step is kept or not
    dat.used = true;
  }
  tape.origins.external(*function, around);
  if (tape.inputs) tape.inputs->give_up("the external function at " + place(function->where));
  Events& events = tape.recording.events;
  const Events::Mark mark = events.mark();
  std::ranges::move(around, std::back_inserter(events.args));
  ExternalEvent event;
  event.is_recomputed = true;
  event.where = function->where;
  event.function = function;
  events.append(event, mark);
}

}  // namespace

/// The primal under way: its loops are passive and its touches are checked.
class Tape::PrimalScope {
 public:
  PrimalScope(Tape& tape, ExternalFunction& function)
      : tape_(tape),
        accesses_(tape.recording.context, function, ExternalAccesses::Phase::primal, derivative_of(tape)),
        scalars_(tape.recording, function) {
    tape_.recording.silent = true;
    outer_accesses_ = std::exchange(tape_.touches, &accesses_);
  }
  ~PrimalScope() {
    if (tape_.inner_) tape_.inner_->remove_current();
    tape_.recording.silent = false;
    tape_.touches = outer_accesses_;
  }
  PrimalScope(const PrimalScope&) = delete;
  PrimalScope& operator=(const PrimalScope&) = delete;

  void finish() {
    accesses_.finish();
    tape_.require_removed();
    scalars_.finish();
  }

 private:
  Tape& tape_;
  ExternalAccesses accesses_;
  ScalarsInPrimal scalars_;
  ExternalAccesses* outer_accesses_ = nullptr;
};

/// The adjoint under way: datasets have the values after the function, users see the fields, nothing is recorded.
class Tape::AdjointScope {
 public:
  AdjointScope(Tape& tape, const ExternalEvent& event)
      : tape_(tape),
        scratch_(tape, Kind::scratch, event.where),
        accesses_(tape.recording.context, *event.function, ExternalAccesses::Phase::adjoint, derivative_of(scratch_)),
        scalars_(tape.recording, *event.function),
        versions_(std::as_const(tape.events_).args_of(event)),
        direct_(tape.shown->set_direct(true)),
        sweeping_(std::exchange(tape.sweeping_, true)) {
    scratch_.touches = &accesses_;
    scratch_.versions_ = versions_;
    scratch_.outer_hooks_ = std::exchange(tape_.context_.hooks, scratch_.hooks());
    pause_checks(true);
    for (std::size_t i = 1; i < versions_.size(); i += 2) enter(*versions_[i].dat, versions_[i].primal);
    tape_.shown->show_datasets();
  }
  ~AdjointScope() {
    if (scratch_.inner_) scratch_.inner_->remove_current();
    for (const Present& before : present_) leave(before);
    tape_.shown->set_direct(direct_);
    tape_.sweeping_ = sweeping_;
    pause_checks(false);
    tape_.context_.hooks = scratch_.outer_hooks_;
  }
  AdjointScope(const AdjointScope&) = delete;
  AdjointScope& operator=(const AdjointScope&) = delete;

  void finish() {
    for (const ops_dat dat : scratch_.inputs_out_)
      if (alive(dat) && dat->raw_out > 0) {
        --dat->raw_out;
        dat->let_go();
      }
    accesses_.finish();
    scratch_.require_removed();
    for (std::size_t i = 0; i < versions_.size(); i += 2)
      check_consumed(*versions_[i].dat, accesses_.function().args[i / 2]);
    scalars_.finish();
  }

 private:
  struct Present {
    ops_dat dat;
    BufferRef buffer;
    ops_access reducing;
    int raw_out, raw_derivative_out;
  };

  /// Datasets have other values for a while.
  void pause_checks(bool paused) {
    if (HaloCheck* check = tape_.context_.halo_check) check->unseen().pause(paused);
  }

  void enter(Tracked& dat, const BufferRef& after) {
    if (!dat.dat) return;
    present_.push_back({dat.dat, dat.dat->buffer, dat.dat->reducing, dat.dat->raw_out, dat.dat->raw_derivative_out});
    dat.dat->adopt(after);
    scratch_.versions.mark_needed(scratch_.recording.tracked(dat.dat), dat.layout.allocated);
  }

  static void leave(const Present& before) {
    if (!alive(before.dat) || !before.dat->buffer) return;
    before.dat->adopt(before.buffer);
    before.dat->reducing = before.reducing;
    before.dat->raw_out = before.raw_out;
    before.dat->raw_derivative_out = before.raw_derivative_out;
    before.dat->let_go();
  }

  /// What was only written had no influence before.
  void check_consumed(const Tracked& dat, const Declared& arg) const {
    if (arg.access != OPS_WRITE || arg.written.empty() || !dat.active || is_zero(dat, arg.written)) return;
    throw error_at(OPS_RUNTIME_ERROR, "ops_execute_external_function", accesses_.function().where)
        << "the adjoint must set the derivative of dataset '" << arg.name
        << "' to zero, because the primal overwrites the dataset (OPS_WRITE)";
  }

  Tape& tape_;
  Tape scratch_;
  ExternalAccesses accesses_;
  ScalarsInAdjoint scalars_;
  std::span<const EventArg> versions_;
  bool direct_, sweeping_;
  std::vector<Present> present_;
};

void Tape::require_removed() const {
  if (inner_)
    throw error_at(OPS_RUNTIME_ERROR, "ops_create_tape", inner_->created_)
        << "the external function has ended without removing the tape that it created: call ops_remove_tape";
}

void Tape::check_derivative(ops_dat dat, const char* call, Where where) const {
  if (touches) touches->derivative(dat, !recording.silent, call, where);
}

const BufferRef& Tape::input(ops_dat dat, const char* call, Where where) {
  Tape* tape = this;
  while (tape && !tape->scratch) tape = tape->outer_;
  if (!touches || !tape)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "dataset '" << dat->name << "': this call is allowed only in the adjoint of an external function";
  const std::size_t index = touches->input(dat, call, where);
  tape->inputs_out_.push_back(dat);
  return tape->versions_[2 * index].primal;
}

void Tape::execute(const std::function<void()>& primal, const std::shared_ptr<ExternalFunction>& function) {
  beyond_calls("an external function ran at " + place(function->where));
  std::vector<EventArg> around;
  for (const Declared& arg : function->args) {
    if (touches) touches->declares(arg, function->where);
    Tracked& dat = recording.tracked(arg.dat);
    EventArg before, after;
    before.dat = after.dat = &dat;
    if (arg.access != OPS_WRITE) {
      before.primal = arg.dat->buffer;
      versions.mark_needed(dat, dat.layout.allocated);
      if (stepping.steps()) dat.freeze();
    }
    around.push_back(std::move(before));
    around.push_back(std::move(after));
  }
  const auto start = std::chrono::steady_clock::now();
  try {
    PrimalScope scope(*this, *function);
    primal();
    scope.finish();
    for (std::size_t i = 0; i < function->args.size(); ++i)
      check_unchanged(function->args[i], around[2 * i].primal, function->where);
    for (const ScalarAround& s : function->scalars)
      if (s.written) home_.host_values.know(s.scalar->element, s.after.data(), s.after.size());
  } catch (...) {
    if (broken.empty()) broken = "the external function at " + place(function->where);
    throw;
  }
  if (!touches && externals_are_checked(context_)) {
    std::vector<Compared> args;
    for (std::size_t i = 0; i < function->args.size(); ++i)
      args.push_back(
          {around[2 * i].dat, function->args[i].access, around[2 * i].primal, function->args[i].dat->buffer});
    const auto run = [&] {
      PrimalScope scope(*this, *function);
      primal();
      scope.finish();
    };
    function->adjoint = compared_adjoint(*function, std::move(args), run, recording.memory());
  }
  append(*this, function, std::move(around));
  if (watcher) watcher->external_ran(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

namespace {

/// An external function sees the cells of its process, while scalars are the same on all. @param part  value or
/// derivative, called `what`
void require_same_scalars(const Context& context, std::vector<std::byte> ops_scalar_core::* part, const char* what,
                          std::source_location where) {
  if (!context.pool.machine().divides() || context.scalars.empty()) return;
  std::vector<std::byte> all;
  for (const auto& scalar : context.scalars) all.insert(all.end(), ((*scalar).*part).begin(), ((*scalar).*part).end());
  if (same_on_all(communicator(), all)) return;
  for (const auto& scalar : context.scalars)
    if (!same_on_all(communicator(), (*scalar).*part))
      throw error_at(OPS_RUNTIME_ERROR, "ops_execute_external_function", where)
          << "the " << what << " of scalar '" << scalar->name
          << "' differs between processes after the external function. "
             "An external function sees only the cells of its own process: sum over all cells with a loop "
             "(ops_arg_reduce), and assign the result to the scalar on all processes";
}

}  // namespace

void Tape::run_adjoint(const ExternalEvent& event) {
  AdjointScope scope(*this, event);
  finish(context_.pool.machine());
  event.function->adjoint();
  scope.finish();
  require_same_scalars(context_, &ops_scalar_core::derivative, "derivative", event.where);
}

void execute_external(const char* call, const Placed& primal, std::function<void()> adjoint,
                      std::span<const ops_arg> args) {
  if (!primal.run || !adjoint)
    throw error_at(OPS_INVALID_ARGUMENT, call, primal.where)
        << "the " << (primal.run ? "adjoint" : "primal") << " is an empty function";
  auto function = std::make_shared<ExternalFunction>(ExternalFunction{std::move(adjoint), primal.where, {}});
  Context& context = read_declarations(*function, call, args);
  context.begin(primal.where);
  finish(context.pool.machine());
  Tape* const tape = context.hooks.tape;
  if (tape && !tape->recording.silent) tape->execute(primal.run, function);
  else primal.run();
  require_same_scalars(context, &ops_scalar_core::storage, "value", primal.where);
}

}  // namespace ops

ops_memspace ops_ad_external_function_get_memspace(ops::Context*) { return OPS_HOST; }

char* ops_dat_get_raw_ptr_as_input(ops_dat dat, int, ops_memspace* memspace, ops::Where where) {
  constexpr const char* call = "ops_dat_get_raw_ptr_as_input";
  if (!dat || !ops::alive(dat) || !dat->buffer)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where) << "the dataset is null or has already been freed";
  const ops::BufferRef& buffer = ops::tape_of(dat->block->context, call, where).input(dat, call, where);
  const ops_memspace space = ops::space_of_pointer(dat, ops::Pointers::values, memspace, call, where);
  return ops::hand_out(dat, ops::Pointers::values, buffer, space);
}
