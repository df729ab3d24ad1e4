// ops/machines/queue/work_item.cpp: launches with copies of the objects to which they refer, and passes over boxes.
#include "ops/machines/queue/work_item.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/loops/launch/reduce_ops.hpp"
#include "ops/loops/launch/work.hpp"

namespace ops::queue {
namespace {

Box sum(const Box& a, const Box& b) {
  Box all;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    all.lo[axis] = a.lo[axis] + b.lo[axis];
    all.hi[axis] = a.hi[axis] + b.hi[axis] - 1;
  }
  return all;
}

/// Of offsets from points to cells: those from the cells to the points.
Box back(const Box& reach) {
  Box all;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    all.lo[axis] = 1 - reach.hi[axis];
    all.hi[axis] = 1 - reach.lo[axis];
  }
  return all;
}

/// Whether cell and point are the same along an axis.
bool moves_along(const ArgView& view, std::size_t axis) {
  return factor(view, axis) == 1 && view.divisor[axis] == 1 && !view.layout->collapsed[axis];
}

/// Offsets from points to cells, or from the cells that are completed: any, where the view does not move along with
/// them.
Box reach_of(const ArgView& view, Box offsets) {
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (view.layout == nullptr || !moves_along(view, axis))
      offsets.lo[axis] = -everywhere, offsets.hi[axis] = everywhere;
  return offsets;
}

ItemAccess item_access(const ArgView& view, const Box& offsets, bool writes) {
  const Box reach = reach_of(view, offsets);
  const Buffer& buffer = *(writes ? view.to : view.from);
  return {buffer.address,
          static_cast<const std::byte*>(writes ? view.out : view.in),
          view.pitch,
          view.component,
          view.layout == nullptr ? 0 : view.layout->element,
          reach,
          view.layout == nullptr ? 0 : view.layout->element * static_cast<std::size_t>(view.layout->components),
          writes};
}

/// From the points of a loop to where they count as: a single layer of points that touches the same cells whichever
/// layer it is counts as where these cells are.
Index shift_of(const Work& work) {
  Index shift{};
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    if (work.range.extent(static_cast<int>(axis)) != 1) continue;
    const auto fixed = [axis](const Access& access) {
      return factor(*access.view, axis) == 0 && !access.view->layout->collapsed[axis];
    };
    const auto found = std::ranges::find_if(work.all, fixed);
    if (found != work.all.end()) shift[axis] = found->reach.lo[axis] - work.range.lo[axis];
  }
  return shift;
}

/// Bytes that an argument has for a cell that is completed, at all points.
double loaded_by(const Access& access) {
  const Layout& layout = *access.view->layout;
  return static_cast<double>(std::max<std::size_t>(access.points.size(), 1) * layout.element) * layout.components;
}

/// Of a loop that is done point by point: along axes with a single layer of points all is known.
ItemAccess item_access(const Access& access, const Box& range, const Index& shift) {
  ItemAccess touch = item_access(*access.view, access.reach, access.writes);
  const Box cells = cells_at(*access.view, range, access.reach);
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    if (range.extent(static_cast<int>(axis)) != 1) continue;
    touch.reach.lo[axis] = cells.lo[axis] - range.lo[axis] - shift[axis];
    touch.reach.hi[axis] = cells.hi[axis] - range.lo[axis] - shift[axis];
  }
  return touch;
}

Index opposite(Index shift) {
  for (int& cells : shift) cells = -cells;
  return shift;
}

/// Whether all that a view refers to is said.
bool complete(const ArgView& view) {
  const bool in = view.in == nullptr || view.from != nullptr || view.bytes > 0,
             out = view.out == nullptr || view.to != nullptr || view.out == view.in || view.totals != nullptr;
  return in && out;
}

/// Copies of values that lie elsewhere.
class Values {
 public:
  const void* keep(const void* value, std::size_t bytes) {
    auto& memory =
        all_.emplace_back(new std::max_align_t[(bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t)]);
    std::memcpy(memory.get(), value, bytes);
    return memory.get();
  }
  /// @return  addresses that hold as long as this lives
  const void* const* keep_constants(std::span<const ConstantRef> owners) {
    owners_.assign(owners.begin(), owners.end());
    for (const ConstantRef& value : owners_) constants_.push_back(value->data());
    return constants_.data();
  }
  void keep(ArgView& view) {
    if (view.in != nullptr && view.from == nullptr && view.bytes > 0) view.in = keep(view.in, view.bytes);
  }

 private:
  std::vector<std::unique_ptr<std::max_align_t[]>> all_;
  std::vector<ConstantRef> owners_;
  std::vector<const void*> constants_;
};

/// Totals that parts add to, several of them at a time.
class Sums {
 public:
  /// @param argument  whose `out` points into them
  void add(std::size_t argument, const Totals& totals) { all_.emplace_back(argument, totals); }
  bool none() const noexcept { return all_.empty(); }
  /// Calls work(where), where where(argument) tells where a part may add; then adds that.
  template <class Work>
  void with_part(const Work& work) const {
    std::vector<std::pair<std::size_t, Totals>> mine;
    for (const auto& [argument, totals] : all_) mine.emplace_back(argument, totals.alike());
    work(mine);
    const std::lock_guard alone(mutex_);
    for (std::size_t k = 0; k < mine.size(); ++k) all_[k].second.merge(mine[k].second.contents().data());
  }

