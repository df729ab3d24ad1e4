// ops/derivatives/checks/sentinel_copies.hpp: copies of the cells around some points of a loop, on which the loop can
// run without changing the program's datasets.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "ops/loops/engine/loop_probe.hpp"

namespace ops::sentinel {

/// Of a float or a double.
inline double number_at(Type type, const std::byte* at) {
  if (type == Type::f32) {
    float narrow;
    std::memcpy(&narrow, at, sizeof narrow);
    return narrow;
  }
  double wide;
  std::memcpy(&wide, at, sizeof wide);
  return wide;
}
inline void set_number_at(Type type, std::byte* at, double value) {
  if (type == Type::f32) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(at, &narrow, sizeof narrow);
  } else {
    std::memcpy(at, &value, sizeof value);
  }
}

/// What the copies of a cell are for. Not every loop needs all.
enum Slot : int {
  before,     ///< as the program has it
  made,       ///< what the implementation makes of it
  kernel,     ///< what the user's kernel makes of it
  moved,      ///< what the kernel makes of other values
  direction,  ///< in which values are moved
  tangent,    ///< .. and what the tangent makes of it
  seed,       ///< a derivative of the cells after the loop
  adjoint,    ///< .. and what the adjoint makes of it
  owner,      ///< the same of its owner form
  slots,
  primal_slots = moved
};

/// The cells of one dataset around a block of points.
struct Patch {
  ops_dat dat = nullptr;
  Box cells;
  bool written = false;
  bool real = false;                      ///< float or double, with derivatives
  std::size_t offset = 0;                 ///< [bytes] from the begin of a slot
  std::vector<std::size_t> numbers = {};  ///< [bytes] from there to each component of each cell, in memory order
  Layout layout;                          ///< from there
};

/// A block of points, with the cells that they may touch.
struct Block {
  Box points;
  std::vector<Patch> patches;
  std::vector<int> of;  ///< the patch of each argument; -1: it is no dataset, or switched off
};

/// Memory that is used again. No pool knows of it: what it takes is not the program's.
class ScratchMemory {
 public:
  /// 64-byte aligned. @return  null: there is no more
  BufferRef at_least(std::size_t bytes, Machine& machine);

 private:
  BufferRef buffer_;
};

class Scratch {
 public:
  /// Blocks of which this process has not all cells are left out. @param points  blocks  @param count  how many slots
  /// there are
  Scratch(const ProbedLoop& loop, const std::vector<Box>& points, int count, ScratchMemory& memory);

  bool empty() const noexcept { return blocks_.empty(); }
  std::vector<Block>& blocks() noexcept { return blocks_; }
  const BufferRef& buffer() const noexcept { return buffer_; }
  /// The cells of an argument, for a launch.
  ArgView view(const Block& block, std::size_t argument, Slot slot) const;
  /// All bytes of one slot of a block become those of another. On the host.
  void copy(const Block& block, Slot to, Slot from);
  void copy(const Patch& patch, Slot to, Slot from);
  void clear(const Patch& patch, Slot slot);
  /// Where Patch::numbers count from, and one of them. On the host.
  std::byte* begin(const Patch& patch, Slot slot) const {
    return buffer_->address + static_cast<std::size_t>(slot) * stride_ + patch.offset;
  }
  std::byte* at(const Patch& patch, Slot slot, std::size_t number) const {
    return begin(patch, slot) + patch.numbers[number];
  }
  double number(const Patch& patch, Slot slot, std::size_t number) const {
    return number_at(patch.dat->element, at(patch, slot, number));
  }
  void set_number(const Patch& patch, Slot slot, std::size_t number, double value) {
    set_number_at(patch.dat->element, at(patch, slot, number), value);
  }

 private:
  bool add_block(const ProbedLoop& loop, const Box& points);

  std::vector<Block> blocks_;
  std::size_t stride_ = 0;  ///< [bytes] from slot to slot
  std::size_t unit_ = 64;   ///< [bytes] that every patch begins at a multiple of
  BufferRef buffer_;
  const std::vector<ArgPlan>& plans_;
};

/// Calls f(index) for all of a box that is not empty, in memory order.
template <class F>
void for_each(const Box& box, const F& f) {
  Index at = box.lo;
  for (bool more = true; more;) {
    f(at);
    more = false;
    for (std::size_t axis = 0; axis < max_dim && !more; ++axis) {
      more = ++at[axis] < box.hi[axis];
      if (!more) at[axis] = box.lo[axis];
    }
  }
}

/// "index (3, 4), component 0": one of Patch::numbers.
std::string place_of(const Patch& patch, std::size_t number);
/// Index 0 of the cell of one of Patch::numbers.
int column_of(const Patch& patch, std::size_t number);
/// One of Patch::numbers: component 0 of a cell.
std::size_t number_of(const Patch& patch, const Index& cell);

/// Calls f(cell) for the cells that one argument may write at these points.
template <class F>
void for_written(const ArgPlan& plan, const Box& points, const F& f) {
  for_each(points, [&](const Index& point) {
    const Index centre = plan.cell(point);
    for_each(plan.view.at, [&](const Index& by) {
      Index cell = centre;
      for (std::size_t axis = 0; axis < max_dim; ++axis) cell[axis] += by[axis];
      f(cell);
    });
  });
}

/// Calls f(cell) for the cells that one argument reads through `offsets` at these points.
template <class F>
void for_read(const ArgPlan& plan, const Box& points, std::span<const Index> offsets, const F& f) {
  for_each(points, [&](const Index& point) {
    const Index centre = plan.cell(point);
    for (const Index& by : offsets) {
      Index cell = centre;
      for (std::size_t axis = 0; axis < max_dim; ++axis) cell[axis] += by[axis];
      f(cell);
    }
  });
}

/// Around the points that an argument declares, reads or writes.
Box reach_of(const ArgPlan& plan, const ops_arg& arg);

}  // namespace ops::sentinel
