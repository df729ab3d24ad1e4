// include/ops_hdf5.h: HDF5 calls.
// Compatibility only.
#pragma once
#include "ops/api/hdf5.hpp"
