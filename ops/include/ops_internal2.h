// ops/include/ops_internal2.h: handles.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/core/handles.hpp"
