// include/ops_lib_cpp.h: the API without a choice of kernel style, and what programs expect beside it.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/memory.hpp"
#include "opsgrad/opsgrad.hpp"
