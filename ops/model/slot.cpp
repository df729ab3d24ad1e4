// ops/model/slot.cpp: what the body has left is kept, and each evaluation starts from it.
#include "ops/model/slot.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/api/data.hpp"
#include "ops/api/declare.hpp"
#include "ops/api/values.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/machine.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/hessian.hpp"
#include "ops/derivatives/gradients/pause.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/support/alive.hpp"

namespace ops::model {
namespace {

constexpr int silent = 1;  // ops_init's third argument

std::unique_ptr<OPS_instance> make_instance(const std::vector<std::string>& words, std::ostream& out, Where where) {
  std::vector<const char*> argv = {"model"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  return std::make_unique<OPS_instance>(static_cast<int>(argv.size()), argv.data(), silent, out, where);
}

BufferRef take(ops_dat dat) {
  return dat->block->context->pool.take(dat->layout.bytes, "dataset '" + dat->name_storage + "'");
}

/// The version stays where it is while the result lives.
std::shared_ptr<void> in_place(const BufferRef& buffer) {
  if (buffer->moves == nullptr) return buffer;
  buffer->moves->activate(*buffer);
  return {buffer.get(), [buffer](void*) { deactivate(buffer); }};
}

View view_of(ops_dat dat, const BufferRef& buffer) {
  if (buffer->machine->device_access() != nullptr) {
    const std::shared_ptr<void> held = in_place(buffer);
    std::byte* const first = first_own_cell(buffer, dat->layout);
    registry().device.wait();
    return {held, static_cast<std::byte*>(registry().device.at(first)), buffer, dat->layout};
  }
  if (registry().machine != nullptr) {
    const auto packed = std::make_shared<std::vector<std::byte>>(bytes_of(dat->layout, dat->layout.interior));
    read_own_cells(packed->data(), buffer, dat->layout, dat->layout.interior);
    return {packed, packed->data(), nullptr, {}};
  }
  finish(dat->block->context->pool.machine());
  return {buffer, first_own_cell(buffer, dat->layout), nullptr, {}};
}

/// @return whether there is a seed: zeros are none
bool seed_on_device(Tape& tape, Tracked& tracked, const Strided& values, Where where) {
  const BufferRef& buffer = tape.shown->of(tracked);
  fill_cells(buffer, tracked.layout, tracked.layout.allocated, nullptr);
  write_strided(buffer, tracked.layout, values);
  if (buffer->machine->all_zero(buffer, tracked.layout, tracked.layout.interior)) {
    tape.shown->make_zero(tracked);
    return false;
  }
  tape.shown->seed(tracked);
  tracked.newly_seeded = true;
  tracked.seeded = where;
  return true;
}

}  // namespace

Slot::Slot(const Program& program, const Request& request, const std::vector<std::string>& words)
    : where_(program.where), instance_(make_instance(words, said_, program.where)), world_(instance_.get()) {
  as_default([&] {
    ops_model model(request, declared_);
    program.body(model);
  });
  if (!declared_.run)
    throw invalid("OPS_MODEL(" + program.name + ")", where_)
        << "the body of the model does not call model.run; pass the function that computes the outputs to model.run";
  if (!request.size.empty() && declared_.usual_size.empty())
    throw invalid("OPS_MODEL(" + program.name + ")", where_) << "a shape was given, but the model has no size that can "
                                                                "be changed, because its body does not call model.size";
  check_options(request);
  for (const Entry& output : declared_.outputs)
    results_.emplace_back(output.reduction != nullptr ? static_cast<std::size_t>(output.reduction->size) : 0);
  keep_first_values();
}

/// Handles go before what they refer to.
Slot::~Slot() {
  first_dats_.clear();
  declared_ = {};
}

template <class Call>
void Slot::as_default(const Call& call) {
  const AsDefault meanwhile(instance_);
  call();
}

void Slot::check_options(const Request& request) const {
  for (const auto& [name, value] : request.options) {
    if (std::ranges::find(declared_.options, name, &Option::name) != declared_.options.end()) continue;
    OPSException error = invalid("OPS_MODEL", where_);
    error << "there is no option '" << name << "'";
    for (const Option& option : declared_.options)
      error << (&option == &declared_.options.front() ? "; available: " : ", ") << "'" << option.name << "'";
    throw error;
  }
}

void Slot::keep_first_values() {
  world_->begin(where_);
  finish(world_->pool.machine());
  for (const auto& dat : world_->dats)
    if (dat) first_dats_.push_back({dat.get(), dat->buffer, dat->reducing});
  for (const auto& scalar : world_->scalars) {
    const std::byte* const value = reinterpret_cast<const std::byte*>(scalar->data);
    first_scalars_.push_back({scalar.get(), {value, value + scalar->size}});
  }
  first_random_ = random_state(*world_);
}

void Slot::begin() {
  ops_ad_reset(world_, where_);
  forget_what_runs_declared();
  for (const FirstDat& first : first_dats_) restore(first);
  for (const FirstScalar& first : first_scalars_)
    typed::set(first.scalar, first.value.data(), static_cast<std::size_t>(first.scalar->dim), first.scalar->element,
               where_);
  for (const auto& reduction : world_->reductions) {
    reduction->under_way.clear();
    reduction->initialized = 0;
  }
  random_state(*world_) = first_random_;
}

/// Whatever is recorded to write the first values gets another version. Where nothing is recorded, or where the program
/// may write through members of handles, it gets a copy now.
void Slot::restore(const FirstDat& first) {
  first.dat->reducing = first.reducing;
  if (registry().members_read || world_->hooks.tape == nullptr) {
    first.dat->adopt(copy_of(first));
    return;
  }
  if (first.dat->buffer != first.values) first.dat->adopt(first.values);
  Tracked& tracked = tape().recording.tracked(first.dat);
  tracked.kept = first.values;
  tracked.freeze();
}

BufferRef Slot::copy_of(const FirstDat& first) {
  const BufferRef copy = take(first.dat);
  copy_cells(copy, first.values, first.dat->layout, first.dat->layout.allocated);
  return copy;
}

/// But for derivatives as datasets, which their tape keeps.
void Slot::forget_what_runs_declared() {
  std::vector<ops_dat> made;
  for (const auto& dat : world_->dats)
    if (dat && std::ranges::find(first_dats_, dat.get(), &FirstDat::dat) == first_dats_.end() &&
        (world_->hooks.tape == nullptr || tape().recording.tracked(dat.get()).alias_of == nullptr))
      made.push_back(dat.get());
  for (const ops_dat dat : made) ops_free_dat(dat, where_);
}

/// The interior goes into another buffer, and what lies around it follows from the first values.
void Slot::set(std::size_t input, const Strided& values) {
  const Entry& entry = declared_.inputs.at(input);
  if (entry.scalar != nullptr)
    return typed::set(entry.scalar, values.first, static_cast<std::size_t>(entry.scalar->dim), entry.scalar->element,
                      where_);
  const Layout& layout = entry.dat->layout;
  const BufferRef before = entry.dat->buffer, now = take(entry.dat);
  for (const Box& around : difference(layout.allocated, layout.interior)) copy_cells(now, before, layout, around);
  write_strided(now, layout, values);
  entry.dat->adopt(now);
  if (world_->hooks.tape == nullptr) return;
  Tracked& tracked = tape().recording.tracked(entry.dat);
  tracked.frozen.clear();
  world_->hooks.recorder->raw_write_part(entry.dat, layout.interior, where_);
}

void Slot::run(bool recorded) {
  if (recorded) static_cast<void>(tape());  // or why nothing is recorded
  as_default([&] {
    if (recorded) return declared_.run();
    const Pause pause(*world_);
    for (const FirstDat& first : first_dats_)
      if (first.dat->buffer == first.values) first.dat->adopt(copy_of(first));
    declared_.run();
  });
  for (const FirstDat& first : first_dats_)
    if (!alive(first.dat) || !first.dat->buffer)
      throw invalid("OPS_MODEL", where_)
          << "the function that is passed to model.run has freed a dataset that was declared outside of this function";
  for (std::size_t k = 0; k < results_.size(); ++k) {
    const ops_reduction handle = declared_.outputs[k].reduction;
    if (handle == nullptr) continue;
    if (handle->initialized == 0)
      throw invalid("OPS_MODEL", where_) << "output '" << declared_.outputs[k].name << "': reduction '" << handle->name
                                         << "' has no result when the run ends: either no loop has contributed to it, "
                                            "or the program has already read its result, which resets the reduction";
    read_reduction(handle, results_[k].data(), {handle->element, static_cast<std::size_t>(handle->size)}, where_);
  }
  finish(world_->pool.machine());
}

View Slot::output(std::size_t output) {
  const ops_dat dat = declared_.outputs.at(output).dat;
  return view_of(dat, dat->buffer);
}

Tape& Slot::tape() const { return tape_of(world_, "OPS_MODEL", where_); }

void Slot::seed(std::size_t output, const Strided& values) {
  const Entry& entry = declared_.outputs.at(output);
  seeded_.resize(declared_.outputs.size());
  seeded_[output] = values.first != nullptr;
  if (const ops_reduction handle = entry.reduction) {
    void* const seed = reduction_seed(handle, handle->element, where_);
    if (values.first != nullptr) std::memcpy(seed, values.first, static_cast<std::size_t>(handle->size));
    else std::memset(seed, 0, static_cast<std::size_t>(handle->size));
    return;
  }
  // What is shown of the last gradient may be somebody's view, and a seed that was given for it counts no more.
  Tracked& tracked = tape().recording.tracked(entry.dat);
  tape().shown->make_zero(tracked);
  tracked.newly_seeded = false;
  if (values.on_device) seeded_[output] = seed_on_device(tape(), tracked, values, where_);
  else if (values.first != nullptr)
    ops_dat_set_derivative(entry.dat, reinterpret_cast<char*>(const_cast<std::byte*>(values.first)), OPS_HOST, where_);
}

void Slot::interpret() {
  if (std::ranges::count(seeded_, true) > 0) return as_default([&] { ops_interpret_adjoints(world_, where_); });
  for (const Entry& input : declared_.inputs)
    if (input.dat != nullptr && active(input)) tape().shown->make_zero(tape().recording.tracked(input.dat));
}

/// The caller may write into it, so nobody else has it afterwards.
View Slot::gradient(std::size_t input) {
  const ops_dat dat = declared_.inputs.at(input).dat;
  Tracked& tracked = tape().recording.tracked(dat);
  const View shown = view_of(dat, tape().shown->of(tracked));
  tracked.shown.reset();
  return shown;
}

void Slot::scalar_gradient(std::size_t input, void* into) {
  const ops_scalar scalar = declared_.inputs.at(input).scalar;
  if (std::ranges::count(seeded_, true) == 0) std::memset(into, 0, static_cast<std::size_t>(scalar->size));
  else std::memcpy(into, scalar_derivative(scalar, scalar->element, where_), static_cast<std::size_t>(scalar->size));
}

std::vector<ops_ad_direction> Slot::moved(const std::vector<const void*>& directions) const {
  std::vector<ops_ad_direction> all;
  for (std::size_t k = 0; k < directions.size(); ++k) {
    const Entry& input = declared_.inputs.at(k);
    if (directions[k] == nullptr) continue;
    if (input.dat != nullptr) all.emplace_back(input.dat, static_cast<const char*>(directions[k]));
    else if (input.scalar->element == Type::f64)
      all.emplace_back(input.scalar, static_cast<const double*>(directions[k]));
    else all.emplace_back(input.scalar, static_cast<const float*>(directions[k]));
  }
  return all;
}

void Slot::tangent(const std::vector<const void*>& directions) {
  as_default([&] { ops_tangent(world_, moved(directions), where_); });
}

void Slot::output_tangent(std::size_t output, void* into) {
  const Entry& entry = declared_.outputs.at(output);
  if (entry.dat != nullptr) return ops_dat_fetch_tangent(entry.dat, static_cast<char*>(into), OPS_HOST, where_);
  std::memcpy(into, reduction_tangent(entry.reduction, entry.reduction->element, where_),
              static_cast<std::size_t>(entry.reduction->size));
}

void Slot::hessian_vector(const std::vector<const void*>& directions) {
  as_default([&] { ops_hessian_vector(world_, moved(directions), where_); });
}

void Slot::product(std::size_t input, void* into) {
  const Entry& entry = declared_.inputs.at(input);
  if (entry.dat != nullptr) return ops_dat_fetch_hessian_vector(entry.dat, static_cast<char*>(into), OPS_HOST, where_);
  std::memcpy(into, scalar_hessian_vector(entry.scalar, entry.scalar->element, where_),
              static_cast<std::size_t>(entry.scalar->size));
}

}  // namespace ops::model
