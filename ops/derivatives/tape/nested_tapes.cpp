// ops/derivatives/tape/nested_tapes.cpp: creates, interprets and removes nested tapes, and manages the derivatives that
// they share.
#include "ops/derivatives/tape/nested_tapes.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/tape/start_recording.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr std::size_t remembered = 64;  // removed tapes

}  // namespace

Tape::Tape(Context& context)
    : TapeParts(context, [this](TapeObserver& watch) { sweep_watched(watch); }),
      recorder(*this),
      home_(*this),
      handle_(std::make_unique<ops_ad_tape>(*this)) {}

Tape::Tape(Tape& outer, Kind kind, std::source_location where)
    : TapeParts(outer, kind == Kind::scratch, [this](TapeObserver& watch) { sweep_watched(watch); }),
      recorder(*this, &outer.recorder),
      home_(outer.home_),
      outer_(&outer),
      created_(where),
      handle_(std::make_unique<ops_ad_tape>(*this)) {
  for (const auto& handle : context_.reductions) {
    outer_seeds_.push_back(handle->seed);
    std::ranges::fill(handle->seed, std::byte{});
  }
}

void Tape::expect_repeated_calls() {
  repeated = std::make_unique<RepeatedCalls>(stepping, marks, [this] { reset(); });
}

Tape::~Tape() {
  if (is_default()) return;
  for (std::size_t i = 0; i < outer_seeds_.size(); ++i) context_.reductions[i]->seed = std::move(outer_seeds_[i]);
}

std::shared_ptr<Tape> start_recording(Context& context) {
  if (!registry().derivatives || !context.options.derivatives) return nullptr;
  auto tape = std::make_shared<Tape>(context);
  if (context.options.words.contains("OPS_CHECKPOINT")) tape->expect_repeated_calls();
  tape->marks = StepMarkers::asked(tape->stepping);
  context.hooks = tape->hooks();
  return tape;
}

RepeatingRecorder* repeats_of(const Context& context) {
  return context.hooks.tape ? context.hooks.tape->repeated.get() : nullptr;
}

ops_ad_tape* Tape::create(Where where) {
  home_.beyond_calls("a tape was created at " + place(where), true);
  inner_ = std::make_unique<Tape>(*this, Kind::normal, where);
  if (home_.inputs) home_.inputs->give_up("the tape created at " + place(where));
  if (is_recomputed())
    cannot_recompute(ops::format(
        "a tape was created at {}, and the library cannot repeat the calls that this tape recorded", place(where)));
  inner_->outer_hooks_ = std::exchange(context_.hooks, inner_->hooks());
  inner_->began_direct_ = !shown->direct();
  if (inner_->began_direct_) shown->begin_direct();
  return inner_->handle();
}

/// Of this tape and those created while it recorded.
void Tape::remove_current() {
  if (inner_) inner_->remove_current();
  Tape& outer = *outer_;
  Tape& home = home_;
  const bool began_direct = began_direct_;
  const std::shared_ptr<ShownDerivatives> derivatives = shown;
  handle_->removed();
  home.removed_.push_back(std::move(handle_));
  if (home.removed_.size() > remembered) home.removed_.pop_front();
  context_.hooks = outer_hooks_;
  outer.inner_.reset();  // this
  if (began_direct) derivatives->end_direct();
}

void Tape::require_current(const char* call, Where where) const {
  const Tape* current = context_.hooks.tape;
  if (current == this && !recording.silent && !sweeping_) return;
  const auto fail = [&] { return error_at(OPS_RUNTIME_ERROR, call, where); };
  if (current && !current->recording.silent && current != this)
    throw fail() << "the tape created at " << place(current->created_)
                 << " is the current tape, and must be removed first (ops_remove_tape)";
  if (current && current->touches)
    throw fail() << "the external function at " << place(current->touches->function().where)
                 << " may use only tapes that it has created itself";
  throw fail() << "recording is paused";
}

void Tape::zero(std::span<const ops_dat> kept, const char* asked, Where where) {
  require_current(asked, where);
  for (const ops_dat dat : kept)
    if (!alive(dat) || !dat->buffer)
      throw error_at(OPS_INVALID_ARGUMENT, asked, where) << "one of the datasets is null or has already been freed";
  check_released(asked, where);
  for (const auto& dat : live_) {
    if (!dat || !dat->active || std::ranges::find(kept, dat->dat) != kept.end()) continue;
    dat->field.clear();
    if (!shown->direct()) shown->make_zero(*dat);
  }
  for (const auto& dat : recording.freed) dat->field.clear();
  for (const auto& scalar : context_.scalars) std::ranges::fill(scalar->derivative, std::byte{});
  seeds.clear();
  shown->show_datasets();
}

}  // namespace ops

using ops::error_at;
using ops::Tape;
using ops::Where;

Tape& ops_ad_tape::living(const char* call, Where where) const {
  if (!ops::alive(this))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the pointer is null or does not point to a tape";
  if (!tape_) throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the tape was removed";
  return *tape_;
}

void ops_ad_tape::interpret_adjoints(ops::Context* instance, Where where) {
  constexpr const char* call = "ops_ad_tape::interpret_adjoints";
  Tape& tape = living(call, where);
  if (&tape.recording.context != instance)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the tape belongs to another instance";
  tape.interpret(where);
}
void ops_ad_tape::interpret_adjoint(ops::Context* instance, Where where) { interpret_adjoints(instance, where); }
void ops_ad_tape::zero_adjoints(Where where) {
  living("ops_ad_tape::zero_adjoints", where).zero({}, "ops_ad_tape::zero_adjoints", where);
}
void ops_ad_tape::zero_adjoints_except(std::initializer_list<ops_dat> kept, Where where) {
  constexpr const char* call = "ops_ad_tape::zero_adjoints_except";
  living(call, where).zero({kept.begin(), kept.size()}, call, where);
}
void ops_ad_tape::zero_adjoints_except(const std::vector<ops_dat>& kept, Where where) {
  constexpr const char* call = "ops_ad_tape::zero_adjoints_except";
  living(call, where).zero(kept, call, where);
}

ops_ad_tape* ops_create_tape(ops::Context* instance, Where where) {
  return ops::tape_of(instance, "ops_create_tape", where).create(where);
}

void ops_remove_tape(ops::Context* instance, ops_ad_tape* tape, Where where) {
  constexpr const char* call = "ops_remove_tape";
  Tape& current = ops::tape_of(instance, call, where);
  if (!ops::alive(tape))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the pointer is null or does not point to a tape";
  Tape& given = tape->living(call, where);
  if (&given.recording.context != instance)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the tape belongs to another instance";
  if (&given == &given.home())
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "this is the default tape, which cannot be removed; call ops_ad_reset to empty it";
  given.require_current(call, where);
  given.check_released(call, where);
  current.remove_current();
}

ops_ad_tape* ops_ad_instance::get_default_tape(Where where) {
  return ops::tape_of(&context_, "get_default_tape", where).home().handle();
}
ops_ad_tape* ops_ad_instance::get_current_tape(Where where) {
  return ops::tape_of(&context_, "get_current_tape", where).handle();
}
