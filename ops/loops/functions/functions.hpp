// ops/functions/functions.hpp: all functions.
#pragma once

#include "ops/functions/arcs.hpp"
#include "ops/functions/circular.hpp"
#include "ops/functions/exponential.hpp"
#include "ops/functions/gauss.hpp"
#include "ops/functions/hyperbolic.hpp"
#include "ops/functions/logarithm.hpp"
#include "ops/functions/power.hpp"
#include "ops/functions/roots.hpp"
