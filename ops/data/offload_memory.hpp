// ops/data/offload_memory.hpp: the port to another place with room: there lies what buffers hold while nobody works
// with it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ops {

class OffloadMemory {
 public:
  /// The number of a copy; later ones have larger numbers. 0: none.
  using Copy = std::uint64_t;
  virtual ~OffloadMemory() = default;

  virtual std::size_t bytes() const noexcept = 0;  ///< that may lie there
  /// @return null: there is no room
  virtual std::byte* take(std::size_t bytes) = 0;
  virtual void give(std::byte* memory, std::size_t bytes) noexcept = 0;

  /// Copies begin after all work so far, one after the other, and go on beside work that follows. What a copy reads
  /// stays as it is, and what it writes is not there, until work has waited for it.
  /// @param from  memory of the machine  @return 0: the host is using it, so it stays
  virtual Copy begin_out(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// @param to  memory of the machine
  virtual Copy begin_in(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// Work that follows begins after this copy, and those before it.
  virtual void work_waits(Copy copy) = 0;
  virtual bool ended(Copy copy) = 0;
};

/// What has gone aside and come back. [bytes]
struct OffloadTraffic {
  std::size_t out = 0, in = 0;  ///< in all
  std::size_t peak = 0;         ///< that lay there at most
};

}  // namespace ops
