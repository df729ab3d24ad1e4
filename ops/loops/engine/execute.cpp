// ops/loops/engine/execute.cpp: executes one call, from addresses to totals.
#include "ops/loops/engine/execute.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "ops/data/passes.hpp"
#include "ops/loops/engine/changed_constant.hpp"
#include "ops/loops/engine/compare.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/engine/loop_probe.hpp"
#include "ops/loops/engine/order_check.hpp"
#include "ops/loops/engine/range_check.hpp"
#include "ops/loops/engine/reference.hpp"
#include "ops/loops/engine/reset_reduction.hpp"
#include "ops/loops/launch/cache_size.hpp"
#include "ops/loops/launch/recorder.hpp"
#include "ops/loops/launch/redirector.hpp"
#include "ops/support/communicator.hpp"

namespace ops {
namespace {

constexpr std::size_t most_under_way = 64;  // loops that a handle waits for

class RunningCall final : public AccessWatch {
 public:
  RunningCall(const CallRef& call, Variant& variant, bool runs, HaloCheck* check)
      : ref_(call),
        call_(*call),
        v_(variant),
        context_(*call->block->context),
        runs_(runs),
        check_(runs ? check : nullptr),
        unseen_(check == nullptr ? nullptr : &check->unseen()),
        order_(variant, call->dims) {}
  Executed run();
  bool wants(std::size_t argument) const override {
    return (watched() && order_.wants(argument)) || stale_.wants(argument) || off_but_on(argument);
  }
  void touched(std::size_t argument, const Index& offset, const Index& cell, int component) override;

 private:
  void start_reductions();
  void resolve(std::size_t k);
  void record();
  void name_buffers();
  void complete_versions() const;
  void probe(const Launch& all);
  void execute(const Launch& all, bool compared);
  void combine(std::size_t k);
  void reference(Launch part, const Box& box, bool guarded);
  /// Given switched off, but perhaps touched.
  bool off_but_on(std::size_t k) const { return v_.optional && v_.given[k].opt == 0 && v_.plans[k].on; }
  AccessWatch* watch() { return watched() || (check_ != nullptr && (!stale_.empty() || v_.optional)) ? this : nullptr; }
  /// Whether the reference has to see that no point reads what another writes: a recorded loop's points may be reversed
  /// in any order.
  bool watched() const { return std::ranges::find(v_.watched, 1) != v_.watched.end(); }
  void ask_for_order();
  void depends(const std::string& what);
  /// Whether points have to run in serial order, and together.
  bool ordered() const { return v_.ordered || shared_; }
  bool has_primal() const {
    return !v_.by_kernel && call_.implementation != nullptr && call_.implementation->primal != nullptr;
  }
  Lines lines() const;
  bool divisible() const {
    return !ordered() && !v_.in_order && v_.twice == nullptr && call_.kernel.library == nullptr;
  }
  /// A build or a run for finding mistakes: the reference checks every access, before it reads what is not there.
  bool suspicious() const { return context_.options.check || registry().backend.compare; }
  /// Whether a part of the range cannot run the implementation.
  bool guarded() const { return !(inner_ == call_.range); }
  bool whole_reference() const {
    return watched() || !has_primal() || v_.twice != nullptr || (guarded() && (ordered() || inner_.empty()));
  }

