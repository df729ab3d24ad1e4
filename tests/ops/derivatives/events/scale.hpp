// tests/ops/derivatives/events/scale.hpp: a new call of the API, as a program sees it.
#pragma once

#include "ops.hpp"

/// All values of the dataset, halos included, times a number.
void scale(ops_dat dat, double factor, ops::Where where = ops::Where::current());
