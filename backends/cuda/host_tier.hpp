// backends/cuda/host_tier.hpp: memory of the host for what the device has no room for.
// Knows bytes, and which of them are taken; knows nothing of who needs them when.
#pragma once

#include <vector>

#include "backends/cuda/arena.hpp"
#include "backends/cuda/machine.hpp"
#include "ops/core/aside.hpp"

namespace ops::cuda {

/// Taken in large pieces, as they are needed, and kept: pinning memory takes long.
class HostTier final : public Aside {
 public:
  HostTier(Memory& memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}
  ~HostTier() override;

  std::size_t bytes() const noexcept override { return bytes_; }
  std::byte* take(std::size_t bytes) override;
  void give(std::byte* memory, std::size_t bytes) noexcept override;
  Copy begin_out(std::byte* to, const std::byte* from, std::size_t bytes) override;
  Copy begin_in(std::byte* to, const std::byte* from, std::size_t bytes) override;
  void work_waits(Copy copy) override;
  bool ended(Copy copy) override;

 private:
  struct Slab {
    std::byte* start;
    std::size_t bytes;
    Arena arena;
  };
  Memory& memory_;
  std::size_t bytes_, pinned_ = 0;
  std::vector<Slab> slabs_;
};

}  // namespace ops::cuda
