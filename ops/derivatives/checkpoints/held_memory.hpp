// ops/derivatives/checkpoints/held_memory.hpp: measures the memory that a recording in steps holds at present, in
// addition to the memory of the program.
#pragma once

#include <cstddef>

#include "ops/data/pool.hpp"

namespace ops {

class HeldMemory {
 public:
  /// What is in the pool now is not the recording's.
  explicit HeldMemory(const BufferPool& pool) : pool_(pool), beside_(pool.bytes_in_use()) {}

  std::size_t held() const {
    const std::size_t all = pool_.bytes_in_use();
    return all > beside_ ? all - beside_ : 0;
  }
  /// So much of what is in the pool now is the recording's.
  void holds(std::size_t bytes) { beside_ = pool_.bytes_in_use() - bytes; }
  /// While alive, what is taken or given back is not the recording's.
  class Beside {
   public:
    explicit Beside(HeldMemory& memory) : memory_(memory), before_(memory.held()) {}
    ~Beside() { memory_.holds(before_); }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

   private:
    HeldMemory& memory_;
    std::size_t before_;
  };
  /// Present datasets take another amount than before. @param bytes  now
  std::size_t presents() const noexcept { return presents_; }
  void presents(std::size_t bytes) {
    beside_ += bytes - presents_;
    presents_ = bytes;
  }

 private:
  const BufferPool& pool_;
  std::size_t beside_, presents_ = 0;
};

}  // namespace ops