  const CallRef& ref_;
  const LoopCall& call_;
  Variant& v_;
  Context& context_;
  bool runs_;
  HaloCheck* check_;      ///< null: no check is asked for, or the call does not run
  UnseenWrites* unseen_;  ///< null: no check is asked for
  Box inner_;             ///< where declared reads stay in allocated cells
  std::optional<SharedCell> shared_;
  OrderCheck order_;
  StaleReads stale_;  ///< halo cells to watch for
  std::set<std::size_t> off_touched_;
  bool shared_out_ = true;
  /// what is watched for: a derivative, which does not exist then; else a word to the user
  bool for_derivative_ = true;
  std::string order_found_;
};

/// Lower-dimensional datasets: what the next reduction starts from.
void leave_states(std::span<const ArgPlan> plans) {
  for (const ArgPlan& plan : plans)
    if (plan.kind == ArgKind::dat && plan.on && !plan.gathers) plan.dat->reducing = plan.writes ? OPS_WRITE : -1;
}

/// For -OPS_CHECK on several processes.
void say_what(const LoopCall& call) {
  const Communicator& all = communicator();
  if (!all.checks_calls()) return;
  all.doing("in loop '" + call.name + "' (" + place(call.where) + ") on " + range_text(call.range, call.dims));
}

std::byte* origin_of(const ops_dat_core& dat) {
  return dat.buffer->here() + dat.layout.origin * static_cast<std::ptrdiff_t>(dat.layout.element);
}

/// A run for finding mistakes looks at the order of points as well, where nobody needs a derivative.
void RunningCall::ask_for_order() {
  if (!suspicious() || watched() || call_.kernel.library != nullptr) return;
  for (std::size_t k = 0; k < v_.plans.size(); ++k) {
    if (!order_.may_meet(k, call_.range)) continue;
    v_.watched[k] = 1;
    for_derivative_ = false;
  }
}

/// @param what  depends on the order of the points, or is read too late; "": nothing is
void RunningCall::depends(const std::string& what) {
  if (what.empty()) return;
  if (!for_derivative_) {
    if (order_found_.empty()) order_found_ = what;
    return;
  }
  throw error_at(OPS_INVALID_ARGUMENT, "ops_par_loop", call_.where)
      << "loop '" << call_.name << "' has no derivative: " << what;
}

void RunningCall::touched(std::size_t argument, const Index& offset, const Index& cell, int component) {
  if (watched() && order_.wants(argument)) depends(order_.touched(argument, offset, cell, component, for_derivative_));
  if (stale_.wants(argument)) stale_.touched(argument, offset, cell, component);
  if (off_but_on(argument)) off_touched_.insert(argument);
}

/// Which memory the arguments lie in, now that there are new versions.
void RunningCall::name_buffers() {
  for (std::size_t k = 0; k < v_.plans.size(); ++k) {
    if (v_.plans[k].kind != ArgKind::dat || !v_.plans[k].on) continue;
    ArgView& view = v_.views[k];
    view.from = v_.before(v_.plans[k].dat).get();
    view.to = v_.plans[k].writes ? v_.plans[k].dat->buffer.get() : nullptr;
    view.layout = &v_.plans[k].dat->layout;
  }
}

/// Handles and lower-dimensional datasets whose reduction begins with this loop become neutral.
void RunningCall::start_reductions() {
  for (std::size_t k = 0; k < v_.plans.size(); ++k) {
    const ArgPlan& plan = v_.plans[k];
    if (plan.kind == ArgKind::reduce && plan.reduction->initialized == 0) {
      plan.reduction->under_way.clear();
      plan.ops->fill(plan.reduction->data, plan.dim);
      plan.reduction->acc = plan.access;
      plan.reduction->initialized = 1;
    }
    if (!plan.gathers || !plan.on) continue;
    if (plan.dat->reducing != OPS_WRITE && plan.dat->reducing != plan.access)
      start_reduction(call_, plan, v_.starts[k], runs_);
    // it has other values now, whether the loop has points or not
    if (unseen_ != nullptr) unseen_->forget(plan.dat);
    plan.dat->reducing = plan.access;
  }
}

/// Addresses of the present values.
void RunningCall::resolve(std::size_t k) {
  const ArgPlan& plan = v_.plans[k];
  ArgView& view = v_.views[k];
  switch (plan.kind) {
    case ArgKind::dat:
      view.in = plan.on ? origin_of(*plan.dat) : nullptr;
      view.out = const_cast<void*>(view.in);
      break;
    case ArgKind::gbl: view.in = v_.values[k]; break;
    case ArgKind::scalar: view.in = call_.args[k].scalar->data; break;
    case ArgKind::reduce:
      view.out = plan.running ? plan.reduction->values() : v_.totals[k].data();
      view.totals = plan.running ? nullptr : &v_.totals[k];
      if (!plan.running) v_.totals[k].clear();
      break;
    case ArgKind::idx: break;
  }
}

void RunningCall::record() {
  for (std::size_t k = 0; k < v_.constants.size(); ++k) {
    warn_if_changed(*v_.constants[k], call_);
    v_.constant_values[k] = v_.constants[k]->value->data();
    v_.constant_refs[k] = v_.constants[k]->value;
  }
  if (context_.hooks.recorder != nullptr) context_.hooks.recorder->loop(call_, v_.views);
  if (context_.hooks.redirector != nullptr)
    context_.hooks.redirector->redirect(shared_ ? v_.recorded(ref_) : ref_,
                                        {v_.views, v_.constant_refs, v_.replaced, v_.watched});
}

/// Copies into new versions what the loop does not write; everything where the reference runs, or points in order, as
/// they read what they write.
void RunningCall::complete_versions() const {
  for (std::size_t k = 0; k < v_.plans.size(); ++k) {
    const ArgPlan& plan = v_.plans[k];
    const ArgView& view = v_.views[k];
    if (plan.kind != ArgKind::dat || !plan.writes || view.in == view.out) continue;
    bool first = true, only = true;
    for (std::size_t other = 0; other < v_.plans.size(); ++other) {
      if (other == k || !v_.plans[other].writes || v_.plans[other].dat != plan.dat) continue;
      if (v_.views[other].in == v_.views[other].out) continue;  // the kernel does not write through it
      only = false;
      first = first && other > k;
    }
    if (!first) continue;
    const Layout& layout = plan.dat->layout;
    const bool whole = !only || whole_reference() || v_.in_order || shared_ || guarded() || context_.options.check;
    const std::vector<Box> missing =
        whole ? std::vector<Box>{layout.allocated} : difference(layout.allocated, plan.cells(call_.range));
    if (v_.replaced[k] == nullptr)
      throw OPSException(OPS_INTERNAL_ERROR, "a version was created without its predecessor");
    for (const Box& piece : missing) copy_cells(plan.dat->buffer, v_.replaced[k], layout, piece);
  }
}

Lines RunningCall::lines() const {
  const LoopImplementation* const loop = call_.implementation;
  if (loop == nullptr || loop->axis < 0) return {};
  return lines_of(*loop, call_.range, v_.views[static_cast<std::size_t>(loop->axis)].in);
}

/// The reference reads what it writes, through any argument: the new version, which is complete, also where copies of
/// others' cells are concerned.
void RunningCall::reference(Launch part, const Box& box, bool guarded) {
  part.range = box;
  std::vector<ArgView> views(v_.views.begin(), v_.views.end());
  for (std::size_t w = 0; w < views.size(); ++w) {
    if (v_.replaced[w] == nullptr) continue;
    for (std::size_t k = 0; k < views.size(); ++k) {
      if (v_.plans[k].kind != ArgKind::dat || v_.plans[k].dat != v_.plans[w].dat || !v_.plans[k].on) continue;
      views[k].in = views[k].out = v_.views[w].out;
      views[k].from = v_.views[w].to;
    }
  }
  part.args = views.data();
  Machine& machine = context_.pool.machine();
  // what the kernel reads, or writes beside its point
  const bool unknown = machine.divides() && !has_primal() && !v_.by_kernel;
  std::vector<Points> declared;
  for (std::size_t k = 0; unknown && k < v_.plans.size(); ++k)
    declared.push_back(v_.plans[k].kind == ArgKind::dat ? Points(call_.args[k].stencil->offsets) : Points());
  if (unknown) part.reads = declared.data();
  for (std::size_t k = 0; call_.implementation == nullptr && k < views.size(); ++k)
    if (views[k].to != nullptr) views[k].at = hull(v_.plans[k].reach, Box{});
  part.divisible = divisible() && !unknown;
  shared_out_ = machine.shares(part);
  const auto held = machine.for_host(v_.touched_buffers());
  machine.run_on_host(
      [&](const Launch& launch) { run_reference({call_, v_.plans, guarded || unknown, watch(), unknown}, launch); },
      part);
}

/// What the loop adds to a handle comes after what loops before it have added: bits of sums depend on that.
void RunningCall::combine(std::size_t k) {
  Totals& totals = v_.totals[k];
  const ops_reduction handle = v_.plans[k].reduction;
  context_.pool.machine().complete(totals);
  if (!totals.under_way() || handle->under_way.size() >= most_under_way) return totals.combine_into(handle->values());
  handle->under_way.emplace_back([handle, totals = std::exchange(totals, Totals(*v_.plans[k].ops, v_.plans[k].dim))] {
    totals.combine_into(handle->data);
  });
}

void RunningCall::probe(const Launch& all) {
  if (context_.probe == nullptr || call_.implementation == nullptr || call_.kernel.library != nullptr || inner_.empty())
    return;
  const bool recorded = context_.hooks.redirector != nullptr && !call_.passive;
  const bool due = LoopProbe::due(++v_.calls), due_as_recorded = recorded && LoopProbe::due(++v_.recorded_calls);
  if (!due && !due_as_recorded) return;
  Launch launch = all;
  launch.divisible = divisible();
  context_.probe->look(
      {call_, v_, launch, inner_, !whole_reference() && !suspicious(), due_as_recorded, !shared_ && !watched()});
}

/// Points whose declared reads leave the allocated cells run the reference, which checks every access; before the
/// others, so that an error comes early. @param compared  with the reference
void RunningCall::execute(const Launch& all, bool compared) {
  complete_versions();
  std::optional<Comparison> comparison;
  const ReferenceRun checker{call_, v_.plans, true, watch()};
  if (compared) {
    const auto held = context_.pool.machine().for_host(v_.touched_buffers());
    comparison.emplace(checker, all, v_.replaced, context_.pool);
  }
  if (whole_reference()) {
    reference(all, call_.range, guarded() || suspicious());
    if (watched()) depends(order_.between(communicator()));
  } else {
    if (guarded())
      for (const Box& piece : difference(call_.range, inner_)) reference(all, piece, true);
    Launch part = all;
    part.range = inner_;
    part.divisible = divisible();
    shared_out_ = context_.pool.machine().shares(part);
    context_.pool.machine().run(call_.implementation->primal, part);
  }
  if (comparison) comparison->check(all);
  for (std::size_t k = 0; k < v_.plans.size(); ++k)
    if (v_.totals[k]) combine(k);
  v_.let_go();
}

Executed RunningCall::run() {
  context_.pool.make_room();
  say_what(call_);
  for (std::size_t k = 0; k < v_.plans.size(); ++k) v_.check_state(k);
  if (check_ != nullptr) check_->look(call_, v_.plans);
  if (!call_.range.empty()) inner_ = checked_cells(call_, v_.plans);
  shared_ = shared_cell(v_.plans, call_.range);
  start_reductions();
  if (call_.range.empty()) return {};
  Executed executed{.reference = whole_reference(), .guarded = guarded(), .shared = shared_};
  double footprint = 0;
  for (std::size_t k = 0; k < v_.plans.size(); ++k) {
    resolve(k);
    if (v_.plans[k].touched_bytes == 0) continue;
    const auto cells = static_cast<double>(v_.plans[k].cells(call_.range).volume());
    executed.bytes += (v_.plans[k].read_bytes + v_.plans[k].written_bytes) * cells;
    footprint += v_.plans[k].touched_bytes * cells;
  }
  if (check_ != nullptr) stale_ = check_->before(call_, v_.plans);
  try {
    record();
    if (!runs_) {
      v_.let_go();
      leave_states(v_.plans);
      return {};
    }
    ask_for_order();
    executed.reference = whole_reference();
    executed.watched = watched();
    const bool stream = footprint > 0.5 * static_cast<double>(last_level_cache());
    const Launch all{call_.dims,
                     call_.range,
                     v_.views.data(),
                     v_.constant_values.data(),
                     stream,
                     false,
                     static_cast<int>(v_.views.size()),
                     v_.reads.data(),
                     lines(),
                     false,
                     v_.constant_refs};
    name_buffers();
    probe(all);
    execute(all, !executed.reference && call_.kernel.library == nullptr && suspicious());
  } catch (...) {  // kernels throw what they like
    v_.let_go();
    if (unseen_ != nullptr) unseen_->forget();
    if (context_.hooks.recorder != nullptr) context_.hooks.recorder->loop_failed(call_.name.c_str(), call_.where);
    throw;
  }
  leave_states(v_.plans);
  executed.order = std::move(order_found_);
  executed.shared_out = shared_out_;
  executed.touched.assign(off_touched_.begin(), off_touched_.end());
  if (check_ != nullptr) check_->after(call_, v_.plans, stale_);
  return executed;
}

}  // namespace

Executed execute(const CallRef& call, Variant& variant, bool runs, HaloCheck* check) {
  return RunningCall(call, variant, runs, check).run();
}

}  // namespace ops
