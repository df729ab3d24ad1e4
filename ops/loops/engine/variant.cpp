// ops/loops/engine/variant.cpp: makes a checked, resolved variant from a request.
#include "ops/loops/engine/variant.hpp"

#include <algorithm>
#include <cstring>

#include "ops/loops/engine/argument_checks.hpp"
#include "ops/loops/engine/find_implementation.hpp"
#include "ops/loops/engine/last_point.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/launch/signature.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

/// Addresses of type strings say nothing: the user may build them anew, or others in the same place.
bool same(const ops_arg& a, const ops_arg& b) noexcept {
  return a.dat == b.dat && a.stencil == b.stencil && a.dim == b.dim && a.acc == b.acc && a.argtype == b.argtype &&
         a.opt == b.opt && a.reduction == b.reduction && a.scalar == b.scalar && a.element == b.element &&
         b.type != nullptr && std::strcmp(a.type, b.type) == 0;
}

const Constant* find_constant(const LoopCall& call, std::size_t k) {
  const LoopImplementation& loop = *call.implementation;
  const auto& known = call.block->context->constants;
  const auto found = known.find(std::string_view(loop.constants[k]));
  if (found == known.end())
    throw loop_error(call) << "the kernel reads constant '" << loop.constants[k]
                           << "', which has not been declared with ops_decl_const";
  const std::size_t bytes = found->second.value->size();
  if (loop.constant_bytes[k] != 0 && bytes != loop.constant_bytes[k])
    throw loop_error(call) << "constant '" << loop.constants[k] << "' was declared with " << bytes
                           << " bytes, but the translated code expects " << loop.constant_bytes[k] << " bytes";
  return &found->second;
}

/// Generated code knows the points that the translator saw where data choose one. @return why they do not fit the call;
/// "" if they do
std::string beyond_translated(const LoopImplementation& loop, int dims, std::span<const ops_arg> args) {
  for (std::size_t k = 0; k < args.size() && k < loop.args.size(); ++k) {
    if (!loop.args[k].computed) continue;
    const Points known = loop.args[k].reads;
    for (const Index& point : args[k].stencil->offsets)
      if (std::ranges::find(known, point) == known.end())
        return ops::format(
            "kernel '{}' reads {} at a computed offset, but the translator did not find point {} in the declaration of "
            "stencil '{}'; write the points of the stencil as literals, or compute them from literals in the function "
            "that declares the stencil",
            loop.kernel, argument_text(k, args[k]), point_text(point, dims), args[k].stencil->name);
  }
  return {};
}

void find_implementation(LoopCall& call) {
  call.implementation = call.kernel.library;
  if (call.kernel.library != nullptr || !registry().translated) return;
  Lookup lookup = ops::find_implementation(registry(), call.name.c_str(), call.where, signature(call.dims, call.args));
  call.problem = std::move(lookup.problem);
  if (lookup.found == nullptr) return;
  call.problem = beyond_translated(*lookup.found, call.dims, call.args);
  if (call.problem.empty()) call.implementation = lookup.found;
}

/// Whether `a` writes what `b` reads or writes at the same point. @param in_order  or at any: generated code runs
/// points in another order than the reference where it takes `a` to be the only way to these cells
bool meet(const ArgPlan& a, const ArgPlan& b, bool in_order) {
  if (a.kind != ArgKind::dat || b.kind != ArgKind::dat || a.dat != b.dat || !a.on || !b.on || !a.writes) return false;
  return in_order || b.writes || !intersection(b.reach, a.view.at).empty();
}

}  // namespace

void Variant::plan() {
  last_ = nullptr;
  key_.on.clear();
  for (std::size_t k = 0; k < given.size(); ++k)
    if (given[k].opt == 0) key_.on.push_back(checked.args[k].opt != 0);
  starts.assign(checked.args.size(), nullptr);
  plans = make_plan(checked.dims, checked.args, checked.kernel.params, checked.implementation);
  views.clear();
  totals.clear();
  reads.clear();
  replaced.assign(plans.size(), nullptr);
  watched.assign(plans.size(), 0);
  twice = nullptr;
  for (const ArgPlan& plan : plans) {
    views.push_back(plan.view);
    reads.push_back(plan.points);
    totals.push_back(plan.kind == ArgKind::reduce && !plan.running ? Totals(*plan.ops, plan.dim) : Totals());
    ordered = ordered || plan.running || plan.gathers;
    in_order = in_order || (plan.writes && (plan.invariant || !plan.dense));
  }
  for (const ArgPlan& plan : plans)
    for (const ArgPlan& other : plans)
      if (&other != &plan && meet(plan, other, in_order)) twice = plan.dat;
}

bool Variant::fits(const LoopRequest& request) const noexcept {
  return checked.block == request.block && checked.dims == request.dims && checked.name == request.name &&
         std::equal(given.begin(), given.end(), request.args.begin(), request.args.end(), same);
}

bool Variant::uses(ops_dat dat) const noexcept {
  return std::ranges::any_of(given, [dat](const ops_arg& arg) { return arg.dat == dat; });
}

