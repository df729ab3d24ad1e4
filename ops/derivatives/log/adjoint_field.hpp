// ops/derivatives/log/adjoint_field.hpp: one derivative field, stored only where it may be non-zero.
//
// Elsewhere it is zero, whatever the buffer holds. Cells are set to zero only if they are read, or added to without
// being stored first.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/data/context.hpp"

namespace ops {

/// Where a field gets memory, and how it announces what it is about to write.
struct FieldMemory {
  BufferPool* pool = nullptr;
  std::function<void(const Buffer*, const Box&)> before_write;  ///< may be empty
};

class AdjointField {
 public:
  AdjointField() = default;
  AdjointField(const Layout& layout, std::string name) : layout_(layout), name_(std::move(name)) {}

  bool zero() const noexcept { return stored_.empty(); }
  bool zero_on(const Box& cells) const noexcept { return !meet(stored_, cells); }
  const BufferRef& buffer() const noexcept { return buffer_; }
  /// Disjoint.
  const std::vector<Box>& stored() const noexcept { return stored_; }
  Box support() const noexcept;  ///< a box around what is stored

  /// Every cell of `cells` is stored afterwards.
  void read(const Box& cells, const FieldMemory& memory);
  /// Readies `cells` for contributions. Returns those that the contributions must write instead of add to: a box if
  /// `holes` are welcome, else none. Afterwards the field counts as stored there: the caller must contribute now.
  Box add(const Box& cells, bool holes, const FieldMemory& memory);
  /// The derivative on `cells` becomes zero. Of what is left, if it is little, boxes in which every bit is zero go too,
  /// such as halos that were reversed in place. A field that becomes known zero gives its buffer back unless `keep`.
  void consume(const Box& cells, bool keep = false);
  /// Moves to a new buffer everything but `cells`, which become zero; the old buffer keeps its values, those that were
  /// stored.
  BufferRef leave(const Box& cells, const FieldMemory& memory);

  /// Of this known zero field and another of the same layout: takes what the other stores, which becomes known zero.
  void take_over(AdjointField& other);

  void clear();       ///< known zero, without a buffer
  void drop_spare();  ///< gives back a buffer kept by a known zero field
  /// Starts from a copy of `values`, stored everywhere.
  void start_from(const BufferRef& values, const FieldMemory& memory);
  /// Stored everywhere, in this buffer.
  void adopt(BufferRef values);

 private:
  void take(const FieldMemory& memory);
  void fill(const Box& cells, const FieldMemory& memory);
  void become_zero(const Box& cells);
  std::vector<Box> missing(const Box& cells) const;
  void store(const Box& cells, const FieldMemory& memory);

  Layout layout_;
  std::string name_;
  BufferRef buffer_;
  std::vector<Box> stored_;
};

}  // namespace ops
