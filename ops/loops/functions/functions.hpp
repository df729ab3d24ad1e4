// ops/loops/functions/functions.hpp: includes all functions.
#pragma once

#include "ops/loops/functions/arcs.hpp"
#include "ops/loops/functions/circular.hpp"
#include "ops/loops/functions/exponential.hpp"
#include "ops/loops/functions/gauss.hpp"
#include "ops/loops/functions/hyperbolic.hpp"
#include "ops/loops/functions/logarithm.hpp"
#include "ops/loops/functions/power.hpp"
#include "ops/loops/functions/roots.hpp"
