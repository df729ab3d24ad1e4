// ops/core/pool.cpp: the pool. Memory that was touched once is kept and reused, because page faults cost more than the pass
// itself.
#include "ops/core/pool.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ops/core/machine.hpp"
#include "ops/core/memory.hpp"
#include "ops/diag/error.hpp"

namespace ops {
namespace {

constexpr std::size_t line = 64;
constexpr std::size_t large = std::size_t{4} << 20;
constexpr std::size_t checked_from = std::size_t{1} << 20;  // smaller requests are not worth reading /proc for
// Large buffers start at different cache sets: with equal page offsets, the rows of several fields would evict each other.
constexpr std::size_t page = 4096;
constexpr std::size_t stagger = 11 * line;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }
/// What a buffer of `size` asks of the machine.
std::size_t allocated_by(std::size_t size) { return size >= large ? size + page : size; }

}  // namespace

struct BufferPool::State {
  struct Block {
    void* base = nullptr;
    std::byte* address = nullptr;
  };
  explicit State(std::shared_ptr<Machine> of) : machine(std::move(of)) {}
  std::shared_ptr<Machine> machine;
  std::mutex mutex;
  std::unordered_map<std::size_t, std::vector<Block>> free;
  std::size_t in_use = 0, reserved = 0, peak = 0, allocations = 0;

  ~State() { release(); }

  Block take(std::size_t size, const std::string& what);
  Block allocate(std::size_t size, const std::string& what);
  void give(std::size_t size, const Block& block) noexcept;
  void release() noexcept;
  [[noreturn]] void out_of_memory(std::size_t size, const std::string& what) const;
};

BufferPool::State::Block BufferPool::State::take(std::size_t size, const std::string& what) {
  const std::lock_guard lock(mutex);
  Block block;
  std::vector<Block>& list = free[size];
  if (list.empty()) {
    list.reserve(8);
    block = allocate(size, what);
  } else {
    block = list.back();
    list.pop_back();
  }
  in_use += size;
  peak = std::max(peak, in_use);
  return block;
}

BufferPool::State::Block BufferPool::State::allocate(std::size_t size, const std::string& what) {
  if (size >= checked_from && size > available_memory()) {
    release();
    if (size > available_memory()) out_of_memory(size, what);
  }
  Block block;
  block.base = machine->allocate(allocated_by(size));
  if (block.base == nullptr) out_of_memory(size, what);
  block.address = static_cast<std::byte*>(block.base) + (size >= large ? allocations++ * stagger % page : 0);
  reserved += size;
  return block;
}

void BufferPool::State::give(std::size_t size, const Block& block) noexcept {
  const std::lock_guard lock(mutex);
  in_use -= size;
  free[size].push_back(block);
}

void BufferPool::State::release() noexcept {
  for (auto& [size, list] : free) {
    for (const Block& block : list) machine->release(block.base, allocated_by(size));
    reserved -= size * list.size();
    list.clear();
  }
}

void BufferPool::State::out_of_memory(std::size_t size, const std::string& what) const {
  throw OPSException(OPS_RUNTIME_ERROR) << what << ": out of memory: " << bytes_text(size) << " (" << size
                                        << " bytes) asked for, " << bytes_text(reserved) << " held by OPS, "
                                        << bytes_text(available_memory()) << " available";
}

BufferPool::BufferPool(std::shared_ptr<Machine> machine) : state_(std::make_shared<State>(std::move(machine))) {}
BufferPool::~BufferPool() = default;

BufferRef BufferPool::take(std::size_t bytes, const std::string& what) {
  if (bytes > std::numeric_limits<std::ptrdiff_t>::max() - page) state_->out_of_memory(bytes, what);
  const std::size_t size = taken_by(bytes);
  const State::Block block = state_->take(size, what);
  state_->machine->taken(block.address);
  return {new Buffer{block.address, bytes, state_->machine.get()}, [state = state_, size, block](Buffer* buffer) {
            state->give(size, block);
            delete buffer;
          }};
}

Machine& BufferPool::machine() const noexcept { return *state_->machine; }
std::size_t BufferPool::taken_by(std::size_t bytes) noexcept { return round_up(bytes, line); }
std::size_t BufferPool::bytes_in_use() const noexcept {
  const std::lock_guard lock(state_->mutex);
  return state_->in_use;
}
std::size_t BufferPool::bytes_reserved() const noexcept {
  const std::lock_guard lock(state_->mutex);
  return state_->reserved;
}
std::size_t BufferPool::peak_bytes() const noexcept {
  const std::lock_guard lock(state_->mutex);
  return state_->peak;
}

}  // namespace ops
