// backends/cuda/kernel.hpp: kernels, cut at their barriers into phases, and how blocks of threads run them: on a device, or on the host.
// Knows threads and shared memory; knows nothing of loops.
//
// A kernel is a value with
//   int phases;                               between two of them all threads of a block meet
//   static constexpr std::size_t shared;      bytes that the threads of a block share
//   void run(int phase, Thread, std::byte* shared) const;
// A thread keeps nothing from phase to phase but what it has put into shared memory. So the host can run one phase of all threads of a block
// after another, in any order of threads, and what depends on that order is a fault of the kernel.
#pragma once

#include <cstddef>

#include "backends/common/everywhere.hpp"

#ifndef __CUDACC__
#include <stdexcept>

#include "backends/cuda/emulation.hpp"
#endif

namespace ops::cuda {

inline constexpr int threads = 256;              ///< of a block
inline constexpr std::size_t most_shared = 48 << 10;  ///< [bytes] of a block, on any device

struct Thread {
  unsigned block;
  int number;  ///< within the block
};

/// Most blocks of one launch.
unsigned most_blocks() noexcept;
/// Throws if the launch before failed. @param what  the loop and its place
void check_launch(const char* what);

#ifdef __CUDACC__

/// In which all work is done, in the order in which it is asked for.
cudaStream_t stream();

/// One block of a processor is enough: told nothing, the compiler spills registers of some kernels to make room for more.
template <class Kernel>
__global__ void __launch_bounds__(threads, 1) execute(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(16) std::byte shared[];
  for (int phase = 0; phase < kernel.phases; ++phase) {
    if (phase > 0) __syncthreads();
    kernel.run(phase, {blockIdx.x, static_cast<int>(threadIdx.x)}, shared);
  }
}

/// @param blocks  from 1 to most_blocks()
template <class Kernel>
void launch(const char* what, unsigned blocks, const Kernel& kernel) {
  static_assert(Kernel::shared <= most_shared && sizeof(Kernel) <= 32764);
  execute<Kernel><<<blocks, threads, Kernel::shared, stream()>>>(kernel);
  check_launch(what);
}

#else

template <class Kernel>
void launch(const char* what, unsigned blocks, const Kernel& kernel) {
  static_assert(Kernel::shared <= most_shared && sizeof(Kernel) <= 32764);
  if (blocks < 1 || blocks > most_blocks()) throw std::length_error(what);  // as a device would refuse it
  emulate(blocks, threads, kernel.phases, Kernel::shared,
          [&kernel](int phase, unsigned block, int number, std::byte* shared) { kernel.run(phase, Thread{block, number}, shared); });
  check_launch(what);
}

#endif

}  // namespace ops::cuda
