// ops/tape/repeated_tape.cpp: whoever is told first, and the steps of what is not carried out.
#include "ops/tape/repeated_tape.hpp"

#include <algorithm>

#include "ops/record/bytes.hpp"
#include "ops/steps/marks.hpp"
#include "ops/steps/steps.hpp"

namespace ops {

bool RepeatedTape::leaving_out() const { return stepping.steps() && stepping.steps()->leaving_out(); }

/// Also of a recording that begins on the way, after ops_ad_reset.
Fate RepeatedTape::begun(Fate fate) {
  if (fate != Fate::is_recorded || leaving_out()) return fate;
  stepping.begin(stepping.all_limits()).leave_out();
  if (marks) marks->at_once(true);
  return fate;
}

/// Seeds belong to the recording that comes, and are on no file.
bool RepeatedTape::empty() const {
  const auto seeded = [](const auto& handle) { return any_bit(handle->seed.data(), handle->seed.size()); };
  return recording.context.recorder == this && recording.events.nodes.empty() &&
         std::ranges::none_of(recording.context.reductions, seeded) &&
         std::ranges::none_of(recording.live, [](const auto& dat) { return dat && dat->seed; });
}

bool RepeatedTape::shows(ops_dat dat) const {
  const auto index = static_cast<std::size_t>(dat->index);
  return index < recording.live.size() && recording.live[index] && recording.live[index]->alias_of != nullptr;
}

void RepeatedTape::jump() {
  if (marks) marks->at_once(false);
  reset();
  obstacle_ = "it has jumped to its place";
}

void RepeatedTape::arrive() {
  if (!leaving_out()) return;
  if (marks) marks->at_once(false);
  stepping.steps()->carry_on();
}

void RepeatedTape::loop(const LoopCall& call, std::span<ArgView> views,
                        std::span<const Events::ConstantValue> constants) {
  if (first_) first_->loop(call, views, constants);
  Tape::loop(call, views, constants);
}

void RepeatedTape::loop_failed(const char* name, std::source_location where) {
  if (first_) first_->loop_failed(name, where);
  Tape::loop_failed(name, where);
}

void RepeatedTape::loop_threw(const LoopRequest& request) {
  if (first_) first_->loop_threw(request);
}

void RepeatedTape::reduction_result(ops_reduction handle, std::source_location where, ops_scalar into) {
  if (first_) first_->reduction_result(handle, where, into);
  Tape::reduction_result(handle, where, into);
}

void RepeatedTape::halo_transfer(ops_halo_group group, std::source_location where) {
  if (first_) first_->halo_transfer(group, where);
  Tape::halo_transfer(group, where);
}

void RepeatedTape::copy(ops_dat target, ops_dat source, std::source_location where) {
  if (first_) first_->copy(target, source, where);
  Tape::copy(target, source, where);
}

void RepeatedTape::raw_access(ops_dat dat, std::source_location where) {
  if (first_) first_->raw_access(dat, where);
  Tape::raw_access(dat, where);
}

/// Also for raw_write: all cells.
void RepeatedTape::raw_write_part(ops_dat dat, const Box& cells, std::source_location where) {
  if (first_) first_->raw_write_part(dat, cells, where);
  Tape::raw_write_part(dat, cells, where);
}

void RepeatedTape::raw_read(ops_dat dat, std::source_location where) {
  if (first_) first_->raw_read(dat, where);
  Tape::raw_read(dat, where);
}

void RepeatedTape::forget(ops_dat dat) {
  if (first_) first_->forget(dat);
  Tape::forget(dat);
}

/// The interrupted run had no such thing before its last state.
void RepeatedTape::beyond_calls(const std::string& what, bool ends) {
  if (first_) first_->beyond_calls(what, ends);
  if (ends && stepping.steps()) stepping.steps()->make_up();
  if (obstacle_.empty()) obstacle_ = what;
}

}  // namespace ops
