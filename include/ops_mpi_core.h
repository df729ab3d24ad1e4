// include/ops_mpi_core.h: the split of datasets over ranks.
// Compatibility only.
#pragma once
#include "ops/api/sub_dat.hpp"
#ifdef OPS_MPI
#include <mpi.h>
#endif
