// include/ops_instance.h: class OPS_instance.
// Compatibility only.
#pragma once
#include "ops/api/instance.hpp"
