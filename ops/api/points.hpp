// ops/api/points.hpp: values of a dataset at a few points, in a way that derivatives follow.
#pragma once

#include <array>
#include <vector>

#include "ops/data/handles.hpp"

/// The index of a cell, one number per axis: `{10, 20}`. Axes that are left out count as 0.
using ops_point = std::array<int, OPS_MAX_DIM>;

/// Puts a dataset's values at points into a scalar: component k gets that at `points[k]`. Derivatives follow, from
/// loops that read the scalar back to the dataset. One event on the tape, whatever the number of points.
/// @param scalar     of as many components as there are points; of double, or of the dataset's type
/// @param points     cells of the dataset, halo cells included
/// @param component  of a dataset with several
/// @throws OPSException  names the dataset and the point that it does not have, or the two numbers that disagree
void ops_sample(ops_scalar scalar, ops_dat dat, const std::vector<ops_point>& points, int component = 0,
                ops::Where where = ops::Where::current());

/// Adds a weighted sum of a dataset's values at points to a reduction of one component, as a loop with OPS_INC would.
/// @param weights  one per point; none: 1 each
/// @throws OPSException  as ops_sample
void ops_sum_points(ops_reduction handle, ops_dat dat, const std::vector<ops_point>& points,
                    const std::vector<double>& weights = {}, int component = 0,
                    ops::Where where = ops::Where::current());
