// ops/derivatives/log/adjoint_field.cpp: the rules of lazily zeroed derivative fields.
#include "ops/derivatives/log/adjoint_field.hpp"

#include <algorithm>

#include "ops/data/passes.hpp"

namespace ops {

Box AdjointField::support() const noexcept {
  Box all = Box::none();
  for (const Box& cells : stored_) all = hull(all, cells);
  return all;
}

void AdjointField::take(const FieldMemory& memory) {
  if (!buffer_) buffer_ = memory.pool->take(layout_.bytes, "the derivative of dataset '" + name_ + "'");
}

void AdjointField::fill(const Box& cells, const FieldMemory& memory) {
  if (cells.empty()) return;
  if (memory.before_write) memory.before_write(buffer_.get(), cells);
  fill_cells(buffer_, layout_, cells, nullptr);
}

std::vector<Box> AdjointField::missing(const Box& cells) const {
  std::vector<Box> rest{cells};
  for (const Box& there : stored_) rest = difference(rest, there);
  return rest;
}

/// They are in the buffer now. Where many small boxes have come together, the gaps between them are filled.
void AdjointField::store(const Box& cells, const FieldMemory& memory) {
  constexpr std::size_t many = 24;
  if (std::ranges::any_of(stored_, [&](const Box& there) { return there.contains(cells); })) return;
  stored_ = difference(stored_, cells);
  stored_.push_back(cells);
  if (stored_.size() <= many) return;
  for (const Box& gap : missing(support())) fill(gap, memory);
  stored_ = {support()};
}

void AdjointField::read(const Box& cells, const FieldMemory& memory) {
  if (cells.empty()) return;
  take(memory);
  for (const Box& gap : missing(cells)) fill(gap, memory);
  store(cells, memory);
}

Box AdjointField::add(const Box& cells, bool holes, const FieldMemory& memory) {
  if (cells.empty()) return Box::none();
  take(memory);
  Box written = Box::none();
  const std::vector<Box> gaps = missing(cells);
  if (holes && !gaps.empty()) written = *std::ranges::max_element(gaps, {}, &Box::volume);
  for (const Box& gap : gaps)
    if (!(gap == written)) fill(gap, memory);
  store(cells, memory);
  return written;
}

/// Where little is left of what was stored, it is looked at.
void AdjointField::become_zero(const Box& cells) {
  constexpr std::int64_t little = 8;
  const std::int64_t before = volume(stored_);
  stored_ = difference(stored_, cells);
  if (little * volume(stored_) > before) return;
  std::erase_if(stored_, [&](const Box& left) { return all_zero(buffer_, layout_, left); });
}

void AdjointField::consume(const Box& cells, bool keep) {
  if (zero()) return;
  become_zero(cells);
  if (zero() && !keep) buffer_.reset();
}

BufferRef AdjointField::leave(const Box& cells, const FieldMemory& memory) {
  become_zero(cells);
  BufferRef old = std::move(buffer_);
  buffer_.reset();
  if (zero()) return old;
  take(memory);
  for (const Box& piece : stored_) copy_cells(buffer_, old, layout_, piece);
  return old;
}

void AdjointField::take_over(AdjointField& other) {
  buffer_ = std::move(other.buffer_);
  stored_ = std::move(other.stored_);
  other.clear();
}

void AdjointField::clear() {
  buffer_.reset();
  stored_.clear();
}

void AdjointField::drop_spare() {
  if (zero()) buffer_.reset();
}

void AdjointField::start_from(const BufferRef& values, const FieldMemory& memory) {
  clear();
  take(memory);
  stored_ = {layout_.allocated};
  copy_cells(buffer_, values, layout_, layout_.allocated);
}

void AdjointField::adopt(BufferRef values) {
  buffer_ = std::move(values);
  stored_ = {layout_.allocated};
}

}  // namespace ops
