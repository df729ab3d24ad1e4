// ops/loops/launch/reduce_ops.hpp: the operations of reduce.hpp with their element types erased.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ops/data/types.hpp"

namespace ops {

struct ReduceOps {
  void (*fill)(void* values, int n) = nullptr;                                ///< n neutral elements
  std::shared_ptr<void> (*totals)(int count) = nullptr;                       ///< an array of empty Totals
  void (*clear)(void* totals, int count) = nullptr;                           ///< makes them empty again
  void (*add)(void* totals, int which, const void* values, int n) = nullptr;  ///< n values to one of them
  /// into[k] = combine(into[k], value of Total k)
  void (*combine)(void* into, const void* totals, int count) = nullptr;
  void (*merge)(void* totals, const void* others, int count) = nullptr;  ///< what others have is added
  /// of one Total, which may be copied byte by byte
  std::size_t bytes = 0;
};

/// The Totals of one reduction argument, which the parts of a loop add to, in any order: what an ArgView's or a
/// target's `out` points to.
class Totals {
 public:
  Totals() = default;  ///< of nothing
  Totals(const ReduceOps& ops, int dim) : ops_(&ops), dim_(dim), memory_(ops.totals(dim)) {}
  explicit operator bool() const noexcept { return ops_ != nullptr; }
  void* data() const noexcept { return memory_.get(); }
  /// Empty ones of the same kind.
  Totals alike() const { return {*ops_, dim_}; }
  void clear() {
    rest_.clear();
    ops_->clear(data(), dim_);
  }
  /// Rounds each total, and combines it with one of the `dim` values.
  void combine_into(void* values) const {
    finish();
    ops_->combine(values, data(), dim_);
  }
  /// Their contents, which other processes can merge.
  std::span<std::byte> contents() const {
    finish();
    return {static_cast<std::byte*>(data()), ops_->bytes * static_cast<std::size_t>(dim_)};
  }
  /// Adds what others of the same kind have. @param contents  aligned as memory from new is
  void merge(const std::byte* contents) const { ops_->merge(data(), contents, dim_); }
  /// Adds a contribution that a machine is still computing: `rest` waits for it and adds it. Called once, when the
  /// totals are read, or never if they are not read.
  void later(std::function<void()> rest) const { rest_.push_back(std::move(rest)); }
  bool under_way() const noexcept { return !rest_.empty(); }

 private:
  void finish() const {
    for (const auto& add : std::exchange(rest_, {})) add();
  }

  const ReduceOps* ops_ = nullptr;
  int dim_ = 0;
  std::shared_ptr<void> memory_;
  mutable std::vector<std::function<void()>> rest_;
};

/// Null if values of this type cannot be combined so (structs, half, bool; order of complex numbers).
const ReduceOps* reduce_ops(Type type, ops_access access) noexcept;

}  // namespace ops
