// include/ops_checkpointing.h: fault-tolerance checkpoints.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/fault_tolerance.hpp"
