// include/ops_exceptions.h: OPSException.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/diag/error.hpp"
