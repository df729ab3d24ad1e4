// ops/include/ops_util.h: helper macros and standard headers.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/names.hpp"
