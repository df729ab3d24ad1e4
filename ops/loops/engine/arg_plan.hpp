// ops/loops/engine/arg_plan.hpp: the plan of one checked argument: how loop indices map to cells, and which accesses it
// has.
#pragma once

#include <span>

#include "ops/loops/launch/argument.hpp"
#include "ops/loops/launch/kernel.hpp"
#include "ops/loops/launch/launch.hpp"
#include "ops/loops/launch/reduce_ops.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops {

struct ArgPlan {
  ArgKind kind = ArgKind::idx;
  bool on = true;          ///< not switched off
  bool reads = false;      ///< dat: READ or RW, through the stencil
  bool writes = false;     ///< dat: declared so, at the points `view.at`
  bool changes = false;    ///< .. and its kernel does so, as far as it is known
  bool invariant = false;  ///< dat: the same cell for all points along some axis
  bool gathers = false;    ///< dat: INC, MIN or MAX along an invariant axis
  bool running = false;    ///< reduction: the kernel sees the running value, in serial order of points
  bool pointer = false;    ///< dat: the kernel takes a raw pointer
  bool dense = true;       ///< dat: what is written is a box without gaps
  ops_access access = OPS_READ;
  Type type = Type::user;
  int dim = 1;
  std::size_t element = 0;  ///< [bytes] of one component
  ops_dat dat = nullptr;
  ops_reduction reduction = nullptr;
  const ReduceOps* ops = nullptr;     ///< reductions and gathering datasets
  std::array<int, max_dim> factor{};  ///< cell = floor(i / divisor) * factor
  std::array<int, max_dim> divisor{1, 1, 1, 1, 1};
  Points points;                                                ///< read relative to the cell
  Box reach;                                                    ///< around them (hi exclusive)
  ArgView view;                                                 ///< strides; no addresses
  double read_bytes = 0, written_bytes = 0, touched_bytes = 0;  ///< per cell; 0 where an earlier argument counts

  int cell(int axis, int i) const noexcept;
  Index cell(const Index& at) const noexcept;
  /// Smallest box around the cells that the points of a non-empty range are.
  Box centres(const Box& range) const noexcept;
  /// Smallest box around what they write: more than `centres` where that lies beside the points.
  Box cells(const Box& range) const noexcept;
};

/// Arguments must have been checked. @param implementation  null: declared stencils say what is read
std::vector<ArgPlan> make_plan(int dims, std::span<const ops_arg> args, std::span<const KernelParam> params,
                               const LoopImplementation* implementation);

}  // namespace ops
