// ops/machines/ranks/undivided.cpp: copies all cells that a launch accesses to separate memory.
#include "ops/machines/ranks/undivided.hpp"

#include <algorithm>

#include "ops/data/layout.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/loops/launch/reduce_ops.hpp"
#include "ops/support/format.hpp"

namespace ops::ranks {

Undivided::Undivided(Exchange& exchange, Machine& machine, const std::vector<Access>& all, const Box& range,
                     std::vector<Box> parts, int rank)
    : exchange_(exchange),
      machine_(machine),
      range_(range),
      parts_(std::move(parts)),
      rank_(static_cast<std::size_t>(rank)) {
  for (const Access& access : all)
    for (const Buffer* const buffer : {access.view->from, access.view->to})
      if (buffer != nullptr && std::ranges::find(wholes_, buffer, &Whole::of) == wholes_.end())
        wholes_.push_back({buffer, access.view->layout, cells_of_all(all, *access.view->layout), {}, nullptr});
  for (Whole& one : wholes_) fetch(one);
}

/// What arguments with the same cells touch, so that one shape serves an argument's two versions.
std::vector<Box> Undivided::cells_of_all(const std::vector<Access>& all, const Layout& layout) const {
  std::vector<Box> boxes;
  for (const Box& part : parts_.empty() ? std::vector<Box>{range_} : parts_) {
    Box& box = boxes.emplace_back(Box::none());
    for (const Access& access : all)
      if (!part.empty() && access.view->layout->allocated == layout.allocated) box = hull(box, cells_of(access, part));
  }
  return boxes;
}

const Undivided::Whole& Undivided::whole(const Buffer* of) const { return *std::ranges::find(wholes_, of, &Whole::of); }

Undivided::~Undivided() {
  for (const Whole& one : wholes_)
    if (one.memory) machine_.release(one.memory->address, one.memory->bytes);
}

void Undivided::fetch(Whole& one) {
  const Box& cells = here(one);
  one.dense = whole_layout(*one.layout, cells, one.layout->soa());
  one.memory = std::make_unique<Buffer>(Buffer{nullptr, std::max<std::size_t>(one.dense.bytes, 1), &machine_});
  one.memory->address = static_cast<std::byte*>(machine_.allocate(one.memory->bytes));
  if (one.memory->address == nullptr)
    throw OutOfMemory(
        ops::format("out of memory: this loop cannot be divided among processes, so each process needs an additional "
                    "{} of memory for a copy of the data",
                    bytes_text(one.memory->bytes)));
  std::vector<std::byte> values(one.dense.bytes);
  if (!parts_.empty()) exchange_.deal_out(values.data(), one.of, *one.layout, one.cells);
  else if (!cells.empty()) exchange_.everywhere(values.data(), one.of, *one.layout, cells);
  if (!cells.empty()) machine_.write(borrowed(one.memory.get()), one.dense, cells, values.data());
}

std::vector<BufferRef> Undivided::buffers() const {
  std::vector<BufferRef> all;
  for (const Whole& one : wholes_) all.push_back(borrowed(one.memory.get()));
  return all;
}

/// Cell (0, 0, ..) of a buffer.
std::byte* Undivided::origin(const Buffer* of) const {
  const Whole& one = whole(of);
  return one.memory->address + one.dense.origin * static_cast<std::ptrdiff_t>(one.dense.element);
}

ArgView Undivided::redirected(const ArgView& view) const {
  const Buffer* const any = view.to != nullptr ? view.to : view.from;
  if (any == nullptr || view.layout == nullptr) return view;  // rows of zeros, which every process has
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
  if (view.from != nullptr) v.from = whole(view.from).memory.get();
  if (view.to != nullptr) v.to = whole(view.to).memory.get();
  return v;
}

/// Every process has the values of all cells, and so of the copies that it has.
void Undivided::write_back(const Whole& one, const Box& cells) {
  const Box held = intersection(cells, one.layout->held);
  if (held.empty()) return;
  std::vector<std::byte> values(bytes_of(*one.layout, held));
  machine_.read(values.data(), borrowed(one.memory.get()), one.dense, {&held, 1});
  machine_.write(borrowed(one.of), *one.layout, held, values.data());
}

void Undivided::bring_back(const std::vector<Access>& all, Copies& copies) {
  for (const Access& access : all) {
    if (!access.writes) continue;
    const Whole& one = whole(access.view->to);
    const Box cells = cells_of(access, range_);
    if (parts_.empty()) {
      write_back(one, cells);
      copies.all_wrote(one.of, cells);
      continue;
    }
    std::vector<Box> written;
    for (const Box& part : parts_) written.push_back(part.empty() ? Box::none() : cells_of(access, part));
    exchange_.bring_home(one.of, *one.layout, one.memory.get(), one.dense, written);
    copies.owners_wrote(one.of, cells);
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
