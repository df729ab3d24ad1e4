// ops/loops/engine/range_check.cpp: compares in 64 bits, so that no range can overflow.
#include "ops/loops/engine/range_check.hpp"

#include <limits>

#include "ops/loops/engine/loop_error.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

/// One axis of one argument.
struct AxisCheck {
  const LoopCall& call;
  std::span<const ArgPlan> plans;
  std::size_t position;
  int axis;

  const ArgPlan& plan() const { return plans[position]; }
  const Layout& layout() const { return plan().dat->layout; }
  std::int64_t cell(int i) const {
    const std::int64_t divisor = plan().divisor[axis], quotient = i / divisor;
    return (i % divisor < 0 ? quotient - 1 : quotient) * plan().factor[axis];
  }
  bool allocated(std::int64_t at) const {
    return at >= layout().allocated.lo[axis] && at < layout().allocated.hi[axis];
  }
  /// Whether every point read from loop index i is there.
  bool reads_inside(int i) const {
    return allocated(cell(i) + plan().reach.lo[axis]) && allocated(cell(i) + plan().reach.hi[axis] - 1);
  }
  /// Whether neither the centre nor any point read from loop index i is there.
  bool all_outside(int i) const {
    if (allocated(cell(i))) return false;
    return cell(i) + plan().reach.hi[axis] - 1 < layout().allocated.lo[axis] ||
           cell(i) + plan().reach.lo[axis] >= layout().allocated.hi[axis];
  }

  OPSException bad() const { return argument_error(call, position); }
  [[noreturn]] void fail(const Box& range, const std::string& how, int first, int last) const {
    throw bad() << ops::format(
        "the loop has range [{}, {}) on axis {} and accesses the cells [{}, {}) ({}), but some of these cells are "
        "outside the halo ({})",
        range.lo[axis], range.hi[axis], axis, cell(range.lo[axis]) + first, cell(range.hi[axis] - 1) + last + 1,
        first == 0 && last == 0 ? how : ops::format("{} at offsets {} to {}", how, first, last),
        halo_text(layout(), axis));
  }

  void check_written(const Box& range) const {
    const int lo = range.lo[axis], hi = range.hi[axis], first = plan().view.at.lo[axis],
              last = plan().view.at.hi[axis] - 1;
    if ((first != 0 || last != 0) && hi - lo > 1)
      throw bad() << ops::format(
          "the kernel writes this dataset at offsets {} to {} along axis {}, which is allowed only if the range has a "
          "single index on this axis, but the range is [{}, {}); write at offset 0 and shift the range instead",
          first, last, axis, lo, hi);
    if (!allocated(cell(lo) + first) || !allocated(cell(hi - 1) + last)) fail(range, "writes", first, last);
    if (plan().access == OPS_RW && plan().factor[axis] == 0 && hi > lo && hi - 1 > lo)
      throw bad() << ops::format(
          "OPS_RW is not allowed, because the stencil has stride 0 on axis {}, and the range [{}, {}) has several "
          "indices on this axis: several points would write the same cell",
          axis, lo, hi);
  }
  /// Shrinks `inner` on this axis to what reads allow.
  void check_read(const Box& range, Box& inner) const {
    if (reads_inside(range.lo[axis]) && reads_inside(range.hi[axis] - 1)) return;
    if (all_outside(range.lo[axis]) || all_outside(range.hi[axis] - 1))
      fail(range, "reads", plan().reach.lo[axis], plan().reach.hi[axis] - 1);
    while (inner.lo[axis] < inner.hi[axis] && !reads_inside(inner.lo[axis])) ++inner.lo[axis];
    while (inner.lo[axis] < inner.hi[axis] && !reads_inside(inner.hi[axis] - 1)) --inner.hi[axis];
  }
};

}  // namespace

Box checked_range(const LoopRequest& request) {
  if (request.range == nullptr) throw loop_error(request.name, request.where) << "the range is null";
  Box range;
  for (int axis = 0; axis < request.dims; ++axis) {
    range.lo[axis] = request.range[2 * axis];
    range.hi[axis] = request.range[2 * axis + 1];
    if (range.lo[axis] > range.hi[axis])
      throw loop_error(request.name, request.where) << "range on axis " << axis << " is [" << range.lo[axis] << ", "
                                                    << range.hi[axis] << "), which ends before it begins";
    if (std::int64_t{range.hi[axis]} - range.lo[axis] > std::numeric_limits<int>::max())
      throw loop_error(request.name, request.where) << "range on axis " << axis << " is [" << range.lo[axis] << ", "
                                                    << range.hi[axis] << "): more than 2^31 indices";
  }
  return range;
}

std::string warning_of_empty(const LoopRequest& request) {
  const int* const r = request.range;
  const int dims = request.called_dims;
  bool empty = false, some = false, other_order = dims > 1;
  for (int axis = 0; axis < dims; ++axis) {
    (r[2 * axis] >= r[2 * axis + 1] ? empty : some) = true;
    other_order = other_order && r[axis] < r[dims + axis];
  }
  if (!empty || !(some || other_order)) return "";
  std::string text = "has no points: ", given, meant;
  for (int axis = 0; axis < dims; ++axis) {
    const char* const comma = axis > 0 ? ", " : "";
    text += comma + ops::format("axis {} is [{}, {})", axis, r[2 * axis], r[2 * axis + 1]);
    given += comma + ops::format("{}, {}", r[2 * axis], r[2 * axis + 1]);
    meant += comma + ops::format("{}, {}", r[axis], r[dims + axis]);
  }
  text += "; a range lists the beginning and the end of axis 0, then those of axis 1, and so on";
  return other_order ? text + ops::format(". Did you mean {{{}}} instead of {{{}}}?", meant, given) : text;
}

Box checked_cells(const LoopCall& call, std::span<const ArgPlan> plans) {
  Box inner = call.range;
  for (std::size_t k = 0; k < plans.size(); ++k) {
    if (plans[k].kind != ArgKind::dat) continue;
    for (int axis = 0; axis < call.dims; ++axis) {
      const AxisCheck check{call, plans, k, axis};
      if (plans[k].writes) check.check_written(call.range);
      if (plans[k].reads && !plans[k].reach.empty()) check.check_read(call.range, inner);
    }
  }
  return inner;
}

}  // namespace ops
