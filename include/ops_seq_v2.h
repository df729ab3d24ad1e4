// include/ops_seq_v2.h: the API with accessor kernels.
// Compatibility only.
#pragma once
#ifndef OPS_API
#define OPS_API 2
#endif
#include "ops_lib_core.h"
#ifdef OPS_MPI
#include "ops_mpi_core.h"
#endif
