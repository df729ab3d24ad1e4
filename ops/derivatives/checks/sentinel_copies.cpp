// ops/derivatives/checks/sentinel_copies.cpp: decides which cells are copied, and where to.
#include "ops/derivatives/checks/sentinel_copies.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "ops/data/layout.hpp"
#include "ops/data/machine.hpp"

namespace ops::sentinel {
namespace {

constexpr std::size_t most_unit = 4096, most_bytes = std::size_t{4} << 20, least_bytes = std::size_t{256} << 10;

Box cells_of(const ArgPlan& plan, const ops_arg& arg, const Box& points) {
  Box box = plan.centres(points);
  const Box reach = reach_of(plan, arg);
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    box.lo[axis] += reach.lo[axis];
    box.hi[axis] += reach.hi[axis] - 1;
  }
  return intersection(box, plan.dat->layout.allocated);
}

}  // namespace

Box reach_of(const ArgPlan& plan, const ops_arg& arg) {
  return hull(hull(arg.stencil->reach, plan.reach), plan.view.at);
}

std::string place_of(const Patch& patch, std::size_t number) {
  const auto components = static_cast<std::size_t>(patch.dat->layout.components);
  std::size_t cell = number / components;
  Index at = patch.cells.lo;
  for (int axis = 0; axis < max_dim; ++axis) {
    const auto extent = static_cast<std::size_t>(patch.cells.extent(axis));
    at[static_cast<std::size_t>(axis)] += static_cast<int>(cell % extent);
    cell /= extent;
  }
  return "index " + point_text(at, patch.dat->layout.dims) + ", component " + std::to_string(number % components);
}

int column_of(const Patch& patch, std::size_t number) {
  const std::size_t cell = number / static_cast<std::size_t>(patch.dat->layout.components);
  return patch.cells.lo[0] + static_cast<int>(cell % static_cast<std::size_t>(patch.cells.extent(0)));
}

std::size_t number_of(const Patch& patch, const Index& cell) {
  std::size_t number = 0;
  for (int axis = max_dim - 1; axis >= 0; --axis)
    number =
        number * static_cast<std::size_t>(patch.cells.extent(axis)) +
        static_cast<std::size_t>(cell[static_cast<std::size_t>(axis)] - patch.cells.lo[static_cast<std::size_t>(axis)]);
  return number * static_cast<std::size_t>(patch.dat->layout.components);
}

BufferRef ScratchMemory::at_least(std::size_t bytes, Machine& machine) {
  if (buffer_ && buffer_->bytes >= bytes) return buffer_;
  const std::size_t size = std::bit_ceil(std::max(bytes, least_bytes));
  void* const memory = machine.allocate(size);
  if (memory == nullptr) return nullptr;
  const auto give_back = [&machine](Buffer* buffer) {
    machine.release(buffer->address, buffer->bytes);
    delete buffer;
  };
  return buffer_ = BufferRef(new Buffer{static_cast<std::byte*>(memory), size, &machine, nullptr}, give_back);
}

Scratch::Scratch(const ProbedLoop& loop, const std::vector<Box>& points, int count, ScratchMemory& memory)
    : plans_(loop.variant.plans) {
  for (const ArgPlan& plan : plans_)
    if (plan.kind == ArgKind::dat) unit_ = std::lcm(unit_, plan.element);
  if (unit_ > most_unit) return;
  blocks_.reserve(points.size());
  for (const Box& block : points)
    if (!add_block(loop, block)) blocks_.pop_back();
  Machine& machine = loop.call.block->context->pool.machine().own();
  const std::size_t bytes = stride_ * static_cast<std::size_t>(count);
  if (!blocks_.empty() && bytes <= most_bytes) buffer_ = memory.at_least(bytes, machine);
  if (!buffer_) blocks_.clear();
  for (const Block& block : blocks_)
    for (const Patch& patch : block.patches) {
      Layout here = patch.layout;
      here.origin += static_cast<std::ptrdiff_t>(patch.offset / here.element);
      machine.copy(buffer_, here, loop.variant.before(patch.dat), patch.dat->layout, patch.cells);
    }
}

/// @return  whether this process has all cells
bool Scratch::add_block(const ProbedLoop& loop, const Box& points) {
  Block& block = blocks_.emplace_back();
  block.points = points;
  for (std::size_t k = 0; k < plans_.size(); ++k) {
    const ArgPlan& plan = plans_[k];
    block.of.push_back(-1);
    if (plan.kind != ArgKind::dat || !plan.on) continue;
    const auto known = std::ranges::find(block.patches, plan.dat, &Patch::dat);
    Patch& patch = known != block.patches.end() ? *known : block.patches.emplace_back();
    block.of.back() = static_cast<int>(&patch - block.patches.data());
    if (patch.dat == nullptr) patch = {.dat = plan.dat, .cells = Box::none(), .numbers = {}, .layout = {}};
    patch.cells = hull(patch.cells, cells_of(plan, loop.call.args[k], points));
    patch.written = patch.written || plan.writes;
    patch.real = is_real(plan.dat->element) && !plan.dat->passive;
  }
  for (Patch& patch : block.patches) {
    if (patch.cells.empty() || !patch.dat->layout.share.contains(patch.cells)) return false;
    Layout& layout = patch.layout = patch.dat->layout;
    layout.allocated = layout.interior = patch.cells;
    place(layout, patch.dat->layout.soa(), {}, "points");
    for_each(patch.cells, [&](const Index& at) {
      for (int c = 0; c < layout.components; ++c)
        patch.numbers.push_back(static_cast<std::size_t>(cell(layout, at) + c * layout.component) * layout.element);
    });
    patch.offset = stride_;
    stride_ += (layout.bytes + unit_ - 1) / unit_ * unit_;
  }
  return !block.patches.empty();
}

ArgView Scratch::view(const Block& block, std::size_t argument, Slot slot) const {
  const ArgPlan& plan = plans_[argument];
  const Patch& patch = block.patches[static_cast<std::size_t>(block.of[argument])];
  const Layout& layout = patch.layout;
  ArgView view = plan.view;
  for (int axis = 0; axis < layout.dims; ++axis) {
    view.pitch[static_cast<std::size_t>(axis)] = layout.pitch[static_cast<std::size_t>(axis)];
    view.step[static_cast<std::size_t>(axis)] =
        plan.factor[static_cast<std::size_t>(axis)] * layout.pitch[static_cast<std::size_t>(axis)];
  }
  view.component = layout.component;
  view.in = view.out = begin(patch, slot) + layout.origin * static_cast<std::ptrdiff_t>(layout.element);
  view.from = view.to = buffer_.get();
  view.layout = &layout;
  return view;
}

void Scratch::copy(const Patch& patch, Slot to, Slot from) {
  std::byte* const base = buffer_->address + patch.offset;
  std::memcpy(base + static_cast<std::size_t>(to) * stride_, base + static_cast<std::size_t>(from) * stride_,
              patch.layout.bytes);
}

void Scratch::clear(const Patch& patch, Slot slot) { std::memset(begin(patch, slot), 0, patch.layout.bytes); }

void Scratch::copy(const Block& block, Slot to, Slot from) {
  for (const Patch& patch : block.patches) copy(patch, to, from);
}

}  // namespace ops::sentinel
