// ops/api/points.hpp: declares differentiable functions that use the values of a dataset at a few points.
#pragma once

#include <array>
#include <vector>

#include "ops/data/handles.hpp"

/// The index of a cell, with one entry per axis, for example `{10, 20}`. If an index has fewer entries than the dataset
/// has axes, the missing entries are 0.
using ops_point = std::array<int, OPS_MAX_DIM>;

/// Copies the values of a dataset at the given points to a scalar: component k of the scalar is set to the value at
/// `points[k]`. The reverse sweep propagates derivatives from the scalar back to the dataset. The tape records a call
/// to ops_sample as a single event, whatever the number of points.
/// @param scalar     has as many components as there are points; its type is double or that of the dataset
/// @param points     cells of the dataset, halo cells included
/// @param component  the component of the dataset
/// @throws OPSException  a point is not in the dataset (names both), or the numbers of points and components differ
void ops_sample(ops_scalar scalar, ops_dat dat, const std::vector<ops_point>& points, int component = 0,
                ops::Where where = ops::Where::current());

/// Computes the weighted sum of a dataset's values at the given points, and adds the sum to a reduction. The reduction
/// must have one component.
/// @param weights  one per point; empty: all weights are 1
/// @throws OPSException  as ops_sample
void ops_sum_points(ops_reduction handle, ops_dat dat, const std::vector<ops_point>& points,
                    const std::vector<double>& weights = {}, int component = 0,
                    ops::Where where = ops::Where::current());
