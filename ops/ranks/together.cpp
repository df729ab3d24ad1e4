// ops/ranks/together.cpp: all cells that a launch touches, in memory of their own.
#include "ops/ranks/together.hpp"

#include <algorithm>

#include "ops/core/layout.hpp"
#include "ops/loop/reduce_ops.hpp"

namespace ops::ranks {
namespace {

BufferRef borrowed(const Buffer* buffer) { return {const_cast<Buffer*>(buffer), [](Buffer*) {}}; }

}  // namespace

Together::Together(Exchange& exchange, Machine& machine, const std::vector<Access>& all, const Box& range) : machine_(machine) {
  std::vector<std::pair<Box, Box>> boxes;  // of all that have the same cells, so that one shape serves an argument's two versions
  const auto box_of = [&](const Layout& layout) -> Box& {
    const auto known = std::ranges::find(boxes, layout.allocated, &std::pair<Box, Box>::first);
    return known != boxes.end() ? known->second : boxes.emplace_back(layout.allocated, Box::none()).second;
  };
  for (const Access& access : all) {
    Box& box = box_of(*access.view->layout);
    box = hull(box, cells_of(access, range));
  }
  for (const Access& access : all)
    for (const Buffer* const buffer : {access.view->from, access.view->to})
      if (buffer != nullptr && std::ranges::find(wholes_, buffer, &Whole::of) == wholes_.end())
        wholes_.push_back({buffer, access.view->layout, box_of(*access.view->layout), {}, nullptr});
  for (Whole& one : wholes_) fetch(exchange, one);
}

const Together::Whole& Together::whole(const Buffer* of) const { return *std::ranges::find(wholes_, of, &Whole::of); }

Together::~Together() {
  for (const Whole& one : wholes_)
    if (one.memory) machine_.release(one.memory->address, one.memory->bytes);
}

void Together::fetch(Exchange& exchange, Whole& one) {
  one.dense = whole_layout(*one.layout, one.cells, one.layout->soa());
  one.memory = std::make_unique<Buffer>(Buffer{nullptr, std::max<std::size_t>(one.dense.bytes, 1), &machine_});
  one.memory->address = static_cast<std::byte*>(machine_.allocate(one.memory->bytes));
  if (one.memory->address == nullptr)
    throw OPSException(OPS_RUNTIME_ERROR) << "out of memory: a loop that cannot be divided among processes needs all of its cells in each, "
                                          << one.memory->bytes << " bytes more";
  if (one.cells.empty()) return;
  std::vector<std::byte> values(one.dense.bytes);
  exchange.everywhere(values.data(), one.of, *one.layout, one.cells);
  machine_.write(borrowed(one.memory.get()), one.dense, one.cells, values.data());
}

/// Cell (0, 0, ..) of a buffer.
std::byte* Together::origin(const Buffer* of) const {
  const Whole& one = whole(of);
  return one.memory->address + one.dense.origin * static_cast<std::ptrdiff_t>(one.dense.element);
}

ArgView Together::redirected(const ArgView& view) const {
  const Buffer* const any = view.to != nullptr ? view.to : view.from;
  if (any == nullptr) return view;
  ArgView v = view;
  const Layout& dense = whole(any).dense;
  v.component = dense.component;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    const std::ptrdiff_t by = view.step[axis] == 0 ? 0 : view.step[axis] / view.pitch[axis];
    v.pitch[axis] = dense.pitch[axis];
    v.step[axis] = by * dense.pitch[axis];
  }
  if (view.in != nullptr) v.in = origin(view.from != nullptr ? view.from : view.to);
  if (view.out != nullptr) v.out = origin(view.to != nullptr ? view.to : view.from);
  return v;
}

void Together::bring_back(const std::vector<Access>& all, const Box& range, Copies& copies) {
  for (const Access& access : all) {
    if (!access.writes) continue;
    const Whole& one = whole(access.view->to);
    const Box cells = cells_of(access, range), here = intersection(cells, one.layout->held);
    copies.all_wrote(one.of, cells);
    if (here.empty()) continue;
    std::vector<std::byte> values(static_cast<std::size_t>(here.volume()) * static_cast<std::size_t>(one.layout->components) * one.layout->element);
    machine_.read(values.data(), borrowed(one.memory.get()), one.dense, here);
    machine_.write(borrowed(one.of), *one.layout, here, values.data());
  }
}

void TotalsKept::keep(const Totals* totals) {
  if (!kept_ || totals == nullptr) return;
  before_.emplace_back(totals, std::vector<std::byte>(totals->contents().begin(), totals->contents().end()));
}

void TotalsKept::put_back() const {
  for (const auto& [totals, bytes] : before_) std::ranges::copy(bytes, totals->contents().begin());
}

}  // namespace ops::ranks
