// backends/cuda/host_tier.cpp: pinned memory of the host for what the device has no room for, and copies between the
// two.
#include <algorithm>
#include <vector>

#include "backends/cuda/arena.hpp"
#include "backends/cuda/device.hpp"
#include "backends/cuda/machine.hpp"
#include "ops/data/offload_memory.hpp"

namespace ops::cuda {
namespace {

constexpr std::size_t pieces = 16;  // in which it is taken, more or less

/// Taken in large pieces, as they are needed, and kept: pinning memory takes long.
class HostTier final : public OffloadMemory {
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

HostTier::~HostTier() {
  for (const Slab& slab : slabs_) device().give_pinned(slab.start);
}

std::byte* HostTier::take(std::size_t bytes) {
  for (Slab& slab : slabs_)
    if (const std::size_t start = slab.arena.take(bytes); start != Arena::none) return slab.start + start;
  const std::size_t left = (bytes_ - pinned_) / Arena::unit * Arena::unit;
  if (Arena::rounded(bytes) > left) return nullptr;
  const std::size_t size = std::clamp(Arena::rounded(bytes_ / pieces), Arena::rounded(bytes), left);
  std::byte* const start = device().take_pinned(size);
  if (start == nullptr) return nullptr;
  pinned_ += size;
  slabs_.push_back({start, size, Arena(size)});
  return start + slabs_.back().arena.take(bytes);
}

void HostTier::give(std::byte* memory, std::size_t bytes) noexcept {
  const auto slab = std::ranges::find_if(
      slabs_, [memory](const Slab& one) { return memory >= one.start && memory < one.start + one.bytes; });
  slab->arena.release(static_cast<std::size_t>(memory - slab->start), bytes);
}

OffloadMemory::Copy HostTier::begin_out(std::byte* to, const std::byte* from, std::size_t bytes) {
  return memory_.shows(from) ? 0 : queue().begin_copy(to, memory_.on_device(from), bytes);
}
OffloadMemory::Copy HostTier::begin_in(std::byte* to, const std::byte* from, std::size_t bytes) {
  return queue().begin_copy(memory_.on_device(to), from, bytes);
}
void HostTier::work_waits(Copy copy) { queue().work_waits(copy); }
bool HostTier::ended(Copy copy) { return device().ended(copy); }

}  // namespace

std::unique_ptr<OffloadMemory> DeviceMachine::aside(std::size_t bytes) {
  return std::make_unique<HostTier>(memory_, bytes);
}

}  // namespace ops::cuda
