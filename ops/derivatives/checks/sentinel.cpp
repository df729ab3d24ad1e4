// ops/derivatives/checks/sentinel.cpp: decides which comparisons a call of a loop gets.
#include "ops/derivatives/checks/sentinel.hpp"

#include <algorithm>
#include <cfenv>
#include <exception>
#include <new>
#include <set>
#include <span>
#include <utility>

#include "ops/data/machine.hpp"
#include "ops/derivatives/checks/sentinel_derivatives.hpp"
#include "ops/derivatives/checks/sentinel_points.hpp"
#include "ops/derivatives/checks/sentinel_values.hpp"
#include "ops/loops/engine/changed_constant.hpp"
#include "ops/loops/engine/loop_error.hpp"

namespace ops {
namespace {

using namespace sentinel;

/// While it lives, arithmetic neither traps nor leaves flags for the program: kernels run with values that the program
/// never gives them.
class QuietArithmetic {
 public:
  QuietArithmetic() { std::feholdexcept(&before_); }
  ~QuietArithmetic() { std::fesetenv(&before_); }
  QuietArithmetic(const QuietArithmetic&) = delete;
  QuietArithmetic& operator=(const QuietArithmetic&) = delete;

 private:
  std::fenv_t before_{};
};

class Sentinel final : public LoopProbe {
 public:
  void look(const ProbedLoop& loop) override;

 private:
  static void look_at_values(const ProbedLoop& loop, Scratch& scratch, bool compared);
  static void look_at_derivatives(const ProbedLoop& loop, Scratch& scratch, PointRandom& random);

  ScratchMemory memory_;
  std::set<std::pair<const LoopImplementation*, bool>> seen_;  ///< and whether with derivatives
};

std::uint64_t seed_of(const ProbedLoop& loop) {
  std::uint64_t seed =
      0xCBF29CE484222325u + static_cast<std::uint64_t>(loop.variant.calls) * 1000003u + loop.call.where.line();
  for (const char c : loop.call.name) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return seed;
}

/// The points whose neighbourhoods are all this process's own.
Box own_points(const ProbedLoop& loop) {
  Box points = loop.points;
  for (std::size_t k = 0; k < loop.variant.plans.size(); ++k) {
    const ArgPlan& plan = loop.variant.plans[k];
    if (plan.kind != ArgKind::dat || !plan.on || plan.dat->layout.placement.decomposition == nullptr) continue;
    const Box reach = reach_of(plan, loop.call.args[k]);
    Box own = plan.dat->layout.share;
    for (std::size_t axis = 0; axis < max_dim; ++axis) {
      if (plan.factor[axis] != 1 || plan.divisor[axis] != 1) {  // elsewhere: Scratch leaves out what is not there
        own.lo[axis] = Box::all().lo[axis];
        own.hi[axis] = Box::all().hi[axis];
        continue;
      }
      own.lo[axis] -= reach.lo[axis];
      own.hi[axis] -= reach.hi[axis] - 1;
    }
    points = intersection(points, own);
  }
  return points;
}

/// Blocks of points; single points where they may meet.
std::vector<Box> points_of(const ProbedLoop& loop) {
  const std::int64_t call = loop.differentiated ? loop.variant.recorded_calls : loop.variant.calls;
  std::vector<Box> blocks = blocks_of(own_points(loop), loop.call.dims, call);
  for (Box& block : blocks)
    for (std::size_t axis = 0; axis < max_dim && !loop.apart; ++axis) block.hi[axis] = block.lo[axis] + 1;
  return blocks;
}

/// @param compared  whether the implementation runs as well; what the kernel makes of the values, derivatives may need
void Sentinel::look_at_values(const ProbedLoop& loop, Scratch& scratch, bool compared) {
  Machine& machine = loop.call.block->context->pool.machine().own();
  const Runs runs(loop, scratch);
  std::vector<Outside> by_kernel, by_implementation;
  {
    const auto held = machine.for_host({&scratch.buffer(), 1});
    for (const Block& block : scratch.blocks()) {
      for (const Patch& patch : block.patches) {
        if (!patch.written) continue;
        scratch.copy(patch, kernel, before);
        if (compared) scratch.copy(patch, made, before);
      }
      if (compared) poison(loop, block, scratch);
      by_kernel.push_back(runs.run_kernel(block, kernel, false));
    }
  }
  if (!compared) return;
  for (const Block& block : scratch.blocks()) by_implementation.push_back(runs.run_implementation(block));
  const auto held = machine.for_host({&scratch.buffer(), 1});
  for (std::size_t b = 0; b < scratch.blocks().size(); ++b)
    compare(loop, scratch.blocks()[b], scratch, by_kernel[b], by_implementation[b]);
}

/// In fewer blocks of points than values, as derivatives take the most time: the lowest corner and another the first
/// time, then the last ones. Only what is found along a second direction, too, counts: the first may be chance.
void Sentinel::look_at_derivatives(const ProbedLoop& loop, Scratch& scratch, PointRandom& random) {
  Derivatives derivatives(loop, scratch, random);
  const std::span<const Block> blocks = scratch.blocks();
  const std::int64_t call = loop.variant.recorded_calls;
  const std::size_t number = std::min<std::size_t>(call == 1 || call > 8 ? 2 : 4, blocks.size());
  for (const Block& block : call == 1 ? blocks.first(number) : blocks.last(number))
    if (!derivatives.look(block).empty())
      if (const std::string found = derivatives.look(block); !found.empty())
        throw loop_error(loop.call, OPS_RUNTIME_ERROR) << found << ": " << misread(loop);
}

/// What runs again was seen when it ran first, but for a program that was interrupted and goes on. A loop counts as
/// seen on every process, whatever this one could see of it: they all agree below, or none does.
/// A kernel that throws, or touches more than its stencils declare, is left to the loop itself. Nothing is compared
/// without memory, or where the kernel reads a constant that was assigned without ops_update_const: of that there is a
/// warning.
void Sentinel::look(const ProbedLoop& loop) {
  const bool reduces_in_order = std::ranges::any_of(loop.variant.plans, &ArgPlan::running);
  const bool values = loop.runs_implementation && !reduces_in_order,
             derivatives = loop.differentiated && Derivatives::has_any(loop);
  if (!values && !derivatives) return;
  const bool first = seen_.emplace(loop.call.implementation, derivatives).second;
  if (loop.variant.again && !first) return;
  std::exception_ptr failure;
  try {
    const QuietArithmetic quiet;
    PointRandom random(seed_of(loop));
    Scratch scratch(loop, points_of(loop), derivatives ? slots : primal_slots, memory_);
    const bool same_constants =
        std::ranges::none_of(loop.variant.constants, [](const Constant* constant) { return changed(*constant); });
    if (same_constants && !scratch.empty()) {
      look_at_values(loop, scratch, values);
      if (derivatives) look_at_derivatives(loop, scratch, random);
    }
  } catch (const LeavesPoints&) {
  } catch (const std::bad_alloc&) {
  } catch (...) {
    failure = std::current_exception();
  }
  loop.call.block->context->pool.machine().agree(failure);
}

}  // namespace

std::unique_ptr<LoopProbe> make_sentinel() { return std::make_unique<Sentinel>(); }

}  // namespace ops
