// ops/derivatives/checks/sentinel_runs.hpp: runs one loop on copies of cells: the user's kernel, the generated code,
// and their derivatives.
#pragma once

#include "ops/data/machine.hpp"
#include "ops/derivatives/checks/sentinel_copies.hpp"

namespace ops::sentinel {

/// Values that a loop has outside of datasets, an entry for each argument: what it reads of scalars, and what it adds
/// to reductions.
struct Outside {
  std::vector<std::vector<std::byte>> scalars;         ///< empty: those of the program
  std::vector<Totals> totals;                          ///< of nothing for others
  std::vector<std::vector<std::max_align_t>> running;  ///< reductions whose running value the kernel sees
};

/// A kernel has thrown, or touched cells that its stencils do not declare. The loop itself reports that if need be.
struct LeavesPoints {};

class Runs {
 public:
  Runs(const ProbedLoop& loop, Scratch& scratch) : loop_(loop), scratch_(scratch) {}

  /// The user's kernel, point by point, on the host. @param slot  of what it writes @param moved  whether what it reads
  /// lies there as well
  /// @throws LeavesPoints
  Outside run_kernel(const Block& block, Slot slot, bool moved, std::vector<std::vector<std::byte>> scalars = {}) const;
  /// What was generated from it, into `made`.
  Outside run_implementation(const Block& block) const;
  /// Its tangent, from `direction` to `tangent`. @param scalars  directions; the totals are those of the tangent
  Outside run_tangent(const Block& block, std::vector<std::vector<std::byte>> scalars) const;
  /// Its adjoint, in place, or in owner form. @param seeds  of reductions @return  totals of scalars' derivatives
  Outside run_adjoint(const Block& block, const std::vector<std::vector<std::byte>>& seeds, bool owner) const;

  const ArgFacts& facts(std::size_t k) const { return loop_.call.implementation->args[k]; }
  const ArgPlan& plan(std::size_t k) const { return loop_.variant.plans[k]; }
  std::size_t size() const { return loop_.variant.plans.size(); }
  /// A dataset's values that can have a derivative.
  bool real(const Block& block, std::size_t k) const { return block.of[k] >= 0 && patch(block, k).real; }
  /// A sum of real numbers.
  bool sums(std::size_t k) const {
    return plan(k).kind == ArgKind::reduce && plan(k).access == OPS_INC && is_real(plan(k).type) && !plan(k).running;
  }
  bool moves(std::size_t k) const {
    return plan(k).kind == ArgKind::scalar && is_real(plan(k).type) && !loop_.call.args[k].scalar->passive;
  }
  const Patch& patch(const Block& block, std::size_t k) const {
    return block.patches[static_cast<std::size_t>(block.of[k])];
  }

 private:
  Launch launch(const Block& block, const std::vector<ArgView>& views) const;
  ArgView values(const Block& block, std::size_t k) const;
  AdjointArg adjoint_arg(const Block& block, std::size_t k, bool owner) const;

  const ProbedLoop& loop_;
  Scratch& scratch_;
};

}  // namespace ops::sentinel
