// ops/data/buffer.hpp: defines reference-counted buffers, which hold the values of a dataset.
#pragma once

#include <cstddef>
#include <memory>

namespace ops {

/// Sizes of cache lines and memory pages [bytes], used for alignment.
constexpr std::size_t cache_line = 64, page = 4096, huge_page = std::size_t{2} << 20;
constexpr std::size_t large_buffer = std::size_t{4} << 20;  ///< buffers of this size and larger use huge pages

class Machine;  // ops/data/machine.hpp
struct Buffer;

/// Interface to the code that offloads inactive buffers, for example to host memory, and copies them back.
class Residency {
 public:
  virtual ~Residency() = default;
  /// Called when a dataset starts using `buffer` for its current values.
  virtual void activate(Buffer& buffer) = 0;
  /// Called when `buffer` stops holding the current values of a dataset. Also called for a buffer that stores saved
  /// values, as soon as the values have been copied into it. A buffer may be offloaded if it does not hold the current
  /// values of any dataset. The reverse sweep needs the most recently deactivated buffer first.
  virtual void deactivate(Buffer& buffer) = 0;
  /// Copies the contents of an offloaded buffer back to the buffer's own memory.
  /// @param changes  the caller will change the contents
  virtual void bring(Buffer& buffer, bool changes) = 0;
};

/// Memory that holds the values of a dataset, aligned to 64 bytes. Large buffers are aligned to 2 MiB and use huge
/// pages if possible. The contents of a new buffer are unspecified, because its memory may have been used before.
struct Buffer {
  /// start in the machine's memory, from which addresses of cells are computed; only the machine accesses the contents
  std::byte* address = nullptr;
  std::size_t bytes = 0;
  Machine* machine = nullptr;  ///< never null
  Residency* moves = nullptr;  ///< null: the buffer is never offloaded

  /// Returns the buffer's address for reading and writing. The address is valid until the next call to
  /// BufferPool::make_room, which may offload the buffer.
  std::byte* here() {
    if (moves != nullptr) moves->bring(*this, true);
    return address;
  }
  /// Returns the buffer's address for reading. The caller must not change the buffer's contents, because the library
  /// may keep an offloaded copy of them.
  const std::byte* to_read() {
    if (moves != nullptr) moves->bring(*this, false);
    return address;
  }
};
/// When the last reference is destroyed, the memory of the buffer returns to its pool.
using BufferRef = std::shared_ptr<Buffer>;

/// Declares that a buffer holds only a copy for later use, not the current values of a dataset.
inline void deactivate(const BufferRef& buffer) {
  if (buffer->moves != nullptr) buffer->moves->deactivate(*buffer);
}

}  // namespace ops
