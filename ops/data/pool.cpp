// ops/data/pool.cpp: the pool: blocks of memory with reference counts.
#include "ops/data/pool.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "ops/data/machine.hpp"
#include "ops/data/offloading.hpp"

namespace ops {

struct BufferPool::State {
  explicit State(std::shared_ptr<Machine> of) : machine(std::move(of)), blocks(machine) {}
  std::shared_ptr<Machine> machine;
  /// null: buffers stay where they are. Outlives the blocks that its copies are busy with
  std::unique_ptr<Offloading> moving;
  Blocks blocks;
  std::size_t in_use = 0, peak = 0;

  Block take(std::size_t size, const std::string& what);
  void give(Piece* piece) noexcept;
};

Block BufferPool::State::take(std::size_t size, const std::string& what) {
  const std::lock_guard lock(blocks.mutex);
  Block block = blocks.take(size, what);
  if (block.busy != 0) blocks.aside->work_waits(std::exchange(block.busy, 0));
  in_use += size;
  peak = std::max(peak, in_use);
  return block;
}

void BufferPool::State::give(Piece* piece) noexcept {
  const std::lock_guard lock(blocks.mutex);
  in_use -= taken_by(piece->bytes);
  moving ? moving->ends(*piece) : blocks.give(piece->block);
  delete piece;
}

BufferPool::BufferPool(std::shared_ptr<Machine> machine) : state_(std::make_shared<State>(std::move(machine))) {}
BufferPool::~BufferPool() = default;

BufferRef BufferPool::take(std::size_t bytes, const std::string& what) {
  if (bytes > std::numeric_limits<std::ptrdiff_t>::max() / 2) state_->blocks.out_of_memory(bytes, what);
  const Block block = state_->take(taken_by(bytes), what);
  state_->machine->taken(block.address);
  auto* const piece = new Piece{{block.address, bytes, state_->machine.get(), state_->moving.get()}, block};
  return {piece, [state = state_](Buffer* buffer) { state->give(static_cast<Piece*>(buffer)); }};
}

Machine& BufferPool::machine() const noexcept { return *state_->machine; }
std::size_t BufferPool::taken_by(std::size_t bytes) noexcept { return Block::of(bytes); }
std::size_t BufferPool::bytes_in_use() const noexcept {
  const std::lock_guard lock(state_->blocks.mutex);
  return state_->in_use;
}
std::size_t BufferPool::bytes_reserved() const noexcept {
  const std::lock_guard lock(state_->blocks.mutex);
  return state_->blocks.reserved();
}
std::size_t BufferPool::peak_bytes() const noexcept {
  const std::lock_guard lock(state_->blocks.mutex);
  return state_->peak;
}

void BufferPool::offload_to(std::unique_ptr<OffloadMemory> aside, std::size_t here) {
  state_->moving = std::make_unique<Offloading>(state_->blocks, std::move(aside), here);
}
std::optional<BufferPool::Tiers> BufferPool::tiers() const noexcept {
  if (!state_->moving) return {};
  return Tiers{state_->moving->here(), state_->moving->aside().bytes(), state_->moving->moved()};
}
void BufferPool::make_room() {
  if (state_->moving) state_->moving->make_room();
}
bool BufferPool::fetch(const BufferRef& buffer) { return buffer->moves == nullptr || state_->moving->fetch(*buffer); }
void BufferPool::needed_last(const BufferRef& buffer) {
  if (buffer->moves != nullptr) state_->moving->needed_last(*buffer);
}

}  // namespace ops
