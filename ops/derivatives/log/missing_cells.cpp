// ops/derivatives/log/missing_cells.cpp: copies to larger arrays and back. Slow, and used only by loops that reach
// beyond the allocation.
#include "ops/derivatives/log/missing_cells.hpp"

#include <algorithm>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/log/footprint.hpp"

namespace ops {

Dense::Dense(const Tracked& dat, const Box& cells, BufferPool& pool)
    : layout(dense_layout(dat.layout, cells, dat.layout.soa())),
      buffer(pool.take(layout.bytes, "the derivative of dataset '" + dat.name + "'")) {}

ArgView Dense::view(const ArgView& shape) const {
  ArgView v = reshaped(shape, layout);
  v.in = v.out = buffer->here() + layout.origin * static_cast<std::ptrdiff_t>(layout.element);
  v.from = v.to = buffer.get();
  v.layout = &layout;
  return v;
}

MissingCells::MissingCells(const Loop& loop, std::span<AdjointArg> launch, const FieldMemory& memory)
    : loop_(loop), launch_(launch), memory_(memory) {
  for (std::size_t i = 0; i < launch_.size(); ++i) {
    if (loop_.args[i].primal) redirect_primal(i);
    if (loop_.args[i].dat && launch_[i].target.out) redirect_target(i);
  }
}

/// The cells that the argument may touch: its points and its centre.
Box MissingCells::reach(std::size_t i, std::span<const Index> points) const {
  const ArgView& shape = loop_.shapes[loop_.args[i].shape];
  return hull(footprint(shape, loop_.range), footprint(shape, loop_.range, points));
}

/// Zero in cells that do not exist.
Dense MissingCells::copy(const Tracked& dat, const Box& cells, const BufferRef& from) const {
  Dense wide(dat, cells, *memory_.pool);
  wide.buffer->machine->fill_bytes(wide.buffer, std::byte{});
  copy_cells(wide.buffer, wide.layout, from, dat.layout, intersection(cells, dat.layout.allocated));
  return wide;
}

void MissingCells::redirect_primal(std::size_t i) {
  const EventArg& arg = loop_.args[i];
  const Box cells = reach(i, loop_.facts[i].reads);
  if (arg.dat->layout.allocated.contains(cells)) return;
  launch_[i].primal = read_.emplace_back(copy(*arg.dat, cells, arg.primal)).view(loop_.shapes[arg.shape]);
}

void MissingCells::redirect_target(std::size_t i) {
  const EventArg& arg = loop_.args[i];
  const Room* wide = room(*arg.dat);
  if (!wide) return;
  launch_[i].target = wide->cells.view(loop_.shapes[arg.shape]);
  if (arg.seed) launch_[i].seed = launch_[i].target;  // consumed point by point
}

/// Null if everything that is added to the dataset's derivative falls on cells that exist.
const MissingCells::Room* MissingCells::room(Tracked& dat) {
  const auto known = std::ranges::find(rooms_, &dat, &Room::dat);
  if (known != rooms_.end()) return &*known;
  Box cells = Box::none();
  for (std::size_t i = 0; i < launch_.size(); ++i)
    if (loop_.args[i].dat == &dat && launch_[i].target.out) cells = hull(cells, reach(i, loop_.facts[i].offsets));
  if (dat.layout.allocated.contains(cells)) return nullptr;
  return &rooms_.emplace_back(&dat, copy(dat, cells, dat.field.buffer()), intersection(cells, dat.layout.allocated));
}

void MissingCells::bring_back() const {
  for (const Room& r : rooms_)
    copy_cells(r.dat->field.buffer(), r.dat->layout, r.cells.buffer, r.cells.layout, r.existing);
}

}  // namespace ops
