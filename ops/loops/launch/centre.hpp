// ops/loops/launch/centre.hpp: the one-point stencil of loops that the library itself runs.
#pragma once

#include "ops/data/handles.hpp"

namespace ops {

/// One central point in `dims` dimensions. Belongs to no context.
ops_stencil centre(int dims);

}  // namespace ops
