// include/ops.hpp: the whole API.
// Compatibility only; knows nothing itself.
#pragma once
#include "opsgrad/opsgrad.hpp"
