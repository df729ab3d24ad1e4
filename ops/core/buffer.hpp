// ops/core/buffer.hpp: reference-counted memory from a pool that is touched once and reused.
// Knows bytes; knows nothing of datasets, types or who keeps a reference.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace ops {

class Machine;  // ops/core/machine.hpp

/// Memory of one version of one dataset, 64-byte aligned (2 MiB aligned and advised to huge pages when large).
/// Contents of a fresh buffer are unspecified: it may have been used before.
struct Buffer {
  std::byte* address = nullptr;  ///< in the machine's memory: addresses of cells follow from it; what is there only the machine touches
  std::size_t bytes = 0;
  Machine* machine = nullptr;    ///< never null
};
/// Shared ownership; the memory returns to its pool when the last reference goes.
using BufferRef = std::shared_ptr<Buffer>;

/// Hands out buffers and takes them back. The first touch of new memory is left to the loop that first writes it.
class BufferPool {
 public:
  /// @param machine  whose memory it is
  explicit BufferPool(std::shared_ptr<Machine> machine);
  ~BufferPool();
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  /// @param bytes  size asked for, > 0
  /// @param what   who asks ("file:line: call: dataset 'u'"); the error begins with it
  /// @throws OPSException  out of memory: names the bytes asked for, held and available
  BufferRef take(std::size_t bytes, const std::string& what);

  Machine& machine() const noexcept;

  /// What a buffer of so many bytes takes up. [bytes]
  static std::size_t taken_by(std::size_t bytes) noexcept;
  std::size_t bytes_in_use() const noexcept;   ///< held by live references [bytes]
  std::size_t bytes_reserved() const noexcept; ///< in use plus free-listed [bytes]
  std::size_t peak_bytes() const noexcept;     ///< largest bytes_in_use() so far [bytes]

 private:
  struct State;
  std::shared_ptr<State> state_;  // outlived by no buffer: each holds a reference
};

}  // namespace ops