 private:
  std::vector<std::pair<std::size_t, Totals>> all_;
  mutable std::mutex mutex_;
};

class LoopItem final : public Item {
 public:
  LoopItem(LoopFunction loop, const Launch& launch)
      : loop_(loop), launch_(launch), views_(launch.args, launch.args + launch.arguments) {
    const Work work = work_of(launch);
    const Index shift = shift_of(work);
    back_ = opposite(shift);
    cells_ = launch.range.shifted(shift);
    dims_ = launch.dims;
    kind_ = reinterpret_cast<std::uintptr_t>(loop);
    for (const Access& access : work.all) {
      touched_.push_back(item_access(access, launch.range, shift));
      loaded_ += loaded_by(access);
    }
    for (std::size_t k = 0; k < views_.size(); ++k) {
      if (views_[k].from != nullptr && views_[k].layout == nullptr)
        touched_.push_back(item_access(views_[k], Box{}, false));
      values_.keep(views_[k]);
      if (views_[k].totals != nullptr) sums_.add(k, *views_[k].totals);
    }
    launch_.constants = values_.keep_constants(launch.owners);
    launch_.owners = {};
    launch_.args = views_.data();
    launch_.reads = nullptr;
    stream_ = launch.stream;
  }
  void run(Machine& machine, const Box& part, bool stays) const override {
    launch_on(machine, part.shifted(back_), stream_ && !stays);
  }
  void run_whole(Machine& machine) const override { launch_on(machine, launch_.range, stream_); }

 private:
  void launch_on(Machine& machine, const Box& part, bool stream) const {
    Launch launch = launch_;
    launch.range = part;
    launch.stream = stream;
    if (sums_.none()) return machine.run(loop_, launch);
    sums_.with_part([&](const auto& mine) {
      std::vector<ArgView> views = views_;
      for (const auto& [argument, totals] : mine) views[argument].out = totals.data();
      launch.args = views.data();
      machine.run(loop_, launch);
    });
  }

  LoopFunction loop_;
  Launch launch_;
  Index back_;  ///< from where points count as to the points
  bool stream_ = false;
  std::vector<ArgView> views_;
  Values values_;
  Sums sums_;
};

class ReversedItem final : public Item {
 public:
  static constexpr double nonlinear = 2.5;  ///< it evaluates the loop again, and keeps factors
  ReversedItem(AdjointFunction adjoint, const AdjointLaunch& launch)
      : adjoint_(adjoint), launch_(launch), args_(launch.args, launch.args + launch.arguments) {
    dims_ = launch.dims;
    kind_ = reinterpret_cast<std::uintptr_t>(adjoint);
    const Work work = work_of(launch);
    if (launch.divisible) set_cells(work);
    else set_points(work);
    for (const Access& access : work.all) loaded_ += loaded_by(access);
    if (std::ranges::any_of(args_, [](const AdjointArg& arg) { return arg.primal.from != nullptr; }))
      loaded_ *= nonlinear;
    for (std::size_t k = 0; k < args_.size(); ++k) {
      AdjointArg& arg = args_[k];
      for (ArgView* const view : {&arg.primal, &arg.seed, &arg.later}) {
        if (view->from != nullptr && view->layout == nullptr) touched_.push_back(item_access(*view, Box{}, false));
        values_.keep(*view);
      }
      if (arg.target.totals != nullptr) sums_.add(k, *arg.target.totals);
    }
    launch_.constants = values_.keep_constants(launch.owners);
    launch_.owners = {};
    launch_.args = args_.data();
    stream_ = launch.stream;
  }
  void run(Machine& machine, const Box& part, bool stays) const override {
    launch_on(machine, part.shifted(back_), stream_ && !stays);
  }
  void run_whole(Machine& machine) const override {
    launch_on(machine, launch_.divisible ? launch_.part : launch_.range, stream_);
  }

 private:
  /// A part is some cells to complete.
  void set_cells(const Work& work) {
    cells_ = Box::none();
    for (const Access& access : work.all)
      if (access.writes) {
        does_ = hull(does_, back(reach_of(*access.view, access.reach)));
        cells_ = hull(cells_, cells_of(access, work.range));
      }
    if (work.own_points) cells_ = hull(cells_, work.range);
    cells_ = intersection(cells_, work.part);
    for (const Access& access : work.all) {
      const Box reach = access.writes || access.own ? Box{} : sum(does_, access.reach);
      touched_.push_back(item_access(*access.view, reach, access.writes));
    }
  }
  /// A part is some points.
  void set_points(const Work& work) {
    const Index shift = shift_of(work);
    back_ = opposite(shift);
    cells_ = work.range.shifted(shift);
    for (const Access& access : work.all) touched_.push_back(item_access(access, work.range, shift));
  }

