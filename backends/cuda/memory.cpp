// backends/cuda/memory.cpp: pages that nobody can touch, but for copies.
#include "backends/cuda/memory.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "backends/cuda/device.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/support/error.hpp"

namespace ops::cuda {
namespace {

constexpr std::size_t least_around = std::size_t{1} << 37;

void* reserve(std::size_t bytes) {
  return mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

}  // namespace

Memory& Memory::of_process() {
  static Memory* const memory = new Memory;  // outlives every instance
  return *memory;
}

Memory::Memory() : arena_(device().bytes()) {
  void* all = reserve(device().bytes() + 2 * around_);
  while (all == MAP_FAILED && around_ > least_around) {
    around_ /= 2;
    all = reserve(device().bytes() + 2 * around_);
  }
  if (all == MAP_FAILED)
    throw OPSException(OPS_RUNTIME_ERROR)
        << "target cuda: cannot reserve " << bytes_text(device().bytes() + 2 * around_)
        << " of address space for device memory: " << std::strerror(errno);
  places_ = static_cast<std::byte*>(all) + around_;
}

void* Memory::allocate(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::size_t start = arena_.take(bytes);
  if (start == Arena::none) return nullptr;
  blocks_[start] = {bytes, 0};
  if (device().watched()) device().taken(device().memory() + start, bytes);
  return places_ + start;
}

void Memory::release(const void* address) noexcept {
  const std::lock_guard lock(mutex_);
  const auto block = blocks_.find(start_of(address));
  arena_.release(block->first, block->second.bytes);
  if (device().watched()) {
    queue().wait();  // launches that have been asked for may still use it
    device().returned(device().memory() + block->first);
  }
  blocks_.erase(block);
}

std::byte* Memory::take_scratch(std::size_t bytes) {
  void* const place = allocate(bytes);
  if (place == nullptr)
    throw OPSException(OPS_RUNTIME_ERROR) << "target cuda: out of memory: cannot allocate " << bytes_text(bytes)
                                          << " on the device for the temporary data of a loop";
  return on_device(place);
}

void Memory::give_scratch(std::byte* data) noexcept { release(places_ + (data - device().memory())); }

std::size_t Memory::start_of(const void* address) const noexcept {
  return static_cast<std::size_t>(static_cast<const std::byte*>(address) - places_);
}

std::byte* Memory::on_device(const void* address) const noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address), first = reinterpret_cast<std::uintptr_t>(places_);
  if (at < first - around_ || at >= first + device().bytes() + around_) return nullptr;
  return device().memory() + (static_cast<const std::byte*>(address) - places_);
}

Memory::Blocks::const_iterator Memory::block_at(const void* address) const noexcept {
  const std::size_t start = start_of(address);
  auto block = blocks_.upper_bound(start);
  if (block == blocks_.begin()) return blocks_.end();
  --block;
  return start < block->first + block->second.bytes ? block : blocks_.end();
}

bool Memory::shows(const void* address) const {
  const std::lock_guard lock(mutex_);
  const auto found = block_at(address);
  return found != blocks_.end() && found->second.shown > 0;
}

std::size_t Memory::available() const {
  const std::lock_guard lock(mutex_);
  return arena_.left();
}

void Memory::show(const void* address) {
  const std::lock_guard lock(mutex_);
  const auto found = block_at(address);
  Block& block = blocks_.at(found->first);
  if (block.shown++ > 0) return;
  ++shown_;
  std::byte* const place = places_ + found->first;
  mprotect(place, Arena::rounded(block.bytes), PROT_READ | PROT_WRITE);
  queue().to_host(place, device().memory() + found->first, block.bytes);
}

void Memory::hide(const void* address) {
  const std::lock_guard lock(mutex_);
  const auto found = block_at(address);
  if (found == blocks_.end()) return;  // given back meanwhile
  Block& block = blocks_.at(found->first);
  if (--block.shown > 0) return;
  --shown_;
  std::byte* const place = places_ + found->first;
  queue().to_device(device().memory() + found->first, place, block.bytes);
  madvise(place, Arena::rounded(block.bytes), MADV_DONTNEED);
  mprotect(place, Arena::rounded(block.bytes), PROT_NONE);
}

template <class F>
void Memory::for_shown(const void* address, const F& f) {
  if (shown_ == 0) return;
  const auto only = address == nullptr ? blocks_.cend() : block_at(address);
  for (const auto& [start, block] : blocks_)
    if (block.shown > 0 && (only == blocks_.cend() || only->first == start)) f(start, block.bytes);
}

void Memory::bring_to_device(const void* address) {
  const std::lock_guard lock(mutex_);
  for_shown(address, [&](std::size_t start, std::size_t bytes) {
    queue().to_device(device().memory() + start, places_ + start, bytes);
  });
}

void Memory::bring_to_host(const void* address) {
  const std::lock_guard lock(mutex_);
  for_shown(address, [&](std::size_t start, std::size_t bytes) {
    queue().to_host(places_ + start, device().memory() + start, bytes);
  });
}

bool Memory::buffer_at(const void* address, const void*& buffer) const {
  const std::lock_guard lock(mutex_);
  if (on_device(address) == nullptr) return false;
  const auto block = block_at(address);
  buffer = block == blocks_.end() ? nullptr : places_ + block->first;
  return true;
}

std::size_t Memory::bytes_of(const void* buffer) const {
  const std::lock_guard lock(mutex_);
  return blocks_.at(start_of(buffer)).bytes;
}

std::vector<const void*> Memory::buffers() const {
  const std::lock_guard lock(mutex_);
  std::vector<const void*> all;
  for (const auto& [start, unused] : blocks_) all.push_back(places_ + start);
  return all;
}

}  // namespace ops::cuda
