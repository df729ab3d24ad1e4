// ops/loops/engine/order_check.cpp: keeps one byte for each cell that is read, and one for each cell that may be
// written.
#include "ops/loops/engine/order_check.hpp"

#include <algorithm>

#include "ops/support/communicator.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr std::size_t most_reaches = 255;

std::size_t index_in(const Box& box, const Index& cell) {
  std::size_t index = 0;
  for (std::size_t axis = max_dim; axis-- > 0;)
    index = index * static_cast<std::size_t>(box.extent(static_cast<int>(axis))) +
            static_cast<std::size_t>(cell[axis] - box.lo[axis]);
  return index;
}

bool writes(const ArgPlan& plan) { return plan.kind == ArgKind::dat && plan.on && plan.changes; }

/// How many components of cells there are.
std::size_t size_of(ops_dat dat) {
  return static_cast<std::size_t>(dat->layout.allocated.volume()) * static_cast<std::size_t>(dat->dim);
}

}  // namespace

bool OrderCheck::wants(std::size_t argument) const {
  const ArgPlan& plan = v_.plans[argument];
  if (v_.watched[argument] != 0) return true;
  if (!writes(plan)) return false;
  for (std::size_t k = 0; k < v_.plans.size(); ++k)
    if (v_.watched[k] != 0 && v_.plans[k].dat == plan.dat) return true;
  return false;
}

bool OrderCheck::may_meet(std::size_t read, const Box& range) const {
  const ArgPlan& reader = v_.plans[read];
  if (reader.kind != ArgKind::dat || !reader.on) return false;
  const Box cells = reader.centres(range);
  return std::ranges::any_of(v_.plans, [&](const ArgPlan& writer) {
    if (!writes(writer) || writer.dat != reader.dat) return false;
    const bool alike = writer.factor == reader.factor && writer.divisor == reader.divisor;
    return std::ranges::any_of(reader.points, [&](const Index& by) {
      return !(alike && writer.view.at.contains(by)) && !intersection(writer.cells(range), cells.shifted(by)).empty();
    });
  });
}

OrderCheck::Cells& OrderCheck::of(ops_dat dat) {
  Cells& cells = cells_[dat];
  if (cells.read.empty()) {
    cells.read.assign(size_of(dat), 0);
    cells.own.assign(size_of(dat), 0);
  }
  return cells;
}

std::uint8_t OrderCheck::number_of(std::size_t argument, const Index& offset) {
  const auto known =
      std::ranges::find_if(reaches_, [&](const Reach& r) { return r.argument == argument && r.offset == offset; });
  if (known != reaches_.end()) return static_cast<std::uint8_t>(known - reaches_.begin() + 1);
  if (reaches_.size() < most_reaches) reaches_.push_back({argument, offset});
  return static_cast<std::uint8_t>(reaches_.size());
}

std::string OrderCheck::touched(std::size_t argument, const Index& offset, const Index& cell, int component,
                                bool old_values) {
  const ArgPlan& plan = v_.plans[argument];
  // another check's
  if (!plan.dat->layout.allocated.contains(cell) || component < 0 || component >= plan.dat->dim) return {};
  Cells& cells = of(plan.dat);
  const std::size_t at = index_in(plan.dat->layout.allocated, cell) * static_cast<std::size_t>(plan.dat->dim) +
                         static_cast<std::size_t>(component);
  // whether it is a cell that this point may write through the other argument
  const auto own = [&](const ArgPlan& other) {
    return writes(other) && other.dat == plan.dat && other.factor == plan.factor && other.divisor == plan.divisor &&
           other.view.at.contains(offset);
  };
  if (own(plan)) cells.own[at] = number_of(argument, offset);
  else if (std::ranges::any_of(v_.plans, own))
    return old_values && cells.own[at] != 0 ? late(argument, cells.own[at], cell) : "";
  else cells.read[at] = number_of(argument, offset);
  return cells.read[at] != 0 && cells.own[at] != 0
             ? sentence(cells.read[at], cells.own[at], "cell " + point_text(cell, dims_))
             : "";
}

std::string OrderCheck::between(const Communicator& processes) const {
  if (processes.size() == 1) return {};
  std::string found;             // the rest is compared all the same, as every process makes the same calls
  std::vector<ops_dat> watched;  // in the order of the arguments, as addresses differ between processes
  for (std::size_t k = 0; k < v_.plans.size(); ++k)
    if (v_.watched[k] != 0 && std::ranges::find(watched, v_.plans[k].dat) == watched.end())
      watched.push_back(v_.plans[k].dat);
  for (const ops_dat dat : watched) {
    const std::size_t size = size_of(dat);
    const auto known = cells_.find(dat);
    const Cells mine =
        known == cells_.end() ? Cells{std::vector<std::uint8_t>(size), std::vector<std::uint8_t>(size)} : known->second;
    const auto count = static_cast<std::size_t>(processes.size());
    std::vector<std::uint8_t> all(size * count);
    processes.gather(std::as_bytes(std::span(mine.own)), std::vector<std::size_t>(count, size),
                     reinterpret_cast<std::byte*>(all.data()));
    for (std::size_t i = 0; i < all.size() && found.empty(); ++i)
      if (all[i] != 0 && mine.read[i % size] != 0) found = sentence(mine.read[i % size], 0, "a cell");
  }
  if (processes.least(found.empty() ? 1 : 0) == 1) return {};
  return found.empty() ? "on another process, the loop reads a cell that it may also write at a different point, "
                         "so the result depends on the order of the points"
                       : found;
}

std::string OrderCheck::sentence(std::uint8_t read, std::uint8_t own, const std::string& cell) const {
  const Reach& reader = reaches_[read - 1U];
  const std::string writer = own == 0 ? "" : ops::format(" (argument {})", reaches_[own - 1U].argument + 1);
  return ops::format(
      "a point reads {} of dataset '{}' (argument {}) at offset {}, and another point may write this cell{}: "
      "the result depends on the order of the points",
      cell, v_.plans[reader.argument].dat->name, reader.argument + 1, point_text(reader.offset, dims_), writer);
}

std::string OrderCheck::late(std::size_t argument, std::uint8_t own, const Index& cell) const {
  return ops::format(
      "the kernel may write cell {} of dataset '{}' (argument {}) before it reads the same cell (argument {}), "
      "but its derivative would use the value that the cell had before the loop",
      point_text(cell, dims_), v_.plans[argument].dat->name, reaches_[own - 1U].argument + 1, argument + 1);
}

}  // namespace ops
