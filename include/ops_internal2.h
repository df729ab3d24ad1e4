// include/ops_internal2.h: handles, memory.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/memory.hpp"
#include "ops/core/handles.hpp"
