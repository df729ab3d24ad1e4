// tests/programs/hydro/adjoints.cpp: gives the application's kernels their hand-written adjoints; its other sources are
// the application's own.
#define OPS_2D
#include "ops_seq_v2.h"

#include "tests/programs/hydro/advection_adjoints.hpp"
#include "tests/programs/hydro/halo_cells_adjoints.hpp"
#include "tests/programs/hydro/halo_flux_adjoints.hpp"
#include "tests/programs/hydro/halo_velocity_adjoints.hpp"
#include "tests/programs/hydro/lagrangian_adjoints.hpp"
#include "tests/programs/hydro/momentum_adjoints.hpp"
#include "tests/programs/hydro/summary_adjoints.hpp"
