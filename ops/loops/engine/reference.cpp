// ops/loops/engine/reference.cpp: walks rows and points.
#include "ops/loops/engine/reference.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/launch/pitch.hpp"
#include "ops/loops/launch/reduce.hpp"

namespace ops {

constinit thread_local std::array<ArgPitch, max_arguments> arg_pitch{};

namespace {

/// Checks the accesses of one dataset argument at the present point.
class PointGuard final : public AccessGuard {
 public:
  PointGuard(const ReferenceRun& run, std::size_t position, const Index& point)
      : run_(run), position_(position), point_(point) {}

  void check(const int* offset, int rank, int component) const override {
    const ArgPlan& plan = run_.plans[position_];
    if (!plan.on) throw bad() << "the argument is switched off (ops_arg_dat_opt), but the kernel accesses it";
    Index cell = plan.cell(point_);
    Index by{};
    for (int axis = 0; axis < rank; ++axis) cell[axis] += by[axis] = offset[axis];
    if (watched()) run_.watch->touched(position_, by, cell, component);
    if (!run_.guarded) return;
    if (component < 0 || component >= plan.dim)
      throw bad() << "the kernel uses component " << component << ", but the dataset has " << plan.dim
                  << " components, numbered from 0";
    if (!plan.dat->layout.allocated.contains(cell)) outside(cell, offset, rank);
    if (run_.declared && std::ranges::find(run_.call.args[position_].stencil->offsets, by) ==
                             run_.call.args[position_].stencil->offsets.end())
      throw bad()
          << "the kernel accesses offset " << point_text(by, rank)
          << ", which is not a point of the stencil; on several processes, a loop without translated code may access "
             "only the points of its stencils";
  }

 private:
  bool watched() const { return run_.watch != nullptr && run_.watch->wants(position_); }
  OPSException bad() const { return argument_error(run_.call, position_); }
  [[noreturn]] void outside(const Index& cell, const int* offset, int rank) const {
    const Layout& layout = run_.plans[position_].dat->layout;
    Index by{};
    int axis = 0;
    for (int d = rank - 1; d >= 0; --d) {
      by[d] = offset[d];
      if (cell[d] < layout.allocated.lo[d] || cell[d] >= layout.allocated.hi[d]) axis = d;
    }
    throw bad() << "at point " << point_text(point_, rank) << ", the kernel accesses cell " << point_text(cell, rank)
                << " at offset " << point_text(by, rank) << ", which is outside the halo (" << halo_text(layout, axis)
                << ")";
  }

  const ReferenceRun& run_;
  std::size_t position_;
  const Index& point_;
};

/// One reduction argument: what the present point contributes, and what the last points have.
class Accumulator {
 public:
  /// @param totals  of the loop
  Accumulator(const ArgPlan& plan, void* totals)
      : ops_(*plan.ops),
        dim_(plan.dim),
        element_(plan.element),
        point_(slots(plan.dim)),
        values_(slots(plan.dim * few)),
        totals_(totals) {}
  void* point() { return point_.data(); }
  void begin_point() { ops_.fill(point_.data(), dim_); }
  void end_point() {
    for (int c = 0; c < dim_; ++c)
      std::memcpy(values(c) + bytes(count_), reinterpret_cast<std::byte*>(point_.data()) + bytes(c), element_);
    if (++count_ == few) add();
  }
  void add() {
    for (int c = 0; c < dim_; ++c) ops_.add(totals_, c, values(c), count_);
    count_ = 0;
  }

 private:
  static constexpr int few = 256;  // points
  std::size_t bytes(int n) const { return static_cast<std::size_t>(n) * element_; }
  std::vector<std::max_align_t> slots(int n) const {
    return std::vector<std::max_align_t>(bytes(n) / sizeof(std::max_align_t) + 1);
  }
  std::byte* values(int c) { return reinterpret_cast<std::byte*>(values_.data()) + bytes(c * few); }

