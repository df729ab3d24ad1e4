// ops/derivatives/log/zero_rows.hpp: memory that contains zeros, for arguments of launches whose derivative is known to
// be zero.
#pragma once

#include <vector>

#include "ops/derivatives/log/tracked.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops {

/// What it hands out is valid until it ends, however much is asked for.
class ZeroRows {
 public:
  explicit ZeroRows(BufferPool& pool) : pool_(pool) {}
  /// Of the host: values of a reduction.
  const std::byte* bytes(std::size_t count);
  /// `shape` on one row of zeros that stands for all rows of `cells`.
  ArgView row(const ArgView& shape, const Box& cells, const Tracked& dat);

 private:
  BufferPool& pool_;
  std::vector<std::byte> zeros_;
  std::vector<std::vector<std::byte>> old_;
  BufferRef row_;
  std::vector<BufferRef> old_rows_;
};

}  // namespace ops
