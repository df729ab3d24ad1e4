// ops/machines/queue/queue.hpp: queues deferred work, and executes it when its results are needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "ops/data/parallel_for.hpp"
#include "ops/loops/launch/float_mode.hpp"
#include "ops/machines/queue/tiling_plans.hpp"

namespace ops::queue {

/// Threads may call these at the same time.
class Queue {
 public:
  struct Counts {
    std::uint64_t items = 0;              ///< that have been done
    std::uint64_t chains = 0, tiled = 0;  ///< done tile by tile, and items in them
  };

  /// @param machine  does what has waited @param parallel  spreads parts over threads
  Queue(std::shared_ptr<Machine> machine, ParallelFor parallel, const Settings& settings);
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  bool empty() const noexcept { return empty_; }
  const Settings& settings() const noexcept { return settings_; }
  const Counts& counts() const noexcept { return counts_; }
  /// Time of the items that are charged to a loop [s].
  double charged() const noexcept { return charged_; }
  const Plans& plans() const noexcept { return plans_; }
  void set(const Settings& settings);
  /// @param charged  the loop to which the time is charged; null: none
  void add(std::unique_ptr<Item> item, LoopTiming* charged);
  /// All that waits is done.
  void finish();
  /// .. or never will be, because its results cannot be requested any more.
  void drop() noexcept;

 private:
  static constexpr std::size_t most = 512;  ///< items
  static constexpr std::size_t some = 64;   ///< items, after which all are done when one comes like the first
  static constexpr std::size_t many = 128;  ///< items, after which all are done when one comes like any of them

  bool long_enough(const Item& next) const noexcept;
  void finish_mine();
  void run(std::span<const std::unique_ptr<Item>> items, Stretch& stretch);
  void charge(const Item& item, double seconds);

  std::shared_ptr<Machine> machine_;
  ParallelFor parallel_;
  Settings settings_;
  Plans plans_;
  Counts counts_;
  double charged_ = 0;
  FloatMode mode_ = FloatMode::present();  ///< of those that wait
  std::mutex mutex_;
  std::vector<std::unique_ptr<Item>> items_;
  std::atomic<bool> empty_ = true;
};

/// Of all queues of the process: from any thread.
void finish_all();

}  // namespace ops::queue
