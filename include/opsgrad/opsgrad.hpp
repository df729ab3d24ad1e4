// include/opsgrad/opsgrad.hpp: the whole API in one header, the only one that new programs include. Before the include,
// define OPS_1D .. OPS_5D for the rank of this file's accessors. OPS_CPP_API leaves out the default instance.
#pragma once

#include "ops/api/data.hpp"
#include "ops/api/declare.hpp"
#include "ops/api/declare_typed.hpp"
#include "ops/api/fault_tolerance.hpp"
#include "ops/api/hdf5.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/npy.hpp"
#include "ops/api/output.hpp"
#include "ops/api/points.hpp"
#include "ops/api/program.hpp"
#include "ops/api/tridiagonal.hpp"
#include "ops/api/values.hpp"
#include "ops/data/handles.hpp"
#include "ops/derivatives/checks/checks.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/hessian.hpp"
#include "ops/derivatives/gradients/tangents.hpp"
#include "ops/derivatives/messages/constant_numbers.hpp"
#include "ops/derivatives/tape/external_function.hpp"
#include "ops/derivatives/tape/nested_tapes.hpp"
#include "ops/loops/engine/par_loop.hpp"
#include "ops/loops/engine/scalar_loop.hpp"
#include "ops/loops/launch/accessor.hpp"
#include "ops/model/model.hpp"
#include "ops/support/error.hpp"

// Last, so that its short macro names do not affect other headers.
#include "ops/api/names.hpp"
