// backends/cuda/kernel.hpp: kernels, divided into phases at their barriers, and their execution by blocks of threads on
// a device or on the host.
//
// A kernel is a value with
//   int phases;                               all threads of a block meet between two phases
//   static constexpr std::size_t shared;      bytes of memory that the threads of a block share
//   static constexpr int block_threads;       threads per block; default: `threads`
//   void run(int phase, Thread, std::byte* shared) const;
// A thread keeps values from phase to phase only in shared memory. So the host can run one phase of all threads of a
// block before the next phase, in any order of threads. If results depend on that order, the kernel is faulty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "backends/common/everywhere.hpp"

#ifndef __CUDACC__
#include "backends/cuda/emulation.hpp"
#endif
#include "backends/launches/task.hpp"

namespace ops::cuda {

inline constexpr int threads = 256;                   ///< of a block, as a rule
inline constexpr std::size_t most_shared = 96 << 10;  ///< [bytes] of a block, on devices from compute capability 8.0 on

template <class Kernel>
constexpr int threads_of() noexcept {
  if constexpr (requires { Kernel::block_threads; }) return Kernel::block_threads;
  else return threads;
}

struct Thread {
  unsigned block;
  int number;  ///< within the block
};

/// Most blocks of one launch.
unsigned most_blocks() noexcept;
/// Threads that keep the device busy: where there are more points, a thread may have several.
std::int64_t busy_threads() noexcept;
/// Takes a copy of the kernel, which runs after what it depends on, and before the host has next waited.
void submit(const launches::Task& task, const void* kernel);

#ifdef __CUDACC__

/// One block of a processor is enough: told nothing, the compiler spills registers of some kernels to make room for
/// more.
template <class Kernel>
__global__ void __launch_bounds__(threads_of<Kernel>(), 1) execute(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(16) std::byte shared[];
  for (int phase = 0; phase < kernel.phases; ++phase) {
    if (phase > 0) __syncthreads();
    kernel.run(phase, {blockIdx.x, static_cast<int>(threadIdx.x)}, shared);
  }
}

template <class Kernel>
const void* entry_of() noexcept {
  return reinterpret_cast<const void*>(&execute<Kernel>);
}

#else

template <class Kernel>
void execute(const void* kernel, unsigned blocks, unsigned block_threads, std::size_t shared_bytes) {
  const Kernel& one = *static_cast<const Kernel*>(kernel);
  emulate(blocks, static_cast<int>(block_threads), one.phases, shared_bytes,
          [&one](int phase, unsigned block, int number, std::byte* shared) {
            one.run(phase, Thread{block, number}, shared);
          });
}
template <class Kernel>
const void* entry_of() noexcept {
  const launches::Run run = &execute<Kernel>;
  return reinterpret_cast<const void*>(run);
}

#endif

/// @param blocks  from 1 to most_blocks()  @param what  the loop and its place, which are kept nowhere else
template <class Kernel>
void launch(const char* what, unsigned blocks, const Kernel& kernel) {
  static_assert(Kernel::shared <= most_shared && sizeof(Kernel) <= 32764 && alignof(Kernel) <= 16);
  static_assert(std::is_trivially_copy_constructible_v<Kernel> && std::is_trivially_destructible_v<Kernel>);
  if (blocks < 1 || blocks > most_blocks()) throw std::length_error(what);
  submit(
      {what, entry_of<Kernel>(), blocks, static_cast<unsigned>(threads_of<Kernel>()), Kernel::shared, sizeof(Kernel)},
      &kernel);
}

}  // namespace ops::cuda
