// ops/engine/start_reduction.cpp: a fill that the recorder sees as a loop.
#include "ops/engine/start_reduction.hpp"

#include "ops/core/cells.hpp"
#include "ops/core/context.hpp"
#include "ops/loop/centre.hpp"
#include "ops/loop/recorder.hpp"
#include "ops/loop/redirector.hpp"

namespace ops {
namespace {

constexpr const char* name = "ops_reduction_start";

/// Its derivative ends here: what is overwritten has derivative zero before.
void no_contribution(const AdjointLaunch&) {}

const LoopImplementation& implementation() {
  static constexpr ArgFacts facts[1] = {{.written = true, .seed = true, .consumed = true}};
  static const LoopImplementation loop{.name = name,
                                       .kernel = name,
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
  arg.data = plan.dat->data;
  arg.acc = OPS_WRITE;
  arg.type = plan.dat->type;
  arg.element = plan.dat->element;
  return arg;
}

}  // namespace

void start_reduction(const LoopRequest& request, const ArgPlan& plan, Context& context) {
  const Layout& layout = plan.dat->layout;
  const std::ptrdiff_t origin = layout.origin * static_cast<std::ptrdiff_t>(layout.element);
  ArgView view = plan.view;
  view.step = view.pitch;
  view.in = view.out = plan.dat->buffer->address + origin;
  const Hooks& hooks = context.hooks;
  if (hooks.recorder != nullptr || hooks.redirector != nullptr) {
    const ops_arg arg = argument(plan, request.dims);
    const LoopCall call{name,      request.where,     request.block,  request.dims, layout.allocated,
                        {&arg, 1}, &implementation(), request.passive};
    if (hooks.recorder != nullptr) hooks.recorder->loop(call, {&view, 1});
    if (hooks.redirector != nullptr) hooks.redirector->redirect(call, {&view, 1}, {});
  }
  if (!request.runs) return;
  std::vector<std::max_align_t> value(layout.element / sizeof(std::max_align_t) + 1);
  plan.ops->fill(value.data(), 1);
  fill_cells(plan.dat->buffer, layout, layout.allocated, value.data());
}

}  // namespace ops
