// include/ops_util.h: helper macros, standard headers and memory functions.
// Compatibility only.
#pragma once
#include "ops/api/names.hpp"
#include "ops/api/user_memory.hpp"
