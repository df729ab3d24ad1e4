// ops/core/pool.hpp: where buffers come from: memory that is touched once and reused.
// Knows bytes and the machine whose memory it is; knows nothing of datasets or types.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ops/core/buffer.hpp"

namespace ops {

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
