// include/ops_tridiag.h: tridiagonal solves.
// Compatibility only.
#pragma once
#include "ops/api/tridiagonal.hpp"
