// ops/data/memory_blocks.hpp: allocates blocks of a machine's memory and reuses them, because page faults on new memory
// cost more than the pass itself.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "ops/data/machine_memory.hpp"
#include "ops/data/offload_memory.hpp"

namespace ops {

struct Block {
  void* base = nullptr;
  std::byte* address = nullptr;  ///< null: no block
  std::size_t size = 0;          ///< [bytes]
  OffloadMemory::Copy busy = 0;  ///< still reads or writes it: work has to wait for this copy

  /// What a buffer of so many bytes takes up. [bytes]
  static std::size_t of(std::size_t bytes) noexcept { return (bytes + 63) / 64 * 64; }
};

class Blocks {
 public:
  explicit Blocks(std::shared_ptr<MachineMemory> of) : memory(std::move(of)) {}
  ~Blocks();
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  /// Allocates a block, preferably one that no copy is using. If a copy is using it, work on the block waits for the
  /// copy.
  /// @throws OPSException  out of memory; the message begins with `what`
  Block take(std::size_t size, const std::string& what);
  void give(const Block& block) noexcept;
  [[noreturn]] void out_of_memory(std::size_t size, const std::string& what) const;

  std::size_t reserved() const noexcept { return reserved_; }  ///< taken from the machine [bytes]

  std::recursive_mutex mutex;  ///< callers of the functions above must hold it
  std::shared_ptr<MachineMemory> memory;
  OffloadMemory* aside = nullptr;  ///< whose copies these are; null: there are none
  std::size_t most_busy = 0;       ///< so much may wait for copies to end before others have to [bytes]
  std::size_t offloaded = 0;       ///< what buffers hold elsewhere, for messages [bytes]

 private:
  Block allocate(std::size_t size, const std::string& what);
  bool rather_another(const Block& block);
  void wait(const Block& block) noexcept;
  void release() noexcept;

  /// those that copies are busy with come first, the latest copy before the others
  std::unordered_map<std::size_t, std::vector<Block>> free_;
  std::size_t reserved_ = 0, busy_ = 0, allocations_ = 0;
};

}  // namespace ops
