// include/ops_mpi_core.h: the split of datasets over ranks.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/sub_dat.hpp"
#ifdef OPS_MPI
#include <mpi.h>
#endif