  void launch_on(Machine& machine, const Box& part, bool stream) const {
    AdjointLaunch launch = launch_;
    (launch.divisible ? launch.part : launch.range) = part;
    launch.stream = stream;
    if (sums_.none()) return machine.run(adjoint_, launch);
    sums_.with_part([&](const auto& mine) {
      std::vector<AdjointArg> args = args_;
      for (const auto& [argument, totals] : mine) args[argument].target.out = totals.data();
      launch.args = args.data();
      machine.run(adjoint_, launch);
    });
  }

  AdjointFunction adjoint_;
  AdjointLaunch launch_;
  Index back_{};
  bool stream_ = false;
  std::vector<AdjointArg> args_;
  Values values_;
  Sums sums_;
};

ItemAccess item_access(const Buffer& buffer, const Layout& layout, bool writes) {
  const auto element = static_cast<std::ptrdiff_t>(layout.element);
  return {buffer.address,
          buffer.address + layout.origin * element,
          layout.pitch,
          layout.component,
          layout.element,
          Box{},
          layout.element * static_cast<std::size_t>(layout.components),
          writes};
}

/// A buffer whose memory outlives all that touches it, though it may have been given back: others that get this memory
/// write it later.
BufferRef as_ref(const Buffer& buffer) { return {BufferRef{}, const_cast<Buffer*>(&buffer)}; }

class FillItem final : public Item {
 public:
  FillItem(const BufferRef& to, const Layout& layout, const Box& box, const void* value) : to_(*to), layout_(layout) {
    dims_ = layout.dims;
    kind_ = 1;
    cells_ = box;
    touched_ = {item_access(*to, layout, true)};
    if (value == nullptr) return;
    const auto* const bytes = static_cast<const std::byte*>(value);
    value_.assign(bytes, bytes + layout.element);
  }
  void run(Machine& machine, const Box& part, bool) const override {
    machine.fill(as_ref(to_), layout_, part, value_.empty() ? nullptr : value_.data());
  }
  void run_whole(Machine& machine) const override { run(machine, cells_, false); }

 private:
  Buffer to_;
  Layout layout_;
  std::vector<std::byte> value_;
};

class CopyItem final : public Item {
 public:
  CopyItem(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
           const Box& box)
      : to_(*to), from_(*from), to_layout_(to_layout), from_layout_(from_layout) {
    dims_ = to_layout.dims;
    kind_ = 2;
    cells_ = box;
    touched_ = {item_access(*from, from_layout, false), item_access(*to, to_layout, true)};
  }
  void run(Machine& machine, const Box& part, bool) const override {
    machine.copy(as_ref(to_), to_layout_, as_ref(from_), from_layout_, part);
  }
  void run_whole(Machine& machine) const override { run(machine, cells_, false); }

 private:
  Buffer to_, from_;
  Layout to_layout_, from_layout_;
};

/// Whether no point changes a cell that another one touches, along each axis on which there are several.
bool points_apart(const Item& item) {
  const auto apart = [&](const ItemAccess& a, const ItemAccess& b) {
    if (a.memory != b.memory || !(a.writes || b.writes)) return true;
    if (!a.same_cells(b)) return false;
    for (int axis = 0; axis < item.dims(); ++axis)
      if (item.cells().extent(axis) > 1 &&
          !(a.reach.lo[axis] == 0 && a.reach.hi[axis] == 1 && b.reach.lo[axis] == 0 && b.reach.hi[axis] == 1))
        return false;
    return true;
  };
  for (const ItemAccess& a : item.touched())
    for (const ItemAccess& b : item.touched())
      if (!apart(a, b)) return false;
  return true;
}

}  // namespace

std::unique_ptr<Item> item_of(LoopFunction loop, const Launch& launch) {
  const std::span views(launch.args, static_cast<std::size_t>(launch.arguments));
  if (!launch.divisible || launch.lines.axis >= 0 || launch.trial || !std::ranges::all_of(views, complete))
    return nullptr;
  return std::make_unique<LoopItem>(loop, launch);
}

std::unique_ptr<Item> item_of(AdjointFunction adjoint, const AdjointLaunch& launch) {
  const std::span args(launch.args, static_cast<std::size_t>(launch.arguments));
  const auto known = [](const AdjointArg& arg) {
    return complete(arg.primal) && complete(arg.seed) && complete(arg.target) && complete(arg.later);
  };
  if (!(launch.divisible || launch.pointwise) || launch.lines.axis >= 0 || launch.trial ||
      !std::ranges::all_of(args, known))
    return nullptr;
  auto item = std::make_unique<ReversedItem>(adjoint, launch);
  if (!launch.divisible && !points_apart(*item)) return nullptr;
  return item;
}

std::unique_ptr<Item> fill_item(const BufferRef& to, const Layout& layout, const Box& box, const void* value) {
  return std::make_unique<FillItem>(to, layout, box, value);
}

std::unique_ptr<Item> copy_item(const BufferRef& to, const Layout& to_layout, const BufferRef& from,
                                const Layout& from_layout, const Box& box) {
  return std::make_unique<CopyItem>(to, to_layout, from, from_layout, box);
}

}  // namespace ops::queue
