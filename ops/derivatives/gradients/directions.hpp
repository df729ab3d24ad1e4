// ops/derivatives/gradients/directions.hpp: converts directions from the user's form, and tangents to it.
#pragma once

#include <vector>

#include "ops/derivatives/gradients/direction.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// Checks the directions and puts them into Tracked::tangent and Recording::tangents.scalars; all others are zero.
/// @throws OPSException  none given, two of one dataset or scalar, a passive dataset, another shape or type
void set_directions(Tape& tape, const std::vector<ops_ad_direction>& directions, const char* call, Where where);

/// @throws OPSException  null or freed, passive, or no real numbers
void check_active(ops_dat dat, const char* call, Where where);

/// Copies the interior of one of the dataset's fields to the user's array.
/// @throws OPSException  the memory space does not exist, or the pointer is null
void fetch_interior(Tape& tape, ops_dat dat, AdjointField& field, char* data, ops_memspace memspace, const char* call,
                    Where where);

}  // namespace ops
