// ops/data/pool.hpp: where buffers come from: memory that is touched once and reused.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "ops/data/buffer.hpp"
#include "ops/data/offload_memory.hpp"

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
  std::size_t bytes_in_use() const noexcept;    ///< held by live references, wherever they lie [bytes]
  std::size_t bytes_reserved() const noexcept;  ///< taken from the machine: in use there plus free-listed [bytes]
  std::size_t peak_bytes() const noexcept;      ///< largest bytes_in_use() so far [bytes]

  // Buffers of which nobody has the address may be moved aside, once that is allowed; before the first buffer is taken.
  /// @param here  so much of what rests may stay in the machine's memory [bytes]
  void offload_to(std::unique_ptr<OffloadMemory> aside, std::size_t here);
  /// How much may rest here, and aside [bytes]; nothing: buffers stay where they are.
  struct Tiers {
    std::size_t here = 0, aside = 0;
    OffloadTraffic moved;
  };
  std::optional<Tiers> tiers() const noexcept;
  /// Nobody has the address of a buffer that rests: what there is too much of goes aside.
  void make_room();
  /// What will be needed soon. @return  whether it is here or on its way; if not, there is no room for it yet
  bool fetch(const BufferRef& buffer);
  /// The buffer will be needed later than all others.
  void needed_last(const BufferRef& buffer);

 private:
  struct State;
  std::shared_ptr<State> state_;  // outlived by no buffer: each holds a reference
};

}  // namespace ops
