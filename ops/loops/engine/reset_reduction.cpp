// ops/loops/engine/reset_reduction.cpp: a fill that the recorder sees as a loop.
#include "ops/loops/engine/reset_reduction.hpp"

#include "ops/data/context.hpp"
#include "ops/data/passes.hpp"
#include "ops/loops/launch/centre.hpp"
#include "ops/loops/launch/recorder.hpp"
#include "ops/loops/launch/redirector.hpp"

namespace ops {
namespace {

constexpr const char* loop_name = "ops_reduction_start";

/// Its derivative ends here: what is overwritten has derivative zero before.
void no_contribution(const AdjointLaunch&) {}

const LoopImplementation& implementation() {
  static constexpr ArgFacts facts[1] = {{.written = true, .seed = true, .consumed = true}};
  static const LoopImplementation loop{.name = loop_name,
                                       .kernel = loop_name,
                                       .adjoint = &no_contribution,
                                       .adjoint_owner = &no_contribution,
                                       .owner_in_place = true,
                                       .args = facts};
  return loop;
}

ops_arg argument(const ArgPlan& plan, int dims) {
  ops_arg arg;
  arg.argtype = ArgKind::dat;
  arg.dat = plan.dat;
  arg.stencil = centre(dims);
  arg.dim = plan.dat->dim;
  arg.elem_size = plan.dat->elem_size;
  arg.acc = OPS_WRITE;
  arg.element = plan.dat->element;
  return arg;
}

}  // namespace

void start_reduction(const LoopCall& next, const ArgPlan& plan, CallRef& start, bool runs) {
  const Layout& layout = plan.dat->layout;
  const std::ptrdiff_t origin = layout.origin * static_cast<std::ptrdiff_t>(layout.element);
  ArgView view = plan.view;
  view.step = view.pitch;
  view.in = view.out = plan.dat->buffer->address + origin;
  const Hooks& hooks = next.block->context->hooks;
  if (hooks.recorder != nullptr || hooks.redirector != nullptr) {
    if (!start || start->passive != next.passive)
      start = std::make_shared<LoopCall>(LoopCall{loop_name,
                                                  next.where,
                                                  next.block,
                                                  next.dims,
                                                  layout.allocated,
                                                  {argument(plan, next.dims)},
                                                  &implementation(),
                                                  next.passive});
    if (hooks.recorder != nullptr) hooks.recorder->loop(*start, {&view, 1});
    if (hooks.redirector != nullptr) hooks.redirector->redirect(start, {.views = {&view, 1}});
  }
  if (!runs) return;
  std::vector<std::max_align_t> value(layout.element / sizeof(std::max_align_t) + 1);
  plan.ops->fill(value.data(), 1);
  fill_cells(plan.dat->buffer, layout, layout.allocated, value.data());
}

}  // namespace ops