  const ReduceOps& ops_;
  int dim_;
  std::size_t element_;  // [bytes]
  std::vector<std::max_align_t> point_, values_;
  void* totals_;
  int count_ = 0;  // points since values were added to the totals
};

/// A loop being executed.
class Execution {
 public:
  Execution(const ReferenceRun& run, const Launch& launch);
  void all();

 private:
  void bind(std::size_t k);
  void whole_row(const Index& first, int end);
  void begin_row();
  void at_point();
  std::byte* base(std::size_t k) const {
    const ArgView& view = launch_.args[k];
    // OPS_READ arguments are not written through.
    return static_cast<std::byte*>(run_.plans[k].writes ? view.out : const_cast<void*>(view.in));
  }

  const ReferenceRun& run_;
  const Launch& launch_;
  Index point_{};
  Index given_{};  ///< the copy of the index that the kernel sees
  std::vector<PointView> views_;
  std::vector<std::byte*> rows_;
  std::vector<std::optional<PointGuard>> guards_;
  std::vector<Accumulator> accumulators_;
  std::vector<std::size_t> dats_;  ///< positions of datasets that are on
};

Execution::Execution(const ReferenceRun& run, const Launch& launch)
    : run_(run), launch_(launch), views_(run.plans.size()), rows_(run.plans.size()), guards_(run.plans.size()) {
  accumulators_.reserve(run.plans.size());
  for (std::size_t k = 0; k < run.plans.size(); ++k) bind(k);
}

void Execution::bind(std::size_t k) {
  const ArgPlan& plan = run_.plans[k];
  PointView& view = views_[k];
  switch (plan.kind) {
    case ArgKind::idx: view.data = given_.data(); return;
    case ArgKind::gbl:
    case ArgKind::scalar: view.data = const_cast<void*>(launch_.args[k].in); return;
    case ArgKind::reduce:
      view.data = launch_.args[k].out;
      if (plan.running) return;
      accumulators_.emplace_back(plan, launch_.args[k].out);
      view.data = accumulators_.back().point();
      return;
    case ArgKind::dat: break;
  }
  view.pitch = launch_.args[k].pitch.data();
  view.component = launch_.args[k].component;
  const bool watched = run_.watch != nullptr && run_.watch->wants(k);
  if (run_.guarded || !plan.on || watched) view.guard = &guards_[k].emplace(run_, k, point_);
  if (plan.on) dats_.push_back(k);
  if (plan.pointer) arg_pitch[k] = {launch_.args[k].pitch, view.component, view.guard};
}

/// Addresses of every dataset at the present row, index 0 of axis 0.
void Execution::begin_row() {
  for (const std::size_t k : dats_) {
    std::ptrdiff_t element = 0;
    for (int axis = 1; axis < launch_.dims; ++axis)
      element += run_.plans[k].cell(axis, point_[axis]) * launch_.args[k].pitch[axis];
    rows_[k] = base(k) + element * static_cast<std::ptrdiff_t>(run_.plans[k].element);
  }
}

void Execution::at_point() {
  for (const std::size_t k : dats_) {
    const ArgPlan& plan = run_.plans[k];
    const std::ptrdiff_t element = plan.cell(0, point_[0]) * launch_.args[k].pitch[0];
    views_[k].data = rows_[k] + element * static_cast<std::ptrdiff_t>(plan.element);
  }
  given_ = point_;
  for (Accumulator& a : accumulators_) a.begin_point();
  run_.call.kernel.call(run_.call.kernel.kernel, views_.data());
  for (Accumulator& a : accumulators_) a.end_point();
}

void Execution::whole_row(const Index& first, int end) {
  point_ = first;
  begin_row();
  for (; point_[0] < end; ++point_[0]) at_point();
}

void Execution::all() {
  const reduce::Blocks blocks = reduce::blocks_of(launch_.range);
  for (std::int64_t row = 0; row < blocks.rows; ++row) whole_row(blocks.row(row), launch_.range.hi[0]);
  for (Accumulator& a : accumulators_) a.add();
}

}  // namespace

void run_reference(const ReferenceRun& run, const Launch& launch) {
  if (!launch.range.empty()) Execution(run, launch).all();
}

}  // namespace ops
