// ops/loops/builtin/sample.hpp: checks a call of ops_sample or ops_sum_points, then runs it as a loop.
#pragma once

#include <span>
#include <vector>

#include "ops/data/handles.hpp"

namespace ops::sample {

struct Request {
  const char* call = "";
  Where where;
  ops_dat dat = nullptr;
  int component = 0;                ///< of the dataset
  std::vector<Index> points;        ///< halo cells are allowed
  std::span<const double> weights;  ///< as many as points; none: 1 each
  ops_reduction into = nullptr;     ///< of double, or of the dataset's type: one component per point, or one for all
};

/// @throws OPSException  names the call, its place, the dataset, the point and what disagrees
void run(const Request& request);

}  // namespace ops::sample
