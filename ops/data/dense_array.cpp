// ops/core/dense.cpp: a copy from array to array.
#include "ops/core/dense.hpp"

#include "ops/core/region.hpp"

namespace ops {

void copy_dense(std::byte* to, const Box& to_box, const std::byte* from, const Box& from_box, const Box& cells,
                const Layout& of, bool slowest) {
  if (!cells.empty())
    copy_region(to, whole_layout(of, to_box, slowest), from, whole_layout(of, from_box, slowest), cells, {});
}

}  // namespace ops