const BufferRef& Variant::before(ops_dat dat) const noexcept {
  for (std::size_t k = 0; k < plans.size(); ++k)
    if (replaced[k] && plans[k].dat == dat) return replaced[k];
  return dat->buffer;
}

void Variant::check_state(std::size_t k) const {
  const auto bad = [&] { return argument_error(checked, k); };
  const ArgPlan& plan = plans[k];
  if (plan.kind == ArgKind::dat) {
    if (plan.dat->buffer == nullptr) throw bad() << "the dataset has been freed";
    if (plan.on && plan.dat->raw_out > 0)
      throw bad() << "a raw pointer to the dataset's values has not been released; call ops_dat_release_raw_data "
                     "before the loop";
  }
  if (plan.kind == ArgKind::scalar && checked.args[k].scalar->raw_out > 0)
    throw bad()
        << "a raw pointer to the scalar's value has not been released; call release_raw_pointer before the loop";
  if (plan.kind == ArgKind::gbl && values[k] == nullptr) throw bad() << "the data are null";
  if (plan.kind == ArgKind::reduce && plan.reduction->initialized != 0 && plan.reduction->acc != plan.access)
    throw bad() << "the access mode is " << access_name(plan.access) << ", but earlier loops used "
                << access_name(plan.reduction->acc)
                << " for this reduction; read the result before you change the access mode";
}

std::span<const BufferRef> Variant::touched_buffers() {
  touched.clear();
  for (std::size_t k = 0; k < plans.size(); ++k) {
    if (plans[k].kind != ArgKind::dat || !plans[k].on) continue;
    touched.push_back(plans[k].dat->buffer);
    if (replaced[k]) touched.push_back(replaced[k]);
  }
  return touched;
}

void Variant::let_go() {
  for (BufferRef& version : replaced) version.reset();
  std::ranges::fill(watched, 0);
  touched.clear();
}

Variant::Variant(LoopCall call) : checked(std::move(call)) {
  const std::size_t count = checked.implementation == nullptr ? 0 : checked.implementation->constants.size();
  for (std::size_t k = 0; k < count; ++k) constants.push_back(find_constant(checked, k));
  constant_values.resize(count);
  constant_refs.resize(count);
  values.resize(checked.args.size());
  plan();
}

std::size_t Variant::KeyHash::operator()(const Key& key) const noexcept {
  std::size_t hash = key.passive;
  const auto add = [&hash](int number) { hash = (hash ^ static_cast<std::size_t>(number)) * 0x9E3779B97F4A7C15u; };
  for (const Index& corner : {key.range.lo, key.range.hi}) std::ranges::for_each(corner, add);
  std::ranges::for_each(key.on, add);
  return hash;
}

void Variant::forget_what_nobody_keeps() {
  const auto kept = [](const CallRef& call) { return call && call.use_count() > 1; };
  std::erase_if(made_, [&](const auto& made) { return !kept(made.second.call) && !kept(made.second.recorded); });
  most_ = std::max(most_, 2 * made_.size());
}

const CallRef& Variant::call(const Box& range, bool passive) {
  if (last_ != nullptr && key_.range == range && key_.passive == passive) return last_->call;
  key_.range = range;
  key_.passive = passive;
  if (made_.size() >= most_) forget_what_nobody_keeps();
  last_ = &made_[key_];
  if (last_->call) return last_->call;
  auto made = std::make_shared<LoopCall>(checked);
  made->range = range;
  made->passive = passive;
  return last_->call = std::move(made);
}

const CallRef& Variant::recorded(const CallRef& call) {
  if (last_->recorded) return last_->recorded;
  auto part = std::make_shared<LoopCall>(*call);
  if (const std::optional<Box> points = last_points(plans, call->implementation, call->range)) {
    part->range = *points;
  } else {
    if (call->implementation != nullptr)
      part->problem = last_point_problem(plans[shared_cell(plans, call->range)->argument]);
    part->implementation = nullptr;
    part->whole = call;
  }
  return last_->recorded = std::move(part);
}

std::unique_ptr<Variant> make_variant(const LoopRequest& request) {
  LoopCall call{.name = request.name,
                .where = request.where,
                .block = request.block,
                .dims = request.dims,
                .range = {},
                .args = checked_arguments(request),
                .kernel = request.kernel};
  find_implementation(call);
  for (ops_arg& arg : call.args) arg.data = nullptr, arg.type = "";
  auto variant = std::make_unique<Variant>(std::move(call));
  for (const ops_arg& arg : request.args) variant->types.emplace_back(arg.type == nullptr ? "" : arg.type);
  variant->given.assign(request.args.begin(), request.args.end());
  for (std::size_t k = 0; k < variant->given.size(); ++k) variant->given[k].type = variant->types[k].c_str();
  variant->optional = std::ranges::any_of(variant->given, [](const ops_arg& arg) { return arg.opt == 0; });
  return variant;
}

}  // namespace ops
