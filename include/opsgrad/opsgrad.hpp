// include/opsgrad/opsgrad.hpp: the whole API in one header, and the only one that new code includes.
// Define OPS_1D .. OPS_5D before it for the rank of this file's accessors; OPS_CPP_API leaves out the default instance.
#pragma once

#include "ops/advice/constant_numbers.hpp"
#include "ops/api/data.hpp"
#include "ops/api/declare.hpp"
#include "ops/api/fault_tolerance.hpp"
#include "ops/api/hdf5.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/output.hpp"
#include "ops/api/tridiagonal.hpp"
#include "ops/check/checks.hpp"
#include "ops/core/handles.hpp"
#include "ops/diag/error.hpp"
#include "ops/engine/par_loop.hpp"
#include "ops/engine/scalar_loop.hpp"
#include "ops/gradient/derivatives.hpp"
#include "ops/gradient/hessian.hpp"
#include "ops/gradient/tangents.hpp"
#include "ops/loop/accessor.hpp"
#include "ops/model/model.hpp"
#include "ops/tape/external_function.hpp"
#include "ops/tape/tapes.hpp"
#include "ops/typed/declare.hpp"
#include "ops/typed/npy.hpp"
#include "ops/typed/points.hpp"
#include "ops/typed/program.hpp"
#include "ops/typed/values.hpp"

// Last, so that short macro names meet no library header.
#include "ops/api/names.hpp"
