// include/ops_util.h: helper macros, standard headers, memory.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/memory.hpp"
#include "ops/api/names.hpp"
