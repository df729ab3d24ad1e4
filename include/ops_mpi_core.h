// include/ops_mpi_core.h: the division of datasets among processes.
// Compatibility only.
#pragma once
#include "ops/api/sub_dat.hpp"
#ifdef OPS_MPI
#include <mpi.h>
#endif
