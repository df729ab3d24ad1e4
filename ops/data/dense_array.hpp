// ops/data/dense_array.hpp: dense host arrays, as programs and messages between processes use them.
#pragma once

#include "ops/data/layout.hpp"

namespace ops {

/// Copies `cells` from one dense array of the host to another, of these boxes; components fastest, or slowest.
void copy_dense(std::byte* to, const Box& to_box, const std::byte* from, const Box& from_box, const Box& cells,
                const Layout& of, bool slowest = false);

}  // namespace ops
