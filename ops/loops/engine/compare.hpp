// ops/loops/engine/compare.hpp: runs the reference of a loop in separate memory, and compares the results with those of
// the implementation.
#pragma once

#include <map>

#include "ops/data/context.hpp"
#include "ops/loops/engine/reference.hpp"

namespace ops {

/// Equal, bit for bit, but for zeros of two signs, and NaN equals NaN.
bool same_value(Type type, std::size_t bytes, const std::byte* a, const std::byte* b);
/// With all digits; bytes of what is no number.
std::string value_text(Type type, std::size_t bytes, const std::byte* at);
/// The values of a reduction that has totals.
std::vector<std::max_align_t> rounded(const ArgPlan& plan, const void* totals);

class Comparison {
 public:
  /// Runs the reference on copies; the caller has all datasets for the host. To be constructed before the
  /// implementation runs.
  /// @param replaced  versions read, per argument, where new ones are written
  Comparison(const ReferenceRun& run, const Launch& launch, std::span<const BufferRef> replaced, BufferPool& pool);
  /// After the implementation has run and new versions are complete.
  /// @throws OPSException  names the loop, its place, the argument, the first index that differs and both values
  void check(const Launch& launch) const;

 private:
  void compare_dat(std::size_t position) const;
  void compare_reduction(std::size_t position, const void* out) const;

  const ReferenceRun& run_;
  std::map<ops_dat, BufferRef> copies_;
  std::vector<Totals> totals_;                          ///< per argument; of nothing for others
  std::vector<std::vector<std::max_align_t>> running_;  ///< per argument: values of reductions that the kernel sees
};

}  // namespace ops
