// ops/tape/field.cpp: the laws of lazily zeroed derivative fields.
#include "ops/tape/field.hpp"

#include "ops/core/region.hpp"

namespace ops {

bool AdjointField::zero_on(const Box& cells) const noexcept {
  return hole_.contains(intersection(support_, cells));
}

void AdjointField::take(const FieldMemory& memory) {
  if (!buffer_) buffer_ = memory.pool->take(layout_.bytes, "the derivative of dataset '" + name_ + "'");
}

void AdjointField::fill(const Box& cells, const FieldMemory& memory) {
  if (cells.empty()) return;
  if (memory.before_write) memory.before_write(buffer_.get(), cells);
  fill_region(buffer_->data, layout_, cells, nullptr, memory.parallel);
}

void AdjointField::fill(const Box& cells, const Box& except, const FieldMemory& memory) {
  for (const Box& piece : difference(cells, except)) fill(piece, memory);
}

void AdjointField::extend(const Box& cells, const FieldMemory& memory) {
  const Box wider = hull(support_, cells);
  fill(wider, support_, memory);
  support_ = wider;
}

void AdjointField::read(const Box& cells, const FieldMemory& memory) {
  if (cells.empty()) return;
  take(memory);
  if (!intersection(hole_, cells).empty()) {
    fill(hole_, memory);
    hole_ = Box::none();
  }
  extend(cells, memory);
}

Box AdjointField::add(const Box& cells, bool holes, const FieldMemory& memory) {
  if (cells.empty()) return Box::none();
  take(memory);
  if (zero() && holes) {
    support_ = cells;
    hole_ = Box::none();
    return cells;
  }
  const Box written = holes ? intersection(hole_, cells) : Box::none();
  fill(hole_, written, memory);
  hole_ = Box::none();
  extend(cells, memory);
  return written;
}

void AdjointField::consume(const Box& cells, const FieldMemory& memory, bool keep) {
  const Box gone = intersection(support_, cells);
  if (gone.empty() || hole_.contains(gone)) return;
  if (gone == support_) {
    support_ = hole_ = Box::none();
    if (!keep) buffer_.reset();
    return;
  }
  fill(hole_, gone, memory);
  hole_ = gone;
}

BufferRef AdjointField::leave(const Box& cells, const FieldMemory& memory) {
  fill(hole_, cells, memory);
  hole_ = Box::none();
  BufferRef old = std::move(buffer_);
  buffer_.reset();
  const Box gone = intersection(support_, cells);
  if (gone == support_) {
    support_ = Box::none();
    return old;
  }
  take(memory);
  for (const Box& piece : difference(support_, gone)) copy_region(buffer_->data, old->data, layout_, piece, memory.parallel);
  hole_ = gone;
  return old;
}

void AdjointField::take_over(AdjointField& other) {
  buffer_ = std::move(other.buffer_);
  support_ = other.support_;
  hole_ = other.hole_;
  other.clear();
}

void AdjointField::clear() {
  buffer_.reset();
  support_ = hole_ = Box::none();
}

void AdjointField::drop_spare() {
  if (zero()) buffer_.reset();
}

void AdjointField::start_from(const Buffer& values, const FieldMemory& memory) {
  clear();
  take(memory);
  support_ = layout_.allocated;
  copy_region(buffer_->data, values.data, layout_, support_, memory.parallel);
}

void AdjointField::adopt(BufferRef values) {
  buffer_ = std::move(values);
  support_ = layout_.allocated;
  hole_ = Box::none();
}

}  // namespace ops
