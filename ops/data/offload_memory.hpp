// ops/data/offload_memory.hpp: interface to a second memory, to which the contents of inactive buffers are offloaded.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ops {

class OffloadMemory {
 public:
  /// The number of a copy. Later copies have larger numbers, and the number 0 means that there is no copy.
  using Copy = std::uint64_t;
  virtual ~OffloadMemory() = default;

  virtual std::size_t bytes() const noexcept = 0;  ///< capacity
  /// @return null: the capacity is exhausted
  virtual std::byte* take(std::size_t bytes) = 0;
  virtual void give(std::byte* memory, std::size_t bytes) noexcept = 0;

  /// Starts a copy to the second memory. Copies run one after the other, start after all work issued so far, and run
  /// concurrently with later work. Until later work has waited for a copy, the source of the copy must not change, and
  /// its target is undefined.
  /// @param from  memory of the machine
  /// @return 0: the host uses the memory, so it is not copied
  virtual Copy begin_out(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// @param to  memory of the machine
  virtual Copy begin_in(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// Makes later work wait for this copy and all earlier copies.
  virtual void work_waits(Copy copy) = 0;
  virtual bool ended(Copy copy) = 0;
};

/// Amounts of offloaded memory [bytes].
struct OffloadTraffic {
  std::size_t out = 0, in = 0;  ///< total copied to the second memory, and back
  std::size_t peak = 0;         ///< largest amount in the second memory at any time
};

}  // namespace ops
