// ops/data/device_access.hpp: the interface to a machine whose buffers lie on a device where users may address them.
#pragma once

#include <cstddef>

#include "ops/data/buffer.hpp"

namespace ops {

struct Box;
struct Layout;

class DeviceAccess {
 public:
  virtual ~DeviceAccess() = default;

  /// The number of the device among CUDA's devices of this process.
  virtual int device_number() const = 0;
  /// Copies values that lie on the device into cells of a buffer. Waits for all other work on the device before, and
  /// for the copy.
  /// @param strides  distances of values [bytes], one for each axis of the block, then one for the components
  virtual void write_from_device(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from,
                                 const std::ptrdiff_t* strides) = 0;
};

}  // namespace ops
