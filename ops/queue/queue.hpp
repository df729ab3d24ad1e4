// ops/queue/queue.hpp: work that waits, and how it is done when somebody needs what it leaves.
// Knows items and tilings; knows nothing of machines.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "ops/core/parallel_for.hpp"
#include "ops/loop/float_mode.hpp"
#include "ops/queue/tiling.hpp"

namespace ops::queue {

class Queue {
 public:
  Queue(ParallelFor parallel, const Cores& cores);
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  bool empty() const noexcept { return empty_; }
  void add(std::unique_ptr<Item> item);
  /// All that waits is done.
  void finish();

 private:
  static constexpr std::size_t most = 512;  ///< items

  void finish_mine();
  void finish(std::span<const std::unique_ptr<Item>> items) const;

  ParallelFor parallel_;
  Cores cores_;
  FloatMode mode_ = FloatMode::present();  ///< of those that wait
  std::mutex mutex_;
  std::vector<std::unique_ptr<Item>> items_;
  std::atomic<bool> empty_ = true;
};

/// Of all queues of the process: from any thread.
void finish_all();

}  // namespace ops::queue
