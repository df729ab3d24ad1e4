// ops/loops/engine/arg_plan.cpp: computes strides and accesses of arguments.
#include "ops/loops/engine/arg_plan.hpp"

#include <algorithm>

namespace ops {
namespace {

void set_strides(ArgPlan& plan, const ops_stencil_core& stencil, int dims) {
  const Layout& layout = plan.dat->layout;
  for (int axis = 0; axis < dims; ++axis) {
    const bool own = axis < stencil.dims;
    plan.factor[axis] = own && stencil.type == 0   ? stencil.stride[axis]
                        : own && stencil.type == 2 ? stencil.mgrid_stride[axis]
                                                   : 1;
    plan.divisor[axis] = own && stencil.type == 1 ? stencil.mgrid_stride[axis] : 1;
    plan.view.pitch[axis] = layout.pitch[axis];
    plan.view.step[axis] = plan.factor[axis] * layout.pitch[axis];
    plan.dense = plan.dense && plan.factor[axis] <= 1;
    plan.invariant = plan.invariant || plan.factor[axis] == 0;
  }
  plan.view.divisor = plan.divisor;
  plan.view.component = layout.component;
}

bool combines(ops_access access) { return access == OPS_INC || access == OPS_MIN || access == OPS_MAX; }

/// A box around the points.
Box around(Points points) {
  Box reach = Box::none();
  for (const Index& point : points) {
    Box one;
    for (int axis = 0; axis < max_dim; ++axis) {
      one.lo[axis] = point[axis];
      one.hi[axis] = point[axis] + 1;
    }
    reach = hull(reach, one);
  }
  return reach;
}

void plan_dat(ArgPlan& plan, int dims, const ops_arg& arg, const ArgFacts* facts) {
  plan.dat = arg.dat;
  plan.on = arg.opt != 0;
  plan.element = arg.dat->layout.element;
  set_strides(plan, *arg.stencil, dims);
  plan.gathers = plan.invariant && combines(arg.acc);
  if (plan.gathers) plan.ops = reduce_ops(arg.dat->element, arg.acc);
  plan.writes = plan.on && arg.acc != OPS_READ;
  plan.changes = plan.writes && (facts == nullptr || facts->written);
  plan.reads = plan.on && (arg.acc == OPS_READ || arg.acc == OPS_RW);
  // what the kernel reads, where that is known
  plan.points = facts == nullptr ? Points(arg.stencil->offsets) : facts->reads;
  plan.reach = around(plan.points);
  if (facts != nullptr && !facts->writes.empty()) plan.view.at = around(facts->writes);
}

/// The byte model: every dataset counts once as read and once as written.
void count_bytes(std::vector<ArgPlan>& plans) {
  for (auto plan = plans.begin(); plan != plans.end(); ++plan) {
    if (plan->dat == nullptr || !plan->on) continue;
    const auto earlier = [&](auto property) {
      return std::any_of(plans.begin(), plan,
                         [&](const ArgPlan& p) { return p.on && p.dat == plan->dat && property(p); });
    };
    const auto reads = [](const ArgPlan& p) { return p.reads || combines(p.access); };
    const auto bytes = static_cast<double>(plan->dat->elem_size);
    if (reads(*plan) && !earlier(reads)) plan->read_bytes = bytes;
    if (plan->writes && !earlier([](const ArgPlan& p) { return p.writes; })) plan->written_bytes = bytes;
    if (!earlier([](const ArgPlan&) { return true; })) plan->touched_bytes = bytes;
  }
}

}  // namespace

int ArgPlan::cell(int axis, int i) const noexcept {
  return (divisor[axis] == 1 ? i : floor_div(i, divisor[axis])) * factor[axis];
}

Index ArgPlan::cell(const Index& at) const noexcept {
  Index cells_at{};
  for (int axis = 0; axis < max_dim; ++axis) cells_at[axis] = cell(axis, at[axis]);
  return cells_at;
}

Box ArgPlan::centres(const Box& range) const noexcept {
  Box box;
  for (int axis = 0; axis < max_dim; ++axis) {
    box.lo[axis] = cell(axis, range.lo[axis]);
    box.hi[axis] = cell(axis, range.hi[axis] - 1) + 1;
  }
  return box;
}

Box ArgPlan::cells(const Box& range) const noexcept {
  Box box = centres(range);
  for (int axis = 0; axis < max_dim; ++axis) {
    box.lo[axis] += view.at.lo[axis];
    box.hi[axis] += view.at.hi[axis] - 1;
  }
  return box;
}

std::vector<ArgPlan> make_plan(int dims, std::span<const ops_arg> args, std::span<const KernelParam> params,
                               const LoopImplementation* implementation) {
  std::vector<ArgPlan> plans(args.size());
  for (std::size_t k = 0; k < args.size(); ++k) {
    ArgPlan& plan = plans[k];
    const bool known = implementation != nullptr && k < implementation->args.size();
    plan.kind = args[k].argtype;
    plan.access = args[k].acc;
    plan.type = args[k].element;
    plan.dim = args[k].dim;
    plan.element = type_size(plan.type);
    plan.pointer = params[k].rank == 0;
    if (plan.kind == ArgKind::dat) plan_dat(plan, dims, args[k], known ? &implementation->args[k] : nullptr);
    if (plan.kind == ArgKind::gbl || plan.kind == ArgKind::scalar)
      plan.view.bytes = static_cast<std::size_t>(args[k].elem_size);
    if (plan.kind != ArgKind::reduce) continue;
    plan.reduction = args[k].reduction;
    plan.running = known && implementation->args[k].running;
    plan.ops = reduce_ops(plan.type, plan.access);
  }
  count_bytes(plans);
  return plans;
}

}  // namespace ops
