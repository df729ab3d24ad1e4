// ops/derivatives/checks/sentinel_runs.cpp: launches a loop on copies of cells.
#include "ops/derivatives/checks/sentinel_runs.hpp"

#include <algorithm>
#include <cstring>

#include "ops/loops/engine/reference.hpp"

namespace ops::sentinel {
namespace {

/// Keeps a kernel within the copies.
class Fence final : public AccessWatch {
 public:
  explicit Fence(const Block& block) : block_(block) {}
  bool wants(std::size_t argument) const override { return block_.of[argument] >= 0; }
  void touched(std::size_t argument, const Index&, const Index& cell, int component) override {
    const Patch& patch = block_.patches[static_cast<std::size_t>(block_.of[argument])];
    if (!patch.cells.contains(cell) || component < 0 || component >= patch.dat->layout.components) throw LeavesPoints{};
  }

 private:
  const Block& block_;
};

/// Whether a seed and a target lie in the same cells.
bool both(const ArgFacts& facts) { return facts.seed && facts.target; }

}  // namespace

Launch Runs::launch(const Block& block, const std::vector<ArgView>& views) const {
  Launch launch = loop_.launch;
  launch.range = block.points;
  launch.args = views.data();
  launch.arguments = static_cast<int>(views.size());
  launch.stream = false;
  launch.lines = {};
  launch.trial = true;
  return launch;
}

Outside Runs::run_kernel(const Block& block, Slot slot, bool moved, std::vector<std::vector<std::byte>> scalars) const {
  Outside outside{std::move(scalars), std::vector<Totals>(size()), std::vector<std::vector<std::max_align_t>>(size())};
  std::vector<ArgView> views(loop_.launch.args, loop_.launch.args + size());
  for (std::size_t k = 0; k < size(); ++k) {
    if (block.of[k] >= 0) views[k] = scratch_.view(block, k, moved || patch(block, k).written ? slot : before);
    if (plan(k).kind == ArgKind::scalar && !outside.scalars.empty()) views[k].in = outside.scalars[k].data();
    if (plan(k).kind != ArgKind::reduce) continue;
    if (plan(k).running) {
      const std::size_t bytes = static_cast<std::size_t>(plan(k).dim) * plan(k).element;
      outside.running[k].resize(bytes / sizeof(std::max_align_t) + 1);
      std::memcpy(outside.running[k].data(), loop_.launch.args[k].out, bytes);
      views[k].out = outside.running[k].data();
    } else {
      outside.totals[k] = Totals(*plan(k).ops, plan(k).dim);
      views[k].out = outside.totals[k].data();
    }
  }
  Fence fence(block);
  try {
    run_reference({loop_.call, loop_.variant.plans, false, &fence}, launch(block, views));
  } catch (...) {
    throw LeavesPoints{};
  }
  return outside;
}

Outside Runs::run_implementation(const Block& block) const {
  Outside outside{{}, std::vector<Totals>(size()), std::vector<std::vector<std::max_align_t>>(size())};
  std::vector<ArgView> views(loop_.launch.args, loop_.launch.args + size());
  for (std::size_t k = 0; k < size(); ++k) {
    if (block.of[k] >= 0) views[k] = scratch_.view(block, k, patch(block, k).written ? made : before);
    if (block.of[k] >= 0 && !plan(k).writes) views[k].to = nullptr;
    if (plan(k).kind != ArgKind::reduce) continue;
    outside.totals[k] = Totals(*plan(k).ops, plan(k).dim);
    views[k].out = outside.totals[k].data();
    views[k].totals = &outside.totals[k];
  }
  loop_.call.block->context->pool.machine().own().run(loop_.call.implementation->primal, launch(block, views));
  return outside;
}

/// What a derivative reads: the values before the loop, or after it, or none.
ArgView Runs::values(const Block& block, std::size_t k) const {
  ArgView view;
  if (plan(k).kind == ArgKind::gbl || plan(k).kind == ArgKind::scalar) view.in = loop_.launch.args[k].in;
  if (block.of[k] < 0 || !facts(k).adjoint_reads) return view;
  view = scratch_.view(block, k, facts(k).reads_after && patch(block, k).written ? kernel : before);
  view.out = nullptr;
  view.to = nullptr;
  return view;
}

Outside Runs::run_tangent(const Block& block, std::vector<std::vector<std::byte>> scalars) const {
  Outside outside{std::move(scalars), std::vector<Totals>(size()), {}};
  std::vector<ArgView> views(2 * size());
  std::vector<Points> reads(2 * size());
  for (std::size_t k = 0; k < size(); ++k) {
    reads[k] = reads[size() + k] = facts(k).reads;
    views[k] = values(block, k);
    ArgView& way = views[size() + k];
    if (block.of[k] >= 0) way = scratch_.view(block, k, tangent);
    if (block.of[k] >= 0 && !facts(k).written) way.to = nullptr;
    if (plan(k).kind == ArgKind::scalar) way.in = outside.scalars[k].data();
    if (plan(k).kind != ArgKind::reduce) continue;
    outside.totals[k] = Totals(*reduce_ops(plan(k).type, OPS_INC), plan(k).dim);
    way.out = outside.totals[k].data();
    way.totals = &outside.totals[k];
  }
  Launch all = launch(block, views);
  all.reads = reads.data();
  all.divisible = false;
  loop_.call.block->context->pool.machine().own().run(loop_.call.implementation->tangent, all);
  return outside;
}

AdjointArg Runs::adjoint_arg(const Block& block, std::size_t k, bool own) const {
  AdjointArg arg;
  arg.hole = Box::none();
  arg.primal = values(block, k);
  if (block.of[k] < 0) return arg;
  const ArgFacts& f = facts(k);
  const ArgView to = scratch_.view(block, k, own ? owner : adjoint);
  arg.reads = f.reads;
  arg.points = f.offsets;
  arg.seed = arg.target = to;
  for (ArgView* const view : {&arg.seed, &arg.target}) {
    view->in = nullptr;
    view->out = nullptr;
    view->from = nullptr;
    view->to = nullptr;
  }
  if (f.target) {
    arg.target.out = to.out;
    arg.target.to = to.to;
  }
  if (!f.seed) return arg;
  arg.seed = own ? scratch_.view(block, k, seed) : to;
  if (own || !(both(f) || f.consumed)) {
    arg.seed.out = nullptr;
    arg.seed.to = nullptr;
  }
  return arg;
}

Outside Runs::run_adjoint(const Block& block, const std::vector<std::vector<std::byte>>& seeds, bool own) const {
  Outside outside{{}, std::vector<Totals>(size()), {}};
  std::vector<AdjointArg> args;
  for (std::size_t k = 0; k < size(); ++k) {
    AdjointArg& arg = args.emplace_back(adjoint_arg(block, k, own));
    if (plan(k).kind == ArgKind::reduce) arg.seed.in = seeds[k].data();
    if (!moves(k) || !facts(k).target) continue;
    outside.totals[k] = Totals(*reduce_ops(plan(k).type, OPS_INC), plan(k).dim);
    arg.target.out = outside.totals[k].data();
    arg.target.totals = &outside.totals[k];
  }
  AdjointLaunch launch;
  launch.dims = loop_.launch.dims;
  launch.range = block.points;
  launch.args = args.data();
  launch.constants = loop_.launch.constants;
  launch.divisible = own;
  launch.trial = true;
  launch.arguments = static_cast<int>(args.size());
  const LoopImplementation& loop = *loop_.call.implementation;
  loop_.call.block->context->pool.machine().own().run(own ? loop.adjoint_owner : loop.adjoint, launch);
  return outside;
}

}  // namespace ops::sentinel
