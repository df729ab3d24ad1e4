// include/ops_seq.h: the API with pointer kernels (OPS_ACCn); accessor kernels work too.
// Compatibility only.
#pragma once
#if !defined(OPS_1D) && !defined(OPS_2D) && !defined(OPS_3D) && !defined(OPS_4D) && !defined(OPS_5D)
#define OPS_1D  // the default of the first API
#endif
#ifndef OPS_API
#define OPS_API 1
#endif
#include "ops/api/pointer_kernels.hpp"
#include "ops_lib_core.h"
#ifdef OPS_MPI
#include "ops_mpi_core.h"
#endif
