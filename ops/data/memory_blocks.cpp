// ops/data/memory_blocks.cpp: free lists of blocks by exact size.
#include "ops/data/memory_blocks.hpp"

#include <algorithm>

#include "ops/data/buffer.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/support/error.hpp"

namespace ops {
namespace {

constexpr std::size_t checked_from = std::size_t{1} << 20;  // smaller requests are not worth reading /proc for
// Large buffers start at different cache sets: with equal page offsets, the rows of several fields would evict each
// other.
constexpr std::size_t stagger = 11 * 64;

/// What a buffer of `size` asks of the machine.
std::size_t allocated_by(std::size_t size) { return size >= large_buffer ? size + page : size; }

}  // namespace

Blocks::~Blocks() { release(); }

Block Blocks::take(std::size_t size, const std::string& what) {
  std::vector<Block>& list = free_[size];
  if (list.empty()) {
    list.reserve(8);
    return allocate(size, what);
  }
  if (list.back().busy != 0 && rather_another(list.back())) return allocate(size, what);
  Block block = list.back();
  list.pop_back();
  if (block.busy != 0) busy_ -= size;
  return block;
}

/// The copy has not ended, and more blocks may wait for theirs.
bool Blocks::rather_another(const Block& block) {
  return busy_ + block.size <= most_busy && block.size <= memory->available() && !aside->ended(block.busy);
}

Block Blocks::allocate(std::size_t size, const std::string& what) {
  if (size >= checked_from && size > memory->available()) {
    release();
    if (size > memory->available()) out_of_memory(size, what);
  }
  Block block;
  block.base = memory->allocate(allocated_by(size));
  if (block.base == nullptr) {
    release();
    block.base = memory->allocate(allocated_by(size));
  }
  if (block.base == nullptr) out_of_memory(size, what);
  block.address = static_cast<std::byte*>(block.base) + (size >= large_buffer ? allocations_++ * stagger % page : 0);
  block.size = size;
  reserved_ += size;
  return block;
}

void Blocks::give(const Block& block) noexcept {
  std::vector<Block>& list = free_[block.size];
  if (block.busy != 0) busy_ += block.size;
  list.insert(block.busy != 0 ? list.begin() : list.end(), block);
}

/// What fails here fails for all work that follows, which says so.
void Blocks::wait(const Block& block) noexcept try {
  if (block.busy != 0) aside->work_waits(block.busy);
} catch (const OPSException&) {}

void Blocks::release() noexcept {
  for (auto& [size, list] : free_) {
    for (const Block& block : list) {
      wait(block);
      memory->release(block.base, allocated_by(size));
    }
    reserved_ -= size * list.size();
    list.clear();
  }
  busy_ = 0;
}

void Blocks::out_of_memory(std::size_t size, const std::string& what) const {
  OutOfMemory error(what + ": out of memory: ");
  error << bytes_text(size) << " (" << size << " bytes) requested, " << bytes_text(reserved_) << " held by OPS, "
        << bytes_text(memory->available()) << " available";
  if (aside != nullptr)
    error << "; data that exceed -OPS_AD_MEMORY use " << bytes_text(offloaded) << " of the "
          << bytes_text(aside->bytes()) << " of host memory that -OPS_AD_HOST_MEMORY allows";
  throw error;
}

}  // namespace ops
