// include/ops_macros.h: helper macros.
// Compatibility only.
#pragma once
#include "ops/api/names.hpp"
