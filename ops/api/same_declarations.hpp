// ops/api/same_declarations.hpp: detects processes that have declared different blocks,
// datasets, reductions or scalars.
#pragma once

#include "ops/data/context.hpp"
#include "ops/support/communicator.hpp"

namespace ops {

/// All processes call this function together. It does not compare names.
/// @throws OPSException  on all processes, if the processes have declared different blocks, datasets, reductions or
///     scalars: the message contains the first difference
void require_same_declarations(const Context& context, const Communicator& communicator, Where where);

}  // namespace ops
