// ops/data/offload_memory.hpp: defines the interface to the memory that stores offloaded device buffers, for example
// host memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ops {

class OffloadMemory {
 public:
  /// A number that identifies a copy to or from the offload memory. Later copies have larger numbers, and 0 means that
  /// there is no copy.
  using Copy = std::uint64_t;
  virtual ~OffloadMemory() = default;

  virtual std::size_t bytes() const noexcept = 0;  ///< capacity
  /// @return null: the capacity is exhausted
  virtual std::byte* take(std::size_t bytes) = 0;
  virtual void give(std::byte* memory, std::size_t bytes) noexcept = 0;

  /// Starts copying a buffer to the offload memory, and returns before the copy is complete. Each copy starts after
  /// the device work and the copies that were issued before it, and does not wait for later work. Until a copy is
  /// complete, its source must not change, and its target has undefined contents.
  /// @param from  memory of the machine
  /// @return 0: the host uses the memory, so it is not copied
  virtual Copy begin_out(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// @param to  memory of the machine
  virtual Copy begin_in(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// Makes later device work wait for this copy and all earlier copies.
  virtual void work_waits(Copy copy) = 0;
  virtual bool ended(Copy copy) = 0;
};

/// Amounts of offloaded memory [bytes].
struct OffloadTraffic {
  std::size_t out = 0, in = 0;  ///< total copied to the offload memory, and back
  std::size_t peak = 0;         ///< largest amount in the offload memory at any time
};

}  // namespace ops
