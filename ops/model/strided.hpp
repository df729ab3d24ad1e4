// ops/model/strided.hpp: copies strided values of a caller into a buffer.
#pragma once

#include "ops/data/buffer.hpp"
#include "ops/data/layout.hpp"

namespace ops::model {

/// Values of the caller. Strides [bytes]: one for each axis of the block, then one for the components; null:
/// the components of a cell together, then axis 0, and so on.
struct Strided {
  const std::byte* first = nullptr;
  const std::ptrdiff_t* strides = nullptr;
  bool on_device = false;  ///< in the memory of the machine's device; strides are not null
};

/// Writes the interior, once: values that lie as NumPy's arrays usually do are copied at once, others in pieces.
void write_strided(const BufferRef& to, const Layout& layout, const Strided& from);

}  // namespace ops::model
