// backends/launches/queue.hpp: queues launches, and submits them to the device together when the queue is long enough
// or the host needs their results.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>

#include "backends/launches/batch.hpp"
#include "backends/launches/dependencies.hpp"
#include "backends/launches/graphs.hpp"
#include "backends/launches/stream.hpp"

namespace ops::launches {

/// What happens to memory happens in the order in which it is asked for, as far as anybody can see.
class Queue {
 public:
  struct Counts {
    std::uint64_t launches = 0, batches = 0;  ///< that went to the device
    /// launches of these that had to be done one after another, of all batches
    std::uint64_t in_a_row = 0;
    std::uint64_t waits = 0;  ///< of the host for the device
    Graphs::Counts graphs;
  };
  explicit Queue(Stream& stream) : stream_(stream), graphs_(stream) {}

  void add(const Task& task, const void* kernel, std::span<const Touched> touched);
  /// All that waits goes to the device.
  void send();
  Counts counts() const;

  /// As those of the device, which come after all launches so far.
  void to_device(std::byte* to, const std::byte* from, std::size_t bytes);
  void to_host(std::byte* to, const std::byte* from, std::size_t bytes);
  void wait();
  std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes);
  void work_waits(std::uint64_t copy);

  /// How many launches have been asked for.
  std::uint64_t asked() const;
  /// Until so many are done.
  void wait_for(std::uint64_t launches);

 private:
  static constexpr std::size_t most = 256;            // launches
  static constexpr std::size_t some = 32;             // after which they go where the sequence begins again
  static constexpr std::uint64_t busy_blocks = 4096;  // that keep a device at work while more are asked for

  bool long_enough(const Task& next) const noexcept;
  /// Sends all, calls f, in which the host waits.
  template <class Fn>
  void waiting(const Fn& f);

  mutable std::recursive_mutex mutex_;
  Stream& stream_;
  Graphs graphs_;
  Batch batch_;
  Dependencies dependencies_;
  std::uint64_t blocks_ = 0;            ///< of the batch
  std::uint64_t asked_ = 0, done_ = 0;  ///< launches
  Counts counts_;
};

}  // namespace ops::launches
