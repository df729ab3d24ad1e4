// ops/files/formats/text.hpp: writes a dataset as text.
#pragma once

#include "ops/data/handles.hpp"

namespace ops {

/// Appends `dat`, halos included, one row along axis 0 per line, an empty line after each plane.
/// @throws OPSException  the file cannot be opened or written (path and reason), or the type is the user's own
void append_text(ops_dat dat, const char* path, Where where);

}  // namespace ops
