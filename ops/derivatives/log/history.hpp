// ops/derivatives/log/history.hpp: values from outside the recording that recomputation of events needs. Kept from the
// first step mark on.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "ops/data/pool.hpp"
#include "ops/derivatives/log/tracked.hpp"

namespace ops {

/// Values that a dataset got from outside of loops.
struct GivenValues {
  Tracked* dat = nullptr;
  Box cells;
  BufferRef values;  ///< dense; null: not known yet
};

class History {
 public:
  /// The cells are about to get, or just got, values that are known when `settle` is next called.
  const GivenValues* given(Tracked& dat, const Box& cells);
  /// Keeps values that have been written since.
  void settle(BufferPool& pool);
  /// What cannot be run again. @param what  with its place
  void give_up(std::string what);
  const std::string& obstacle() const noexcept { return obstacle_; }  ///< "": all can be run again
  std::size_t bytes() const noexcept { return bytes_; }               ///< of values from outside

 private:
  std::deque<GivenValues> values_;
  std::vector<GivenValues*> unsettled_;
  std::string obstacle_;
  std::size_t bytes_ = 0;
};

}  // namespace ops
