// include/ops_lib_core.h: the API without a choice of kernel style, and what programs expect beside it.
// Compatibility only.
#pragma once
#include "ops/api/user_memory.hpp"
#include "opsgrad/opsgrad.hpp"
