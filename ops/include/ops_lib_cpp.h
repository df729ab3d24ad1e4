// ops/include/ops_lib_cpp.h: the API without a choice of kernel style.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/ops.hpp"
