// include/ops_exceptions.h: OPSException.
// Compatibility only.
#pragma once
#include "ops/support/error.hpp"
