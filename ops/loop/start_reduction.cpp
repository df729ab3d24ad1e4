// ops/loop/start_reduction.cpp: a fill that the recorder sees as a loop.
#include "ops/loop/start_reduction.hpp"

#include "ops/core/cells.hpp"
#include "ops/loop/recorder.hpp"

namespace ops {
namespace {

constexpr const char* name = "ops_reduction_start";

/// Its derivative ends here: what is overwritten has derivative zero before.
void no_contribution(const AdjointLaunch&) {}

const LoopImplementation& implementation() {
  static constexpr ArgFacts facts[1] = {{.written = true, .seed = true, .consumed = true}};
  static const LoopImplementation loop{.name = name, .kernel = name, .adjoint = &no_contribution, .adjoint_owner = &no_contribution,
                                       .owner_in_place = true, .args = facts};
  return loop;
}

/// The stencil of one central point in `dims` dimensions. Belongs to no context.
ops_stencil centre(int dims) {
  static thread_local std::array<ops_stencil_core, max_dim + 1> stencils;
  ops_stencil_core& stencil = stencils[static_cast<std::size_t>(dims)];
  if (stencil.points == 0) {
    const auto n = static_cast<std::size_t>(dims);
    stencil.dims = dims;
    stencil.points = 1;
    stencil.name = name;
    stencil.storage.assign(3 * n, 1);
    std::fill_n(stencil.storage.begin(), n, 0);
    stencil.stencil = stencil.storage.data();
    stencil.stride = stencil.stencil + n;
    stencil.mgrid_stride = stencil.stride + n;
    stencil.offsets.assign(1, Index{});
  }
  return &stencil;
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
  if (context.recorder != nullptr) {
    const ops_arg arg = argument(plan, request.dims);
    context.recorder->loop({name, request.where, request.block, request.dims, layout.allocated, {&arg, 1}, &implementation(), request.passive},
                           {&view, 1}, {});
  }
  std::vector<std::max_align_t> value(layout.element / sizeof(std::max_align_t) + 1);
  plan.ops->fill(value.data(), 1);
  fill_cells(plan.dat->buffer, layout, layout.allocated, value.data());
}

}  // namespace ops
