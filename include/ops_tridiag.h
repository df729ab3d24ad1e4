// include/ops_tridiag.h: tridiagonal solves.
// Compatibility only; knows nothing itself.
#pragma once
#include "ops/api/tridiagonal.hpp"
