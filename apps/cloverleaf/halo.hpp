// apps/cloverleaf/halo.hpp: reflecting walls.
#pragma once

#include <initializer_list>

#include "apps/cloverleaf/constants.hpp"
#include "apps/cloverleaf/fields.hpp"

namespace cloverleaf {

/// Sets the first `depth` (1 or 2) rows and columns beyond the walls of the datasets asked for.
void update_halo(Fields& fields, const Stencils& stencils, std::initializer_list<FieldFlag> asked, int depth);

}  // namespace cloverleaf
