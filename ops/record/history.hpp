// ops/record/history.hpp: what is needed to run a recorded part of the program again: its calls, and values that came
// from outside. Knows calls; knows nothing of when they run again (ops/steps/rerun.hpp). Kept from the first step mark
// on.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "ops/core/pool.hpp"
#include "ops/engine/variant.hpp"
#include "ops/loop/recorder.hpp"
#include "ops/record/tracked.hpp"

namespace ops {

/// A loop as it was called. Calls that differ in values alone share one.
struct LoopAgain {
  std::string name;
  std::source_location where;
  ops_block block = nullptr;
  int dims = 0;
  Box range;
  KernelRef kernel;
  bool passive = false;
  bool library = false;  ///< begins a reduction into a dataset: the next loop runs it
  std::vector<ops_arg> args;
  std::vector<ops_access> reducing;  ///< per argument: ops_dat_core::reducing when it ran
  std::vector<char> written;         ///< per argument
  std::vector<std::string> types;    ///< the arguments' type strings
  std::unique_ptr<Variant> variant;  ///< made when it first runs again
};

/// Values that a dataset got from outside of loops.
struct GivenValues {
  Tracked* dat = nullptr;
  Box cells;
  BufferRef values;  ///< dense; null: not known yet
};

/// A loop that the library runs to begin the next one: a reduction into a dataset.
bool library(const LoopCall& call);

class History {
 public:
  /// The call; the same object for calls alike.
  LoopAgain* call(const LoopCall& call, std::span<const char> written);
  /// The cells are about to get, or just got, values that are known when `settle` is next called.
  const GivenValues* given(Tracked& dat, const Box& cells);
  /// Keeps values that have been written since.
  void settle(BufferPool& pool);
  /// What cannot be run again. @param what  with its place
  void give_up(std::string what);
  const std::string& obstacle() const noexcept { return obstacle_; }  ///< "": all can be run again
  std::size_t bytes() const noexcept { return bytes_; }               ///< of values from outside

 private:
  std::deque<LoopAgain> calls_;
  std::unordered_multimap<std::size_t, LoopAgain*> known_;
  std::deque<GivenValues> values_;
  std::vector<GivenValues*> unsettled_;
  std::string obstacle_;
  std::size_t bytes_ = 0;
};

}  // namespace ops
