// backends/launches/task.hpp: a requested launch that waits in the queue.
#pragma once

#include <cstddef>

namespace ops::launches {

struct Task {
  const char* what;   ///< the loop and its place
  const void* entry;  ///< of the kernel, as the device knows it; where the host stands for the device: a Run
  unsigned blocks;
  unsigned threads;    ///< of a block
  std::size_t shared;  ///< [bytes] that threads of a block share
  std::size_t bytes;   ///< of the kernel, which is a value
};

/// Runs a kernel on the host.
using Run = void (*)(const void* kernel, unsigned blocks, unsigned threads, std::size_t shared);

}  // namespace ops::launches
