// include/ops_internal2.h: handles and memory functions.
// Compatibility only.
#pragma once
#include "ops/api/user_memory.hpp"
#include "ops/data/handles.hpp"
