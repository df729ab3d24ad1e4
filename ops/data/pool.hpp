// ops/data/pool.hpp: defines a pool that allocates buffers and reuses their memory.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "ops/data/buffer.hpp"
#include "ops/data/offload_memory.hpp"

namespace ops {

/// Allocates and reuses buffers. The pool does not write to new memory, because the system places each page near the
/// thread that first writes to the page (first touch).
class BufferPool {
 public:
  /// @param machine  owner of the memory
  explicit BufferPool(std::shared_ptr<Machine> machine);
  ~BufferPool();
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  /// @param bytes  requested size, > 0
  /// @param what   begins the error message: "file:line: call: dataset 'u'"
  /// @throws OPSException  out of memory: names the bytes requested, held and available
  BufferRef take(std::size_t bytes, const std::string& what);

  Machine& machine() const noexcept;

  /// Returns the memory that a buffer of the given size occupies [bytes].
  static std::size_t taken_by(std::size_t bytes) noexcept;
  std::size_t bytes_in_use() const noexcept;  ///< held by references, offloaded or not [bytes]
  /// allocated from the machine: buffers in use there, and free memory for reuse [bytes]
  std::size_t bytes_reserved() const noexcept;
  std::size_t peak_bytes() const noexcept;  ///< largest bytes_in_use() so far [bytes]

  /// Allows the pool to move inactive buffers to the offload memory. Call offload_to before the first allocation.
  /// @param aside  memory to which buffers are offloaded
  /// @param here   inactive buffers of this total size may stay in the machine's memory [bytes]
  void offload_to(std::unique_ptr<OffloadMemory> aside, std::size_t here);
  /// Limits on the total size of inactive buffers [bytes]: `here` in the memory where loops run (of the device, if the
  /// target has one), `aside` in host memory or files.
  struct Tiers {
    std::size_t here = 0, aside = 0;
    OffloadTraffic moved;
  };
  /// @return empty: offloading is not enabled
  std::optional<Tiers> tiers() const noexcept;
  /// Offloads inactive buffers if their total size exceeds the limit set by offload_to. Because make_room moves
  /// buffers, call it only while no code holds the address of an inactive buffer.
  void make_room();
  /// Starts copying back an offloaded buffer that will be needed soon.
  /// @return whether the buffer is in the machine's memory or on its way; if not, there is no room for it yet
  bool fetch(const BufferRef& buffer);
  /// Declares that this buffer will be needed later than all other inactive buffers.
  void needed_last(const BufferRef& buffer);

 private:
  struct State;
  std::shared_ptr<State> state_;  // outlived by no buffer: each holds a reference
};

}  // namespace ops
