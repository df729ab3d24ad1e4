// include/ops_internal1.h: helper macros.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/names.hpp"
