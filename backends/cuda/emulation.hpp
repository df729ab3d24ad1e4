// backends/cuda/emulation.hpp: emulates blocks of threads on the host, phase by phase, in an order of threads that is
// chosen when the program starts.
#pragma once

#include <cstddef>
#include <cstring>
#include <numeric>
#include <vector>

namespace ops::cuda {

/// In which order threads of a block, and blocks, run. Shuffled: another one for every launch.
enum class Order { forward, reversed, shuffled };
Order order_of_threads();
/// A number below `count` that has no divisor in common with it; another one each time.
unsigned any_stride(unsigned count);

/// The numbers 0 .. count - 1, one after another, in some order.
class Numbers {
 public:
  explicit Numbers(unsigned count)
      : count_(count), order_(order_of_threads()), stride_(order_ == Order::shuffled ? any_stride(count) : 1) {}
  unsigned operator[](unsigned k) const noexcept {
    if (order_ == Order::forward) return k;
    const unsigned from_the_end = count_ - 1 - k;
    return order_ == Order::reversed ? from_the_end
                                     : static_cast<unsigned>(std::size_t{from_the_end} * stride_ % count_);
  }

 private:
  unsigned count_;
  Order order_;
  unsigned stride_;
};

/// Calls run(phase, block, thread, shared). Shared memory holds no numbers when a block begins.
template <class Run>
void emulate(unsigned blocks, int threads, int phases, std::size_t shared_bytes, const Run& run) {
  std::vector<std::max_align_t> shared((shared_bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
  const Numbers block_numbers(blocks);
  for (unsigned b = 0; b < blocks; ++b) {
    if (shared_bytes > 0) std::memset(shared.data(), 0xff, shared_bytes);
    const Numbers thread_numbers(static_cast<unsigned>(threads));
    for (int phase = 0; phase < phases; ++phase)
      for (unsigned k = 0; k < static_cast<unsigned>(threads); ++k)
        run(phase, block_numbers[b], static_cast<int>(thread_numbers[k]), reinterpret_cast<std::byte*>(shared.data()));
  }
}

}  // namespace ops::cuda
