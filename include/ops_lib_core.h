// include/ops_lib_core.h: the API without a choice of kernel style, and the memory functions that OPS programs expect.
// Compatibility only.
#pragma once
#include "ops/api/user_memory.hpp"
#include "opsgrad/opsgrad.hpp"
