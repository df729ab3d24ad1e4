// include/ops_internal1.h: helper macros.
// Compatibility only.
#pragma once
#include "ops/api/names.hpp"
