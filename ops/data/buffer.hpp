// ops/data/buffer.hpp: reference-counted memory for one version of one dataset.
#pragma once

#include <cstddef>
#include <memory>

namespace ops {

/// Sizes by which memory is aligned and divided [bytes].
constexpr std::size_t cache_line = 64, page = 4096, huge_page = std::size_t{2} << 20;
constexpr std::size_t large_buffer = std::size_t{4} << 20;  ///< buffers of this size and larger use huge pages

class Machine;  // ops/data/machine.hpp
struct Buffer;

/// Interface of the class that offloads inactive buffers to other memory and brings them back.
class Residency {
 public:
  virtual ~Residency() = default;
  /// One more dataset has this buffer as its present version; the buffer must not be offloaded.
  virtual void activate(Buffer& buffer) = 0;
  /// One dataset less has this buffer as its present version, or the buffer is kept for later. If no dataset has it any
  /// more, it may be offloaded. Buffers deactivated last are needed first.
  virtual void deactivate(Buffer& buffer) = 0;
  /// Brings the buffer's contents back into the memory of its machine. `changes`: the caller will change the contents.
  virtual void bring(Buffer& buffer, bool changes) = 0;
};

/// Memory of one version of one dataset, 64-byte aligned (2 MiB aligned and advised to huge pages if it is large). The
/// contents of a new buffer are unspecified, because its memory may have been used before.
struct Buffer {
  /// start in the machine's memory, from which addresses of cells are computed; only the machine accesses the contents
  std::byte* address = nullptr;
  std::size_t bytes = 0;
  Machine* machine = nullptr;  ///< never null
  Residency* moves = nullptr;  ///< null: the buffer is never offloaded

  /// The address, for reading and writing. Valid until the buffer may be offloaded (BufferPool::make_room).
  std::byte* here() {
    if (moves != nullptr) moves->bring(*this, true);
    return address;
  }
  /// The same for reading only; an offloaded copy of the contents stays valid.
  const std::byte* to_read() {
    if (moves != nullptr) moves->bring(*this, false);
    return address;
  }
};
/// Shared ownership. The memory returns to its pool when the last reference is destroyed.
using BufferRef = std::shared_ptr<Buffer>;

/// Declares that the buffer is kept for later and is not the present version of a dataset.
inline void deactivate(const BufferRef& buffer) {
  if (buffer->moves != nullptr) buffer->moves->deactivate(*buffer);
}

}  // namespace ops
