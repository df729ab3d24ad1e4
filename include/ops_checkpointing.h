// include/ops_checkpointing.h: fault-tolerance checkpoints.
// Compatibility only.
#pragma once
#include "ops/api/fault_tolerance.hpp"
