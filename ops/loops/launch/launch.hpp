// ops/loops/launch/launch.hpp: the arguments of a loop implementation: ranges and addresses only. Generated code
// includes it (docs/architecture.md, who may include a header). Plain data; no ownership.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ops/data/box.hpp"

namespace ops {

struct Buffer;  // ops/data/buffer.hpp
struct Layout;  // ops/data/handles.hpp
class Relay;    // ops/loops/launch/relay.hpp
class Totals;   // ops/loops/launch/reduce_ops.hpp

using Points = std::span<const Index>;
/// The value of a declared constant, which never changes.
using ConstantRef = std::shared_ptr<const std::vector<std::byte>>;

/// Where one argument lies. The element of iteration point i, offset o, component c is
///   in[ sum_d ( floor(i_d / divisor_d) * step_d + o_d * pitch_d ) + c * component ].
/// Ordinary datasets: step == pitch, divisor == 1. Invariant axes (stencil stride 0): step 0. Restrict: step = m *
/// pitch.
struct ArgView {
  const void* in = nullptr;  ///< dat: cell (0,0,..) of the version read; gbl: the values; null if switched off
  void* out = nullptr;       ///< dat: cell (0,0,..) of the version written (== in unless a new version is made);
                        ///< reduce: `dim` totals (reduce::Total, ops/loops/launch/reduce.hpp) to add this part's to
  std::array<std::ptrdiff_t, max_dim> step{};   ///< [elements]
  std::array<std::ptrdiff_t, max_dim> pitch{};  ///< [elements]
  std::array<int, max_dim> divisor{1, 1, 1, 1, 1};
  std::ptrdiff_t component = 1;  ///< [elements]
  /// dat: the offsets at which points write it: the cell itself, or a box where a kernel fills ghost cells from the
  /// wall
  Box at;

