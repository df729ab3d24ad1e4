// include/ops.hpp: the whole API.
// Compatibility only.
#pragma once
#include "opsgrad/opsgrad.hpp"
