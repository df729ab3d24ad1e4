// ops/data/buffer.hpp: reference-counted memory.
#pragma once

#include <cstddef>
#include <memory>

namespace ops {

/// Sizes [bytes] by which memory is aligned and divided.
constexpr std::size_t cache_line = 64, page = 4096, huge_page = std::size_t{2} << 20;
constexpr std::size_t large_buffer = std::size_t{4} << 20;  ///< from here on a buffer lies on huge pages

class Machine;  // ops/data/machine.hpp
struct Buffer;

/// The port of whoever moves buffers that nobody works with.
class Residency {
 public:
  virtual ~Residency() = default;
  /// The buffer is the present version of a dataset, of one more than before: it stays where it is.
  virtual void activate(Buffer& buffer) = 0;
  /// Of one less, or it is kept for later: if of none, it may be moved. What rests last is needed first.
  virtual void deactivate(Buffer& buffer) = 0;
  /// It is needed now, to be changed or only to be read.
  virtual void bring(Buffer& buffer, bool changes) = 0;
};

/// Memory of one version of one dataset, 64-byte aligned (2 MiB aligned and advised to huge pages when large).
/// Contents of a fresh buffer are unspecified: it may have been used before.
struct Buffer {
  /// in the machine's memory: addresses of cells follow from it; what is there only the machine touches
  std::byte* address = nullptr;
  std::size_t bytes = 0;
  Machine* machine = nullptr;  ///< never null
  Residency* moves = nullptr;  ///< null: it stays where it is

  /// Its address until it may be moved again (BufferPool::make_room).
  std::byte* here() {
    if (moves != nullptr) moves->bring(*this, true);
    return address;
  }
  /// The same for who changes nothing: what lies aside stays good.
  const std::byte* to_read() {
    if (moves != nullptr) moves->bring(*this, false);
    return address;
  }
};
/// Shared ownership; the memory returns to its pool when the last reference goes.
using BufferRef = std::shared_ptr<Buffer>;

/// Kept for later, and no dataset's present version.
inline void deactivate(const BufferRef& buffer) {
  if (buffer->moves != nullptr) buffer->moves->deactivate(*buffer);
}

}  // namespace ops