  // What the addresses lie in: for machines that have to bring values there first, or that give a loop other memory.
  // Generated code takes no notice.
  const Buffer* from = nullptr;    ///< dat: of `in`; null: no buffer
  const Buffer* to = nullptr;      ///< dat: of `out`
  const Layout* layout = nullptr;  ///< dat: of both; null: no dataset's (rows of zeros)
  const Totals* totals = nullptr;  ///< reduce, scalar: what `out` points into
  std::size_t bytes = 0;           ///< gbl, scalar, seed of a reduction: of the values at `in`
};

/// Points of a loop that depend on one another along an axis, as rows of tridiagonal systems do; no line of them on
/// another.
struct Lines {
  int axis = -1;            ///< -1: there are none
  std::int64_t number = 0;  ///< of the whole loop, of whose parts each has some
  bool relayed = false;     ///< whether parts may have some points of every line, if they have a relay
  Relay* relay = nullptr;   ///< to parts that have the other points of these lines; null: there are none
};

/// One forward execution, of a loop or of a part of its range. Order of points is free where no two write the same
/// cell; reductions have none: they are totals until every part is done.
struct Launch {
  int dims = 0;
  Box range;
  const ArgView* args = nullptr;           ///< in the order of the loop's arguments
  const void* const* constants = nullptr;  ///< values, in the order of LoopImplementation::constants
  bool stream = false;                     ///< written data will not be read again soon: streaming stores pay
  /// as far as is known no point writes what another reads or writes: parts may be done in any order
  bool divisible = false;
  int arguments = 0;              ///< how many `args` there are
  const Points* reads = nullptr;  ///< of each argument: the points it is read through, relative to its cell
  /// a range that has these whole is a part as well, or all such ranges together if they are relayed
  Lines lines = {};
  /// on copies that are compared and thrown away: not a run that the program asked for
  bool trial = false;
  std::span<const ConstantRef> owners = {};  ///< of `constants`, for machines that do the loop later; none: not said
};

// The tangent of "y = F(x)", its derivative along a direction, "y' = F'(x) x'", is a loop itself, with the loop's n
// arguments twice:
//   0 .. n-1    in: the values before the forward loop, or after it (ArgFacts::reads_after; null where adjoint_reads
//               is false), gbl: captured values; out: unused
//   n .. 2n-1   in: directions before the loop, null for what has none (gbl, idx); out: directions after it, == in;
//               reduce: `dim` totals for the derivative of this loop's total, sums
// A known-zero direction that is not written is a row of zeros, as a known-zero seed below. Constants are the forward
// loop's.

/// One argument of a reversed execution. The adjoint of "y = F(x)" adds F'(x)^T seed to target.
struct AdjointArg {
  /// `in`: values before the forward loop, or after it (ArgFacts::reads_after; null where adjoint_reads is false); gbl,
  /// scalar: captured values
  ArgView primal;
  /// `in`: derivative after the loop of what it wrote; reduce: `dim` seeds; null if this argument is not written.
  /// A known-zero derivative is a row of zeros with pitch 0 on axes 1.. (and component 0 unless AoS).
  /// scatter form only: `out` == `in` where the seed is consumed point by point (RW arguments)
  ArgView seed;
  ArgView target;  ///< `out`: derivative to add to (scalar: `dim` totals, sums); null: not wanted (passive or deferred)
  /// owner form: cells of the target that hold nothing yet, to be written (0.0 + terms) instead of added to; lies
  /// within the hull of the target points (range shifted by ArgFacts::offsets), and every cell of it that is part of
  /// the launch is written, with 0.0 where no term falls
  Box hole;
  /// owner form, deferrable targets only: seed (same layout as the one seed it depends on) whose
  /// contribution was postponed by the loop reversed just before; added first.
  /// May lie in memory that another target of this launch writes at the same cell: the
  /// deferred target of a cell (or piece of a row) is done before its other targets
  const void* deferred = nullptr;
  /// owner form (LoopImplementation::owner_renews) only: the target's cells in the range still hold the seed that
  /// the loop reversed before had in this argument; first they become what its target adds to nothing
  int renews = -1;
  ArgView later;  ///< the postponed seed as an argument: `deferred` is its `in`
  Points reads;   ///< that the values are read through, relative to a cell
  Points points;  ///< through which the loop had read the target
};

/// One reversed execution, or a part of one. Terms of a target cell are added in ascending order of their source points
/// (outermost axis first), then of the kernel's own order: the order in which a plain serial scatter loop would add
/// them. A postponed contribution that finds no partner is added by a launch with that one target; the other seeds are
/// then zero.
struct AdjointLaunch {
  int dims = 0;
  Box range;  ///< of the forward loop
  const AdjointArg* args = nullptr;
  const void* const* constants = nullptr;
  bool stream = false;
  /// owner form: cells of every target to complete, and points whose contributions to totals to add. Parts that
  /// cover the range and the target points, without overlap, do what the whole does, in any order
  Box part = Box::all();
  bool divisible = false;                    ///< owner form: whether a part may be asked for
  int arguments = 0;                         ///< how many `args` there are
  Lines lines = {};                          ///< as in Launch
  bool trial = false;                        ///< as in Launch
  std::span<const ConstantRef> owners = {};  ///< as in Launch
  /// scatter form: parts of `range` do what the whole does, where no point of one changes a cell that one of another
  /// touches
  bool pointwise = false;
};

/// Where one component of a MIN or MAX reduction first has a given value: axis 0 fastest.
struct Attained {
  bool found = false;
  Index at{};
};

/// Sets touched[k] for each optional argument k to whether the kernel may touch it, given the values of gbl arguments,
/// by position.
using TouchedFunction = void (*)(const void* const* values, bool* touched);
using LoopFunction = void (*)(const Launch&);
using AdjointFunction = void (*)(const AdjointLaunch&);
/// Fills first[argument][component] of MIN and MAX reductions (null: not asked), whose `primal.in` holds the `dim`
/// values sought.
using AttainedFunction = void (*)(const AdjointLaunch&, Attained* const* first);

}  // namespace ops
