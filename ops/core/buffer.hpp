// ops/core/buffer.hpp: reference-counted memory.
// Knows bytes; knows nothing of datasets, types, who keeps a reference, or where memory comes from (ops/core/pool.hpp).
#pragma once

#include <cstddef>
#include <memory>

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

}  // namespace ops
