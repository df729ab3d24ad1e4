// ops/data/dense_array.cpp: copies cells from one dense array to another.
#include "ops/data/dense_array.hpp"

#include "ops/data/host_passes.hpp"

namespace ops {

void copy_dense(std::byte* to, const Box& to_box, const std::byte* from, const Box& from_box, const Box& cells,
                const Layout& of, bool slowest) {
  if (!cells.empty())
    copy_region(to, whole_layout(of, to_box, slowest), from, whole_layout(of, from_box, slowest), cells, {});
}

}  // namespace ops
