// ops/tape/field.hpp: one derivative field, stored only where it may be non-zero.
// Knows supports, holes and when cells must be zero-filled; knows nothing of loops.
//
// Zero-filling touches only what a law below forces, usually the rim of a box:
//   known zero      no cell is stored
//   stored          zero outside `support` and inside `hole` (both boxes, hole within support), though not stored there
#pragma once

#include <functional>
#include <string>

#include "ops/core/context.hpp"

namespace ops {

/// How a field gets memory and announces what it is about to write.
struct FieldMemory {
  BufferPool* pool = nullptr;
  ParallelFor parallel;
  std::function<void(const Buffer*, const Box&)> before_write;  ///< may be empty
};

class AdjointField {
 public:
  AdjointField() = default;
  AdjointField(const Layout& layout, std::string name) : layout_(layout), name_(std::move(name)) {}

  bool zero() const noexcept { return support_.empty(); }
  bool zero_on(const Box& cells) const noexcept;
  const BufferRef& buffer() const noexcept { return buffer_; }
  const Box& support() const noexcept { return support_; }
  const Box& hole() const noexcept { return hole_; }

  /// Every cell of `cells` is stored afterwards.
  void read(const Box& cells, const FieldMemory& memory);
  /// Readies `cells` for contributions. Returns those that the contributions must write instead of add to: a box if
  /// `holes` are welcome, else none. Afterwards the field counts as stored there: the caller must contribute now.
  Box add(const Box& cells, bool holes, const FieldMemory& memory);
  /// The derivative on `cells` becomes zero. A field that becomes known zero gives its buffer back unless `keep`.
  void consume(const Box& cells, const FieldMemory& memory, bool keep = false);
  /// Moves to a new buffer everything but `cells`, which become zero; the old buffer keeps its values.
  BufferRef leave(const Box& cells, const FieldMemory& memory);

  /// Of this known zero field and another of the same layout: takes what the other stores, which becomes known zero.
  void take_over(AdjointField& other);

  void clear();       ///< known zero, without a buffer
  void drop_spare();  ///< gives back a buffer kept by a known zero field
  /// Starts from a copy of `values`, stored everywhere.
  void start_from(const Buffer& values, const FieldMemory& memory);
  /// Stored everywhere, in this buffer.
  void adopt(BufferRef values);

 private:
  void take(const FieldMemory& memory);
  void fill(const Box& cells, const FieldMemory& memory);
  void fill(const Box& cells, const Box& except, const FieldMemory& memory);
  void extend(const Box& cells, const FieldMemory& memory);

  Layout layout_;
  std::string name_;
  BufferRef buffer_;
  Box support_ = Box::none();
  Box hole_ = Box::none();
};

}  // namespace ops
