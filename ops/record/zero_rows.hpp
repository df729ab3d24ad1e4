// ops/record/zero_rows.hpp: memory that reads as zero, for arguments of launches whose derivative is known to be zero.
// Knows shapes of arguments; knows nothing of loops.
#pragma once

#include <vector>

#include "ops/loop/launch.hpp"
#include "ops/record/tracked.hpp"

namespace ops {

class ZeroRows {
 public:
  /// Valid until this object ends, however many are asked for.
  const std::byte* bytes(std::size_t count);
  /// `shape` on one row of zeros that stands for all rows of `cells`.
  ArgView row(const ArgView& shape, const Box& cells, const Tracked& dat);

 private:
  std::vector<std::byte> zeros_;
  std::vector<std::vector<std::byte>> old_;
};

}  // namespace ops
