// include/ops_instance.h: class OPS_instance.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/instance.hpp"
